import type { Conference } from '#contract/content/conference-shape.ts';
import { asCents, type Cents } from '#contract/money.ts';

/** The refund of a cancellation by the rules, and the rule as text. */
export type Owed = { cents: Cents; words: string };

/** The refund at `now`, an instant in UTC as text; undefined if the conference has no rules. */
export function owedAt(
  { cancellation }: Pick<Conference, 'cancellation'>,
  { totalCents, feeCents }: { totalCents: Cents; feeCents: Cents },
  now: string,
): Owed | undefined {
  if (!cancellation) return undefined;
  const rule = cancellation.find(({ until }) => now < until.at);
  if (!rule) {
    const last = cancellation.at(-1)?.until.words ?? '';
    return { cents: asCents(0), words: `because the last rule in conference.yaml ended ${last}` };
  }
  const { refundPercent, keepsFee, until } = rule;
  const of = keepsFee ? totalCents - feeCents : totalCents;
  // Rounded half up, in hundredths of a per cent, because binary fractions would be wrong.
  const cents = Math.floor((of * Math.round(refundPercent * 100) + 5000) / 10_000);
  const fee = keepsFee ? ' less the processing fee' : '';
  return {
    cents: asCents(cents),
    words: `that is ${refundPercent} % of the amount paid${fee} (rule in conference.yaml that ends ${until.words})`,
  };
}
