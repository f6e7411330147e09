import * as z from 'zod/mini';
import { asCents } from '#contract/money.ts';
import type { CheckoutRequest } from './payment-provider.ts';

/** Requests from before invoices had the payment's id in their place, and are repeated to the letter. */
const Request = z.object({
  orderId: z.string(),
  paymentId: z.string(),
  invoice: z.optional(z.string()),
  amountCents: z.pipe(z.number(), z.transform(asCents)),
  currency: z.literal('EUR'),
  productName: z.string(),
  description: z.string(),
  customerEmail: z.string(),
  successUrl: z.string(),
  cancelUrl: z.string(),
  expiresAt: z.number(),
});

/** Reads a request as it was stored before it was sent. */
export function readCheckoutRequest(text: string): CheckoutRequest {
  const request = Request.parse(JSON.parse(text));
  return { ...request, invoice: request.invoice ?? request.paymentId };
}
