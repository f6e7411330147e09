import * as z from 'zod/mini';
import { call } from './call.ts';
import { lenient, lenientTexts } from './lenient.ts';
import { person } from './person.ts';
import {
  membership,
  presentationTypeOnWire,
  registrationTypeOnWire,
} from './registration-options.ts';
import { NOTHING, ofRequests } from './requests.ts';
import { honeypot, line } from './text.ts';

/** The largest number of characters in the description of a discount. */
export const DESCRIPTION_LENGTH = 500;

/** The id of a price. A page sends the id of get-pricing-config, as text or number; our server's ids are text. */
const pricingConfigId = z.pipe(
  z.pipe(
    z.union([z.string(), z.number()]),
    z.transform((id) => String(id)),
  ),
  z.string().check(z.regex(/^[a-z0-9.:-]{1,300}$/)),
);

/** The id of a checkout at Stripe, PayPal or our own free checkout. */
const sessionId = z
  .string()
  .check(z.regex(/^(?:(?:cs_(?:test|live)|free)_[A-Za-z0-9]{10,200}|[A-Z0-9]{8,36})$/));

/** PayPal's id of an order. In addresses, PayPal calls this id `token`. */
const paypalToken = z.string().check(z.regex(/^[A-Z0-9]{8,36}$/));

const wholeNumberUpTo = (most: number) => z.int().check(z.minimum(0), z.maximum(most));

/** The requests of a participant, in every call and form that has them. */
export const requestsOnWire = ofRequests((request) => {
  if (request.kind === 'yes') return z._default(z.boolean(), NOTHING.yes);
  if (request.kind === 'number') return z._default(wholeNumberUpTo(request.most), NOTHING.number);
  return z._default(z.union([z.literal(''), line(request.most)]), NOTHING.text);
});

const currency = z.string().check(z.maxLength(10));
const address = z.optional(z.string().check(z.maxLength(2000)));

/**
 * Everything that the page sends about money and addresses (`unitAmount`, `quantity`, `currency`, the URLs) is a claim:
 * the server compares the claims with its own figures, and uses its own figures.
 */
const cardClaims = {
  /** The payer transfers the money instead, and the answer's address is the page with the account. */
  way: z.optional(z.literal('transfer')),
  /** The page's own reference, which may have a name: the server does not keep it. */
  orderReference: z.optional(line(300)),
  quantity: z.optional(z.number()),
  currency: z.optional(currency),
  successUrl: address,
  cancelUrl: address,
  ...honeypot,
};

const { name: customerName, email: customerEmail, ...ofPerson } = person;

const paypalOrder = {
  customerEmail,
  customerName,
  ...ofPerson,
  /** The total including the fee, with at most the decimals of the currency. */
  amount: z.number(),
  currency,
  successUrl: address,
  cancelUrl: address,
  ...honeypot,
};

/**
 * The address of the future receipt, for the browser that opened the checkout. The answer has no address if the order
 * was paid before.
 */
const receipt = z.optional(z.string());

const openedByCard = {
  reply: z.object({ url: z.string(), sessionId: z.string(), receipt }),
  reads: z.object(lenientTexts('url', 'sessionId', 'receipt')),
};

const openedAtPaypal = {
  reply: z.object({
    success: z.literal(true),
    orderId: z.string(),
    approvalUrl: z.string(),
    receipt,
  }),
  reads: z.object({
    success: lenient(z.boolean()),
    ...lenientTexts('orderId', 'approvalUrl', 'receipt', 'message', 'errorMessage', 'error'),
  }),
};

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
    accommodationNights: z.optional(wholeNumberUpTo(10)),
    accommodationGuests: z.optional(wholeNumberUpTo(10)),
    ...requestsOnWire,
    ...membership,
    productName: z.optional(z.string().check(z.maxLength(500))),
    description: z.optional(z.string().check(z.maxLength(1000))),
    unitAmount: z.optional(z.union([z.number(), z.string().check(z.maxLength(20))])),
    ...cardClaims,
  }),
  ...openedByCard,
});

export const createPaypalOrder = call({
  method: 'POST',
  path: '/api/payment/paypal/create',
  summary: 'Opens a PayPal checkout for a registration',
  body: z.object({ ...paypalOrder, pricingConfigId, ...requestsOnWire, ...membership }),
  ...openedAtPaypal,
});

/** The payer types the amount; `unitAmount` is the total including the fee, as decimal text: "105.00". */
export const createDiscountSession = call({
  method: 'POST',
  path: '/api/discounts/create-session',
  summary: 'Opens a card checkout for a registration at an agreed amount',
  body: z.object({
    customerEmail,
    name: customerName,
    ...ofPerson,
    productName: z.optional(line(200)),
    description: line(DESCRIPTION_LENGTH),
    unitAmount: z.string().check(z.regex(/^\d{1,8}(?:\.\d{2,3})?$/)),
    ...cardClaims,
  }),
  ...openedByCard,
});

export const createDiscountPaypalOrder = call({
  method: 'POST',
  path: '/api/discounts/paypal/create',
  summary: 'Opens a PayPal checkout for a registration at an agreed amount',
  body: z.object(paypalOrder),
  ...openedAtPaypal,
});

/** The states in a status answer. Such an answer never names a person. */
const paymentStatus = z.enum(['paid', 'unpaid', 'pending', 'failed', 'expired']);
export type PaymentStatus = z.output<typeof paymentStatus>;

const paidAt = lenient(z.iso.datetime());

const status = {
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
    /** The time at which the money arrived, by the clock of the server. */
    paidAt: z.optional(z.string()),
  }),
  reads: z.object({
    ...lenientTexts('paymentStatus', 'status', 'description', 'name', 'productName', 'reference'),
    metadata: lenient(z.object(lenientTexts('productName'))),
    paidAt,
  }),
};

/** A call with an empty form as its body. */
const update = {
  bodyType: 'application/x-www-form-urlencoded',
  query: z.object({ sessionId }),
  reply: z.object({ success: z.literal(true), message: z.string() }),
  reads: z.unknown(),
} as const;

/** `success` is true only for a verified payment. Every answer has it, because a page may read its absence as success. */
const capture = {
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
    ...lenientTexts('status', 'paymentStatus', 'orderId', 'message', 'errorMessage', 'reference'),
    paidAt,
  }),
};
export type CaptureReply = z.input<typeof capture.reply>;

export const getPaymentStatus = call({
  method: 'GET',
  path: '/api/payment/status/:sessionId',
  summary: 'The state of the payment of a checkout session',
  ...status,
});

export const getDiscountStatus = call({
  method: 'GET',
  path: '/api/discounts/status/:sessionId',
  summary: 'The state of the payment of a discount checkout session',
  ...status,
});

export const updatePayment = call({
  method: 'POST',
  path: '/api/payment/update',
  summary: 'Asks the server to verify a payment with its provider and to record it',
  ...update,
});

export const updateDiscount = call({
  method: 'POST',
  path: '/api/discounts/update',
  summary: 'Asks the server to verify a discount payment with its provider and to record it',
  ...update,
});

export const capturePaypalOrder = call({
  method: 'POST',
  path: '/api/payment/paypal/capture/:token',
  summary: 'Captures a PayPal payment that the payer has approved',
  ...capture,
});

export const captureDiscountPaypalOrder = call({
  method: 'POST',
  path: '/api/discounts/paypal/capture/:token',
  summary: 'Captures a PayPal discount payment that the payer has approved',
  ...capture,
});
