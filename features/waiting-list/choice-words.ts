import type { Prices } from '#contract/content.ts';
import { AppError, sentenceOf, type Words } from '#server/errors.ts';
import { partWords } from '#server/orders/change/quote-change.ts';
import { itemsOf } from '#server/orders/rows/registration-items.ts';
import {
  type Choice,
  labelOf,
  priceOf,
  type RegistrationPrice,
} from '#server/orders/sell/registration-price.ts';
import { refuseClosedItems, type Sale } from '#server/orders/sell/on-sale.ts';

/** A choice as people read it, without prices; only its type if the conference no longer offers it. */
export function choiceWords(prices: Prices, choice: Choice, now: string): string {
  const price = priceOf(prices, choice, now);
  if (!price) return labelOf(prices, choice.presentation);
  return partWords(itemsOf({ ...price, phase: undefined }, ''));
}

/** The sentence of the form about a sale that is closed, or not open yet; undefined while it is open. */
export function closedWordsOf(
  words: Words,
  sale: Sale,
  price: RegistrationPrice,
): string | undefined {
  try {
    refuseClosedItems(sale, itemsOf(price, ''));
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return sentenceOf(error, words);
    throw error;
  }
}
