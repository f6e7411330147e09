import { currencyOf } from '#contract/currency.ts';
import { asCents, type Fee } from '#contract/money.ts';

/** The currency of the tests' conference. */
export const euro = currencyOf('EUR');

export const feeOfFive: Fee = { percent: 5, fixed: asCents(0) };
