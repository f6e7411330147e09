import { language } from 'content:language';
import { inOneLine } from '#contract/content/languages.ts';
import * as labels from 'content:labels/home';
import { fillPlaceholders } from '#contract/content/placeholders.ts';
import type { Prices } from '#contract/content.ts';
import { add, asCents, feeWords, feeOn, moneyText } from '#contract/money.ts';

/**
 * "Registration from €208.95, fee included", by the lowest price that somebody pays. If it depends on the date, the text has
 * one price for each phase. Undefined if everything is free.
 */
export function fromPriceOf({
  currency,
  fee,
  phases,
  presentationTypes,
}: Pick<Prices, 'currency' | 'fee' | 'phases' | 'presentationTypes'>): string | undefined {
  const leastIn = (phase: number) => {
    const paid = presentationTypes.flatMap(({ price }) => price[phase] || []);
    if (paid.length === 0) return undefined;
    const least = asCents(Math.min(...paid));
    return moneyText(add(least, feeOn(least, fee, currency)), currency);
  };
  const hasFee = feeWords(fee, currency) !== undefined;
  const leasts = new Set((phases.length > 0 ? phases : [0]).map((_, phase) => leastIn(phase)));
  const [price, ...others] = [...leasts].filter((least) => least !== undefined);
  if (price === undefined) return undefined;
  if (others.length === 0 && leasts.size === 1) {
    const words = hasFee ? labels.priceFromWithFee : labels.priceFrom;
    return fillPlaceholders(words, { price });
  }
  const each = phases.flatMap(({ name, until }, phase) => {
    const least = leastIn(phase);
    if (least === undefined) return [];
    const words = until ? labels.phaseUntilFrom : labels.phaseFrom;
    return [fillPlaceholders(words, { phase: name, day: until?.day ?? '', price: least })];
  });
  const words = hasFee ? labels.pricesFromWithFee : labels.pricesFrom;
  return fillPlaceholders(words, { prices: inOneLine(each, language) });
}
