import * as z from 'zod/mini';
import { call } from './call.ts';
import { lenient } from './lenient.ts';
import { person } from './person.ts';
import { presentationTypeOnWire, registrationTypeOnWire } from './registration-options.ts';
import { orderReference } from './order-reference.ts';
import { NOTHING, ofRequests } from './requests.ts';
import { honeypot, line } from './text.ts';

/** The id of a price. A page sends it back as get-pricing-config gave it, text or number; ours are text. */
const pricingConfigId = z.pipe(
  z.pipe(
    z.union([z.string(), z.number()]),
    z.transform((id) => String(id)),
  ),
  z.string().check(z.regex(/^[a-z0-9.-]{1,300}$/)),
);

/** The id of a checkout at Stripe, PayPal or our own free checkout. */
const sessionId = z
  .string()
  .check(z.regex(/^(?:(?:cs_(?:test|live)|free)_[A-Za-z0-9]{10,200}|[A-Z0-9]{8,36})$/));

/** PayPal's id of an order, which it calls token in addresses. */
const paypalToken = z.string().check(z.regex(/^[A-Z0-9]{8,36}$/));

/** The address of the receipt that there will be, for the browser that opened the checkout. Absent if money came before. */
export const receipt = z.optional(z.string());

const aNumberUpTo = (most: number) => z.int().check(z.minimum(0), z.maximum(most));

const requestsOnWire = ofRequests((request) => {
  if (request.kind === 'yes') return z._default(z.boolean(), NOTHING.yes);
  if (request.kind === 'number') return z._default(aNumberUpTo(request.most), NOTHING.number);
  return z._default(z.union([z.literal(''), line(request.most)]), NOTHING.text);
});

const address = z.optional(z.string().check(z.maxLength(2000)));

/**
 * Everything the page sends about money and addresses (`unitAmount`, `quantity`, `currency`, the URLs) is a claim: the
 * server compares it with its own figures and uses its own.
 */
export const createCheckoutSession = call({
  method: 'POST',
  path: '/api/payment/create-checkout-session',
  summary: 'Opens a card checkout for a registration',
  query: z.object({ pricingConfigId }),
  body: z.object({
    ...person,
    pricingConfigId: z.optional(pricingConfigId),
    registrationType: registrationTypeOnWire,
    presentationType: presentationTypeOnWire,
    accommodationNights: z.optional(aNumberUpTo(10)),
    accommodationGuests: z.optional(aNumberUpTo(10)),
    ...requestsOnWire,
    productName: z.optional(z.string().check(z.maxLength(500))),
    description: z.optional(z.string().check(z.maxLength(1000))),
    orderReference: z.optional(orderReference),
    unitAmount: z.optional(z.union([z.number(), z.string().check(z.maxLength(20))])),
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

export const createPaypalOrder = call({
  method: 'POST',
  path: '/api/payment/paypal/create',
  summary: 'Opens a PayPal checkout for a registration',
  body: z.object({
    customerEmail: person.email,
    customerName: person.name,
    phone: person.phone,
    country: person.country,
    instituteOrUniversity: person.instituteOrUniversity,
    amount: z.number(),
    currency: z.string().check(z.maxLength(10)),
    pricingConfigId,
    ...requestsOnWire,
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
  }),
});

/** The states in a status answer, which never names a person. */
const paymentStatus = z.enum(['paid', 'unpaid', 'pending', 'failed', 'expired']);
export type PaymentStatus = z.output<typeof paymentStatus>;

/** Registrations and discount registrations have the same calls at paths of their own. */
export const statusQuestion = {
  params: z.object({ sessionId }),
  reply: z.object({
    paymentStatus,
    status: z.string(),
    description: z.string(),
    name: z.string(),
    productName: z.string(),
    metadata: z.object({ productName: z.string() }),
    /** The reference that the payer quotes to the organisers. */
    reference: z.string(),
    /** When the money arrived, by the clock of the server. */
    paidAt: z.optional(z.string()),
  }),
  reads: z.object({
    paymentStatus: lenient(z.string()),
    status: lenient(z.string()),
    description: lenient(z.string()),
    name: lenient(z.string()),
    productName: lenient(z.string()),
    metadata: lenient(z.object({ productName: lenient(z.string()) })),
    reference: lenient(z.string()),
    paidAt: lenient(z.iso.datetime()),
  }),
};

/** A form without fields. */
export const updateRequest = {
  bodyType: 'application/x-www-form-urlencoded' as const,
  query: z.object({ sessionId }),
  reply: z.object({ success: z.literal(true), message: z.string() }),
  reads: z.unknown(),
};

/** `success` is true only for verified money. It is always sent, because the page can take an answer without it for a success. */
export const captureRequest = {
  params: z.object({ token: paypalToken }),
  reply: z.object({
    success: z.boolean(),
    status: z.string(),
    paymentStatus: z.optional(paymentStatus),
    orderId: z.optional(z.string()),
    message: z.string(),
    reference: z.optional(z.string()),
    paidAt: z.optional(z.string()),
  }),
  reads: z.object({
    success: lenient(z.boolean()),
    status: lenient(z.string()),
    paymentStatus: lenient(z.string()),
    orderId: lenient(z.string()),
    message: lenient(z.string()),
    errorMessage: lenient(z.string()),
    reference: lenient(z.string()),
    paidAt: lenient(z.iso.datetime()),
  }),
};

export const getPaymentStatus = call({
  method: 'GET',
  path: '/api/payment/status/:sessionId',
  summary: 'How the payment of a checkout session stands',
  ...statusQuestion,
});

export const updatePayment = call({
  method: 'POST',
  path: '/api/payment/update',
  summary: 'Asks the server to verify a payment with its provider and to record it',
  ...updateRequest,
});

export const capturePaypalOrder = call({
  method: 'POST',
  path: '/api/payment/paypal/capture/:token',
  summary: 'Collects a PayPal payment that the payer has approved',
  ...captureRequest,
});
