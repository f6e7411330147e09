import * as z from 'zod/mini';

/** The answer to a refused request: a sentence for the visitor and a code for programs. */
export const Refused = z.object({
  success: z.literal(false),
  code: z.string(),
  message: z.string().check(z.minLength(1), z.maxLength(1000)),
  /** The invalid fields, by the names of the call. */
  fields: z.optional(z.array(z.string())),
});
export type Refused = z.output<typeof Refused>;

/** Every way to be refused, with its HTTP status. The list is closed: a new refusal gets a line here. */
export const refusals = {
  'bad-request': 400,
  'foreign-address': 400,
  'bad-signature': 400,
  'not-found': 404,
  'unknown-price': 404,
  'unknown-payment': 404,
  'method-not-allowed': 405,
  'price-changed': 409,
  'payment-in-progress': 409,
  'not-paid': 409,
  removed: 409,
  'timed-out': 408,
  'too-large': 413,
  'address-too-long': 414,
  'unsupported-type': 415,
  'unmet-expectation': 417,
  'too-many-requests': 429,
  'headers-too-large': 431,
  'provider-refused': 422,
  'provider-unavailable': 503,
  'store-unavailable': 503,
  'too-slow': 503,
  busy: 503,
  'ceiling-reached': 503,
  'disk-full': 507,
  fault: 500,
} as const;
export type RefusalCode = keyof typeof refusals;
