import type { Stripe } from 'stripe';
import * as z from 'zod/mini';
import type { Call } from '../api-calls.ts';
import { randomId } from '../random-id.ts';
import type { CustomerRow, StripeAccount } from './stripe-account.ts';
import { noSuch } from './stripe-errors.ts';
import type { Shown } from './stripe-objects.ts';
import { emailText, type Known, metadata, readParameters, text } from './stripe-parameters.ts';

const createParameters = z.strictObject({
  email: z.optional(emailText),
  metadata: z.optional(metadata),
  name: z.optional(text(256)),
} satisfies Known<Stripe.CustomerCreateParams>);

export function createCustomer(account: StripeAccount, _call: Call, sent: unknown) {
  const asked = readParameters(createParameters, sent);
  const customer: CustomerRow = {
    id: randomId('cus_', 14),
    email: asked.email ?? null,
    cash: {},
  };
  account.customers.put(customer.id, customer);
  return { id: customer.id, object: 'customer' } satisfies Shown<Stripe.Customer>;
}

export function retrieveCashBalance(account: StripeAccount, { id }: Call) {
  const { cash } = knownCustomer(account, id, 'customer');
  return {
    object: 'cash_balance',
    available: Object.keys(cash).length === 0 ? null : cash,
    customer: id,
  } satisfies Shown<Stripe.CashBalance>;
}

export function knownCustomer(account: StripeAccount, id: string, param: string): CustomerRow {
  const customer = account.customers.get(id);
  if (!customer) throw noSuch('customer', id, param);
  return customer;
}

/** Adds to the money that Stripe keeps for a customer; a negative amount takes from it. */
export function addCash(
  account: StripeAccount,
  customer: CustomerRow,
  currency: string,
  amount: number,
): CustomerRow {
  const cash = { ...customer.cash, [currency]: (customer.cash[currency] ?? 0) + amount };
  const after = { ...customer, cash };
  account.customers.put(customer.id, after);
  return after;
}
