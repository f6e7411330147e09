import type { calls } from '#contract/calls.ts';
import type { ErrorCode } from '#contract/errors.ts';

export const tags = {
  programme: 'Speakers, and the choices of the form for abstracts',
  registration: 'Prices and registrations',
  payment: 'Payments of registrations',
  discount: 'Payments at an agreed amount',
  abstract: 'Abstracts',
} as const;

/** A call for readers of the OpenAPI document. It is not in the contract, because pages do not need it. */
export type CallDescription = {
  tag: keyof typeof tags;
  description: string;
  /** The refusals of this call, beside those that every call can have. */
  refusals?: readonly ErrorCode[];
  /** Refusals are plain text. */
  refusesAsText?: boolean;
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: Record<string, unknown>;
  reply: unknown;
};

const person = {
  name: 'Mira Lindqvist',
  phone: '+46 8 5550 142',
  email: 'mira.lindqvist@lab.example',
  instituteOrUniversity: 'Baltic Institute of Soft Matter',
  country: 'Sweden',
};
const { name: customerName, email: customerEmail, ...rest } = person;
const { instituteOrUniversity: organizationName, ...contact } = person;
const addresses = {
  successUrl: 'https://conference.example/payment-success',
  cancelUrl: 'https://conference.example/payment-cancel',
};
const pricingConfigId = 'registration:speaker:1:0';
const sessionId = 'cs_test_a1b2c3d4e5f6g7h8';
const token = '5O190127TN364715T';
const asking: ErrorCode[] = ['unknown-payment', 'removed', 'provider-unavailable'];
const verifying: ErrorCode[] = ['disk-full', 'not-paid', ...asking];
const capturing: ErrorCode[] = ['disk-full', 'provider-refused', ...asking];
const opening = [
  'disk-full',
  'closed',
  'sold-out',
  'payment-in-progress',
  'paid-already',
  'removed',
  'provider-refused',
  'provider-unavailable',
  'quota-reached',
] as const;
const openedByCard = {
  url: 'https://checkout.stripe.com/c/pay/cs_test_a1b2c3d4e5f6g7h8',
  sessionId,
  receipt: 'https://conference.example/receipt/k3v9p2',
};
const openedAtPaypal = {
  success: true,
  orderId: token,
  approvalUrl: `https://www.paypal.com/checkoutnow?token=${token}`,
};
const paypalBody = {
  ...rest,
  customerEmail,
  customerName,
  amount: 418.95,
  currency: 'EUR',
  ...addresses,
};
const paidStatus = {
  paymentStatus: 'paid',
  status: 'complete',
  description: 'Registration, Speaker',
  name: 'Registration',
  productName: 'Registration',
  metadata: { productName: 'Registration' },
  reference: 'PS26-7K3M-9QXW',
  paidAt: '2026-03-01T09:30:00.000Z',
};
const captured = {
  success: true,
  status: 'COMPLETED',
  paymentStatus: 'paid',
  orderId: token,
  message: 'The payment is complete.',
  reference: 'PS26-7K3M-9QXW',
};
const recorded = { success: true, message: 'The payment is recorded.' };
const OPENS =
  'Answers with the address of the page on which the payer pays. The same order from the same person opens it once. The amount has to be the one that the server asks for.';
const VERIFIES =
  'The server asks the provider and believes nobody else. The call can be repeated: a payment is recorded once.';

