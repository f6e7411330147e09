import * as z from 'zod/mini';
import type { Call } from '../api-calls.ts';
import { randomId } from '../random-id.ts';
import type { CustomerRow, StripeAccount } from './stripe-account.ts';
import { noSuch } from './stripe-errors.ts';
import { emailText, metadata, readParameters, text } from './stripe-parameters.ts';

const createParameters = z.strictObject({
  email: z.optional(emailText),
  metadata: z._default(metadata, {}),
  name: z.optional(text(256)),
});

export function createCustomer(account: StripeAccount, _call: Call, sent: unknown) {
  const asked = readParameters(createParameters, sent);
  const customer: CustomerRow = {
    id: randomId('cus_', 14),
    created: account.clock.seconds(),
    email: asked.email ?? null,
    name: asked.name ?? null,
    metadata: asked.metadata,
    cash: {},
  };
  account.customers.put(customer.id, customer);
  return customerObject(customer);
}

export function retrieveCustomer(account: StripeAccount, { id }: Call) {
  return customerObject(knownCustomer(account, id, 'id'));
}

export function retrieveCashBalance(account: StripeAccount, { id }: Call) {
  const { cash } = knownCustomer(account, id, 'customer');
  return {
    object: 'cash_balance',
    available: Object.keys(cash).length === 0 ? null : cash,
    customer: id,
    livemode: false,
  };
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

function customerObject({ id, created, email, name, metadata: told }: CustomerRow) {
  return {
    id,
    object: 'customer',
    created,
    email,
    livemode: false,
    metadata: told,
    name,
  };
}
