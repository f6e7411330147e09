import { isTakenByPaypal } from '#contract/currency.ts';
import type { Currency } from '#contract/money.ts';
import type { Db } from '#server/database/database.ts';
import { type Env, SettingError } from './env.ts';
import type { OrderState } from '#server/payments/payment-states.ts';

/** Throws where PayPal has keys and takes no payment in the currency of the prices: every checkout would be refused. */
export function refuseCurrencyOfPaypal(env: Env, currency: Currency): void {
  if (env.PAYPAL_CLIENT_ID === undefined || isTakenByPaypal(currency)) return;
  throw new SettingError(
    `PayPal takes no payments in ${currency.code}, the currency of prices.yaml: unset PAYPAL_CLIENT_ID to offer cards alone.`,
  );
}

/** An order has its money, or may get it. */
const ALIVE: OrderState[] = ['AWAITING_PAYMENT', 'CONFIRMED'];

/** Throws where orders are in another currency than the prices: sums of both would be typed, compared and shown as one. */
export async function refuseOtherCurrency(db: Db, currency: Currency): Promise<void> {
  const other = await db
    .selectFrom('orders')
    .select('currency')
    .where('currency', '!=', currency.code)
    .where('state', 'in', ALIVE)
    .limit(1)
    .executeTakeFirst();
  if (!other) return;
  throw new SettingError(
    `prices.yaml says ${currency.code}, and this database has orders in ${other.currency}: put the currency back, or name another DATA_DIR or DATABASE_URL.`,
  );
}
