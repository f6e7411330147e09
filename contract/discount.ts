import * as z from 'zod/mini';
import { call } from './call.ts';
import { lenient } from './lenient.ts';
import { person } from './person.ts';
import { orderReference } from './order-reference.ts';
import { receipt } from './payment.ts';
import { line, honeypot } from './text.ts';

/** The most characters of the description of a discount. */
export const DESCRIPTION_LENGTH = 500;

const address = z.optional(z.string().check(z.maxLength(2000)));

/** The payer chooses the amount; `unitAmount` is the total with the fee, decimal text: "105.00". */
export const createDiscountSession = call({
  method: 'POST',
  path: '/api/discounts/create-session',
  summary: 'Opens a card checkout for a registration at an agreed amount',
  body: z.object({
    customerEmail: person.email,
    name: person.name,
    phone: person.phone,
    instituteOrUniversity: person.instituteOrUniversity,
    country: person.country,
    productName: z.optional(line(200)),
    description: line(DESCRIPTION_LENGTH),
    orderReference: z.optional(orderReference),
    unitAmount: z.string().check(z.regex(/^\d{1,8}(?:\.\d{2})?$/)),
    quantity: z.optional(z.number()),
    currency: z.optional(z.string().check(z.maxLength(10))),
    successUrl: address,
    cancelUrl: address,
    ...honeypot,
  }),
  reply: z.object({ url: z.string(), sessionId: z.string(), receipt }),
  reads: z.object({
    url: lenient(z.string()),
    sessionId: lenient(z.string()),
    receipt: lenient(z.string()),
  }),
});

/** `amount` is the total with the fee, as a number with at most two decimals. */
export const createDiscountPaypalOrder = call({
  method: 'POST',
  path: '/api/discounts/paypal/create',
  summary: 'Opens a PayPal checkout for a registration at an agreed amount',
  body: z.object({
    customerEmail: person.email,
    customerName: person.name,
    phone: person.phone,
    country: person.country,
    instituteOrUniversity: person.instituteOrUniversity,
    amount: z.number(),
    currency: z.string().check(z.maxLength(10)),
    successUrl: address,
    cancelUrl: address,
    ...honeypot,
  }),
  reply: z.object({
    success: z.literal(true),
    orderId: z.string(),
    approvalUrl: z.string(),
    receipt,
  }),
  reads: z.object({
    success: lenient(z.boolean()),
    orderId: lenient(z.string()),
    approvalUrl: lenient(z.string()),
    receipt: lenient(z.string()),
    message: lenient(z.string()),
    errorMessage: lenient(z.string()),
    error: lenient(z.string()),
  }),
});
