import { isTakenByPaypal } from '#contract/currency.ts';
import type { Currency } from '#contract/money.ts';
import type { Db } from '#server/database/database.ts';
import { type Env, SettingError } from './env.ts';
import type { OrderState } from '#server/payments/payment-states.ts';

/** Throws if PayPal has keys but does not take the currency of the prices: it would refuse every checkout. */
export function refuseCurrencyOfPaypal(env: Env, currency: Currency): void {
  if (env.PAYPAL_CLIENT_ID === undefined || isTakenByPaypal(currency)) return;
  throw new SettingError(
    `PayPal takes no payments in ${currency.code}, the currency of prices.yaml: unset PAYPAL_CLIENT_ID to offer cards alone.`,
  );
}

/** States of orders that are paid or can still be paid. */
const ALIVE: OrderState[] = ['AWAITING_PAYMENT', 'CONFIRMED'];

/** Throws if orders are in another currency than the prices: commands would add and compare amounts of both. */
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
