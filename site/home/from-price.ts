import type { Prices } from '#contract/content.ts';
import { add, asCents, feeWords, feeOn, moneyText } from '#contract/money.ts';

/** "Registration from €208.95, fee included". If the lowest price depends on the date, the text has one price for each phase. */
export function fromPriceOf({ currency, fee, phases, presentationTypes }: Prices): string {
  const leastIn = (phase: number) => {
    const least = asCents(Math.min(...presentationTypes.map(({ price }) => price[phase] ?? 0)));
    return `from ${moneyText(add(least, feeOn(least, fee)), currency)}`;
  };
  const withFee = feeWords(fee, currency) === undefined ? '' : ', fee included';
  const leasts = new Set(phases.map((_, phase) => leastIn(phase)));
  if (leasts.size <= 1) return `Registration ${leastIn(0)}${withFee}`;
  const each = phases.map(({ name, until }, phase) =>
    until ? `${name} until ${until.day} ${leastIn(phase)}` : `${name} ${leastIn(phase)}`,
  );
  return `Registration: ${each.join(', ')}${withFee}`;
}
