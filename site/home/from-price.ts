import * as labels from 'content:labels/home';
import { fillPlaceholders } from '#contract/content/placeholders.ts';
import type { Prices } from '#contract/content.ts';
import { add, asCents, feeWords, feeOn, moneyText } from '#contract/money.ts';

/** "Registration from €208.95, fee included". If the lowest price depends on the date, the text has one price for each phase. */
export function fromPriceOf({ currency, fee, phases, presentationTypes }: Prices): string {
  const leastIn = (phase: number) => {
    const least = asCents(Math.min(...presentationTypes.map(({ price }) => price[phase] ?? 0)));
    return moneyText(add(least, feeOn(least, fee, currency)), currency);
  };
  const hasFee = feeWords(fee, currency) !== undefined;
  const leasts = new Set(phases.map((_, phase) => leastIn(phase)));
  if (leasts.size <= 1) {
    const words = hasFee ? labels.priceFromWithFee : labels.priceFrom;
    return fillPlaceholders(words, { price: leastIn(0) });
  }
  const each = phases.map(({ name, until }, phase) =>
    fillPlaceholders(until ? labels.phaseUntilFrom : labels.phaseFrom, {
      phase: name,
      day: until?.day ?? '',
      price: leastIn(phase),
    }),
  );
  const words = hasFee ? labels.pricesFromWithFee : labels.pricesFrom;
  return fillPlaceholders(words, { prices: each.join(', ') });
}
