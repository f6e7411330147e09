import * as z from 'zod/mini';

/** The body of a refusal: a sentence for the visitor, a code for programs. */
export const ErrorReply = z.object({
  success: z.literal(false),
  code: z.string(),
  message: z.string().check(z.minLength(1), z.maxLength(1000)),
  /** The names of the wrong fields in the call. */
  fields: z.optional(z.array(z.string())),
});
export type ErrorReply = z.output<typeof ErrorReply>;

/** The codes of all expected errors with their HTTP status. The list is closed: a program can decide by it. */
export const errorStatuses = {
  'bad-request': 400,
  'foreign-address': 400,
  'bad-signature': 400,
  'not-found': 404,
  'unknown-price': 404,
  'unknown-payment': 404,
  'method-not-allowed': 405,
  'price-changed': 409,
  closed: 409,
  'sold-out': 409,
  'payment-in-progress': 409,
  'paid-already': 409,
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
  'quota-reached': 503,
  'disk-full': 507,
  fault: 500,
} as const;
export type ErrorCode = keyof typeof errorStatuses;
