import type { Conference } from '#contract/content/shapes/conference-shape.ts';
import type { Moment } from '#contract/content/opening.ts';
import { asCents, type Cents, type Currency, fractionOf } from '#contract/money.ts';

/** The part of the price that a rule refunds. */
type Share = { refundPercent: number; keepsFee: boolean };

/** The rule that is valid at a moment. */
export type ValidRule = Share & {
  /** The end of the rule; absent after the last one, which refunds nothing. */
  until: Moment | undefined;
  /** The end of the last rule, if it has passed. */
  endedAt: Moment | undefined;
  /** The rule that follows; absent if nothing is refunded then. */
  next: Share | undefined;
};

/** A price with the fee in it, and the part of both that is given up. */
type GivenUp = {
  of: { amountCents: Cents; feeCents: Cents; currency: Currency };
  /** Both below 0. */
  by: { differenceCents: number; feeDifferenceCents: number };
};

/** A refund by the rules: the rule, the amount of which it refunds a part, and the fee that it keeps whole. */
export type RuledRefund = { rule: ValidRule; ofCents: Cents; keptFeeCents: Cents };

/** The refund of a cancellation or of a lower price by the rules, also as text. */
export type Owed = RuledRefund & { cents: Cents; words: string };

/** The rule at `now`, an instant in UTC as text; undefined if the conference has no rules. */
export function ruleAt(
  { cancellation }: Pick<Conference, 'cancellation'>,
  now: string,
): ValidRule | undefined {
  if (!cancellation) return undefined;
  const at = cancellation.findIndex(({ until }) => now < until.at);
  const rule = cancellation[at];
  if (!rule) {
    const endedAt = cancellation.at(-1)?.until;
    return { refundPercent: 0, keepsFee: false, until: undefined, endedAt, next: undefined };
  }
  return { ...rule, endedAt: undefined, next: cancellation[at + 1] };
}

/**
 * The refund at `now` by the rules; undefined if the conference has none. It is the difference between the refundable
 * parts of the price before and after, so that many small changes refund the same cents as one large one.
 */
export function owedAt(
  conference: Pick<Conference, 'cancellation'>,
  { of: price, by }: GivenUp,
  now: string,
): Owed | undefined {
  const rule = ruleAt(conference, now);
  if (!rule) return undefined;
  const counted = (total: number, fee: number) => (rule.keepsFee ? total - fee : total);
  // In hundredths of a per cent, because binary fractions would be wrong.
  const share = [Math.round(rule.refundPercent * 100), 10_000] as const;
  const shareOf = (cents: number) => fractionOf(cents, share, price.currency);
  const before = counted(price.amountCents, price.feeCents);
  const after = Math.min(before, before + counted(by.differenceCents, by.feeDifferenceCents));
  return {
    cents: asCents(shareOf(before) - shareOf(after)),
    rule,
    ofCents: asCents(before - after),
    keptFeeCents: asCents(rule.keepsFee ? Math.max(0, -by.feeDifferenceCents) : 0),
    words: wordsOf(rule),
  };
}

/**
 * The refund of `owed` less earlier refunds, whatever their reason: at most the money that is `left` beyond the new
 * price.
 */
export function lessEarlierRefunds(
  owed: Cents,
  { amountCents }: { amountCents: Cents },
  left: Cents,
): Cents {
  const kept = amountCents - owed;
  return asCents(Math.max(0, Math.min(owed, left - kept)));
}

function wordsOf({ refundPercent, keepsFee, until, endedAt }: ValidRule): string {
  if (!until) return `because the last rule in conference.yaml ended ${endedAt?.words ?? ''}`;
  const fee = keepsFee ? ' less the processing fee' : '';
  return `that is ${refundPercent} % of the amount paid${fee} (rule in conference.yaml that ends ${until.words})`;
}
