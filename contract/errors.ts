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

/** The codes of all expected errors. A new error needs a line here and a status in server/http/errors.ts. */
export const errorCodes = [
  'bad-request',
  'foreign-address',
  'bad-signature',
  'not-found',
  'unknown-price',
  'unknown-payment',
  'method-not-allowed',
  'price-changed',
  'closed',
  'sold-out',
  'payment-in-progress',
  'paid-already',
  'not-paid',
  'removed',
  'timed-out',
  'too-large',
  'address-too-long',
  'unsupported-type',
  'unmet-expectation',
  'too-many-requests',
  'headers-too-large',
  'provider-refused',
  'provider-unavailable',
  'store-unavailable',
  'too-slow',
  'busy',
  'quota-reached',
  'disk-full',
  'fault',
] as const;
export type ErrorCode = (typeof errorCodes)[number];
