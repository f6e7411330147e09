import * as z from 'zod/mini';
import { amountFindings } from './amount-findings.ts';
import { money, pattern, pointerTo, readParameters, text, webAddress } from './parameters.ts';
import { refused, refusedFor } from './paypal-error.ts';

const item = z.strictObject({
  name: text(127),
  unit_amount: money,
  quantity: pattern(/^[1-9][0-9]{0,9}$/, 10),
  tax: z.optional(money),
  description: z.optional(text(2048)),
  sku: z.optional(text(127)),
  category: z.optional(z.enum(['DIGITAL_GOODS', 'PHYSICAL_GOODS', 'DONATION'])),
});

const amount = z.strictObject({
  ...money.shape,
  breakdown: z.optional(
    z.strictObject({
      item_total: z.optional(money),
      tax_total: z.optional(money),
      shipping: z.optional(money),
      handling: z.optional(money),
      insurance: z.optional(money),
      shipping_discount: z.optional(money),
      discount: z.optional(money),
    }),
  ),
});

export const purchaseUnit = z.strictObject({
  reference_id: z.optional(text(256)),
  amount,
  description: z.optional(text(127)),
  custom_id: z.optional(text(127)),
  invoice_id: z.optional(text(127)),
  soft_descriptor: z.optional(text(22)),
  items: z.optional(z.array(item)),
});

export type PurchaseUnit = z.output<typeof purchaseUnit>;

/** What the two ways to configure the payer's page have in common. */
const context = {
  brand_name: z.optional(text(127)),
  locale: z.optional(pattern(/^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?$/, 10)),
  shipping_preference: z.optional(z.enum(['GET_FROM_FILE', 'NO_SHIPPING', 'SET_PROVIDED_ADDRESS'])),
  user_action: z.optional(z.enum(['CONTINUE', 'PAY_NOW'])),
  return_url: z.optional(webAddress),
  cancel_url: z.optional(webAddress),
};

const experienceContext = z.strictObject({
  ...context,
  contact_preference: z.optional(
    z.enum(['NO_CONTACT_INFO', 'UPDATE_CONTACT_INFO', 'RETAIN_CONTACT_INFO']),
  ),
  landing_page: z.optional(z.enum(['LOGIN', 'GUEST_CHECKOUT', 'NO_PREFERENCE'])),
  payment_method_preference: z.optional(z.enum(['UNRESTRICTED', 'IMMEDIATE_PAYMENT_REQUIRED'])),
});

const applicationContext = z.strictObject({
  ...context,
  landing_page: z.optional(z.enum(['LOGIN', 'BILLING', 'NO_PREFERENCE'])),
});

const name = z.strictObject({
  given_name: z.optional(text(140)),
  surname: z.optional(text(140)),
});
const email = pattern(/^[^\s@]+@[^\s@]+$/, 254);

const createParameters = z.strictObject({
  intent: z.enum(['CAPTURE', 'AUTHORIZE']),
  // PayPal accepts up to ten; a redirect with one capture needs only one.
  purchase_units: z.array(purchaseUnit).check(z.minLength(1), z.maxLength(1)),
  payment_source: z.optional(
    z.strictObject({
      paypal: z.strictObject({
        experience_context: z.optional(experienceContext),
        email_address: z.optional(email),
        name: z.optional(name),
      }),
    }),
  ),
  application_context: z.optional(applicationContext),
  payer: z.optional(z.strictObject({ email_address: z.optional(email), name: z.optional(name) })),
});

/** Everything that a new order can be refused for. */
export function readOrderParameters(sent: unknown, requestId: string | null) {
  const asked = readParameters(createParameters, sent);
  const [unit] = asked.purchase_units;
  if (!unit) throw refusedFor('INVALID_ARRAY_MIN_ITEMS', '/purchase_units');
  if (asked.payment_source && requestId === null) throw refusedFor('PAYPAL_REQUEST_ID_REQUIRED');
  if (asked.intent !== 'CAPTURE') throw refusedFor('UNSUPPORTED_INTENT', '/intent');
  const wallet = asked.payment_source?.paypal;
  if (wallet?.experience_context && asked.application_context)
    throw refusedFor('INCOMPATIBLE_PARAMETER_VALUE', '/application_context');
  const [first, ...others] = amountFindings(unit, pointerTo(['purchase_units', 0], sent));
  if (first) throw refused([first, ...others]);
  return {
    unit,
    isWalletOrder: wallet !== undefined,
    page: wallet?.experience_context ?? asked.application_context ?? {},
  };
}
