import * as z from 'zod/mini';
import { isCurrency } from '../money-text.ts';
import {
  boolean,
  choice,
  expandable,
  integer,
  metadata,
  readParameters,
  text,
} from './parameters.ts';
import { badParameter } from './stripe-error.ts';

export const SESSION_EXPANSIONS = ['line_items', 'payment_intent', 'payment_intent.latest_charge'];

const currency = z.pipe(
  z.string(),
  z.transform((value, context) => {
    const code = value.toLowerCase();
    if (!isCurrency(code))
      context.issues.push({ code: 'custom', input: value, message: `Invalid currency: ${value}` });
    return code;
  }),
);

const url = text().check(
  z.refine(isWebAddress, { error: 'Not a valid URL', params: { stripeCode: 'url_invalid' } }),
);

const message = z.strictObject({ message: text(1200) });

const productData = z.strictObject({
  name: text(),
  description: z.optional(text()),
  images: z.optional(z.array(text(2048)).check(z.maxLength(8, 'Up to 8 images are allowed'))),
  metadata: z.optional(metadata()),
  tax_code: z.optional(text()),
  unit_label: z.optional(text()),
});

const lineItem = z.strictObject({
  price_data: z.strictObject({
    currency,
    product_data: productData,
    unit_amount: integer({ minimum: 0, maximum: 99_999_999 }),
    tax_behavior: z.optional(choice(['exclusive', 'inclusive', 'unspecified'])),
  }),
  quantity: integer({ minimum: 1, maximum: 999_999 }),
});

// payment_method_types is missing on purpose: version 2026-09-30.endive removed it.
const createParameters = z.strictObject({
  adaptive_pricing: z.optional(z.strictObject({ enabled: z.optional(boolean()) })),
  allowed_payment_method_types: z.optional(z.array(text())),
  cancel_url: z.optional(url),
  client_reference_id: z.optional(text(200)),
  custom_text: z.optional(
    z.strictObject({ submit: z.optional(message), after_submit: z.optional(message) }),
  ),
  customer_email: z.optional(
    text(800).check(
      z.refine((value) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value), {
        error: 'Invalid email address',
        params: { stripeCode: 'email_invalid' },
      }),
    ),
  ),
  expand: expandable(SESSION_EXPANSIONS),
  expires_at: z.optional(integer({ minimum: 0 })),
  line_items: z
    .array(lineItem)
    .check(z.minLength(1, 'At least one line item is required'), z.maxLength(100)),
  locale: z.optional(
    text().check(
      z.refine((value) => /^(auto|[a-z]{2,3}(-([A-Z]{2}|419))?)$/.test(value), 'Invalid locale'),
    ),
  ),
  metadata: z.optional(metadata()),
  mode: choice(['payment']),
  payment_intent_data: z.optional(
    z.strictObject({
      description: z.optional(text(1000)),
      metadata: z.optional(metadata()),
      receipt_email: z.optional(text(800)),
      statement_descriptor_suffix: z.optional(text(22)),
    }),
  ),
  submit_type: z.optional(choice(['auto', 'book', 'donate', 'pay'])),
  success_url: url,
  ui_mode: z.optional(choice(['hosted_page'])),
});

export type SessionParameters = z.output<typeof createParameters>;

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;

/** Everything that a new session can be refused for, reported before anything is created. Times are Unix seconds. */
export function readSessionParameters(sent: unknown, now: number) {
  const asked = readParameters(createParameters, sent);
  const [first] = asked.line_items;
  const currencyCode = first?.price_data.currency ?? 'eur';
  if (asked.line_items.some((item) => item.price_data.currency !== currencyCode))
    throw badParameter('All line items of a Checkout Session must use the same currency.', {
      param: 'line_items',
    });
  const amount = asked.line_items.reduce(
    (sum, item) => sum + item.price_data.unit_amount * item.quantity,
    0,
  );
  checkAmount(amount, currencyCode);
  const expiresAt = asked.expires_at ?? now + DAY;
  checkExpiry(expiresAt, now);
  return { asked, amount, currency: currencyCode, expiresAt };
}

function checkAmount(amount: number, currencyCode: string): void {
  if (amount > 0 && amount < 50)
    throw badParameter(
      `The Checkout Session's total amount due must add up to at least 50 minor units ${currencyCode}`,
      { code: 'amount_too_small' },
    );
  if (amount > 99_999_999)
    throw badParameter('The total amount due must be no more than 999,999.99', {
      code: 'amount_too_large',
    });
}

function checkExpiry(expiresAt: number, now: number): void {
  if (expiresAt < now + 30 * MINUTE)
    throw badParameter(
      'The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.',
      { param: 'expires_at' },
    );
  if (expiresAt > now + DAY)
    throw badParameter(
      'The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.',
      { param: 'expires_at' },
    );
}

function isWebAddress(value: string): boolean {
  const address = URL.parse(value.replaceAll('{CHECKOUT_SESSION_ID}', 'id'));
  return address !== null && ['http:', 'https:'].includes(address.protocol);
}
