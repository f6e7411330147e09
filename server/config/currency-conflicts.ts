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

/** The currencies of Stripe's methods that do not take all of them. */
const CURRENCIES_OF_METHODS: Record<string, readonly string[]> = {
  sepa_debit: ['EUR'],
  customer_balance: ['EUR', 'GBP', 'JPY', 'MXN', 'USD'],
};

/** Throws if STRIPE_METHODS has a bank method that does not take the currency of the prices. */
export function refuseCurrencyOfMethods(env: Env, currency: Currency): void {
  for (const method of env.STRIPE_METHODS) {
    const taken = CURRENCIES_OF_METHODS[method];
    if (!taken || taken.includes(currency.code)) continue;
    throw new SettingError(
      `Stripe takes no payments in ${currency.code}, the currency of prices.yaml, by ${method}: remove it from STRIPE_METHODS.`,
    );
  }
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