export const descriptions: Record<keyof typeof calls, CallDescription> = {
  listSpeakers: {
    tag: 'programme',
    description: 'A field that is not known is absent.',
    reply: [{ id: 'ada-example', name: 'Ada Example', type: 'Keynote' }],
  },
  getPricing: {
    tag: 'registration',
    description:
      'Answers with one price, whose id goes into the call that opens a checkout. Amounts are in the currency of the conference.',
    refusals: ['closed', 'sold-out'],
    body: {
      registrationType: 'REGISTRATION_ONLY',
      presentationType: 'SPEAKER',
      numberOfNights: 1,
      numberOfGuests: 0,
    },
    reply: [
      {
        id: pricingConfigId,
        totalPrice: 418.95,
        processingFeePercent: 5,
        presentationType: { type: 'SPEAKER', price: 399 },
      },
    ],
  },
  register: {
    tag: 'registration',
    description:
      'The same registration of the same person is recorded once. It has no place before it is paid.',
    refusals: ['disk-full', 'closed', 'sold-out'],
    body: { ...person, presentationType: 'SPEAKER', registrationType: 'REGISTRATION_ONLY' },
    reply: { success: true, message: 'The registration is recorded.' },
  },
  createCheckoutSession: {
    tag: 'payment',
    description: OPENS,
    refusals: ['unknown-price', 'price-changed', ...opening],
    query: { pricingConfigId },
    body: {
      ...person,
      registrationType: 'REGISTRATION_ONLY',
      presentationType: 'SPEAKER',
      unitAmount: 418.95,
      quantity: 1,
      currency: 'eur',
      ...addresses,
    },
    reply: openedByCard,
  },
  getPaymentStatus: {
    tag: 'payment',
    description: 'The answer never names a person.',
    refusals: asking,
    params: { sessionId },
    reply: paidStatus,
  },
  updatePayment: {
    tag: 'payment',
    description: VERIFIES,
    refusals: verifying,
    query: { sessionId },
    reply: recorded,
  },
  createPaypalOrder: {
    tag: 'payment',
    description: OPENS,
    refusals: ['unknown-price', 'price-changed', ...opening],
    body: { ...paypalBody, pricingConfigId },
    reply: openedAtPaypal,
  },
  capturePaypalOrder: {
    tag: 'payment',
    description: VERIFIES,
    refusals: capturing,
    params: { token },
    reply: captured,
  },
  createDiscountSession: {
    tag: 'discount',
    description: `${OPENS} A refusal of this call is plain text.`,
    refusesAsText: true,
    refusals: opening,
    body: {
      ...rest,
      name: customerName,
      customerEmail,
      description: 'Student helper',
      unitAmount: '105.00',
      quantity: 1,
      currency: 'eur',
      ...addresses,
    },
    reply: openedByCard,
  },
  createDiscountPaypalOrder: {
    tag: 'discount',
    description: OPENS,
    refusals: opening,
    body: { ...paypalBody, amount: 105 },
    reply: openedAtPaypal,
  },
  captureDiscountPaypalOrder: {
    tag: 'discount',
    description: VERIFIES,
    refusals: capturing,
    params: { token },
    reply: captured,
  },
  getDiscountStatus: {
    tag: 'discount',
    description: 'The answer never names a person.',
    refusals: asking,
    params: { sessionId },
    reply: paidStatus,
  },
  updateDiscount: {
    tag: 'discount',
    description: VERIFIES,
    refusals: verifying,
    query: { sessionId },
    reply: recorded,
  },
  listInterestAreas: {
    tag: 'programme',
    description: 'An id goes into interestedInId.',
    reply: [{ id: 'materials', option_name: 'Advanced materials' }],
  },
  listSessions: {
    tag: 'programme',
    description: 'An id goes into sessionId.',
    reply: [{ id: 'smart-polymers', option_name: 'Smart Polymers' }],
  },
  submitAbstract: {
    tag: 'abstract',
    description: 'The order of the parts does not matter.',
    refusals: ['disk-full', 'closed', 'quota-reached'],
    body: {
      ...contact,
      titlePrefix: 'Dr',
      organizationName,
      interestedInId: 'materials',
      sessionId: 'smart-polymers',
      abstractFile: 'abstract.pdf',
    },
    reply: {
      success: true,
      message: 'The abstract has arrived.',
      reference: 'A26-7K3M-9QXW',
      session: 'Smart Polymers',
      fileName: 'abstract.pdf',
      bytes: 48_213,
      sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    },
  },
};
