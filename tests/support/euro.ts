import { currencyOf } from '#contract/currency.ts';
import { orders } from '#contract/content/labels/orders.ts';
import { asCents, type OrderFee } from '#contract/money.ts';

/** The currency of the tests' conference. */
export const euro = currencyOf('EUR');

export const feeOfFive: OrderFee = { percent: 5, fixed: asCents(0), words: orders.fee };
