import type { IncomingHttpHeaders } from 'node:http';
import type { Cents } from '#contract/money.ts';

export type ProviderName = 'stripe' | 'paypal' | 'free';

/** What a provider is asked to collect. It is stored before the call, so that a repetition is the same to the letter. */
export type CheckoutRequest = {
  orderId: string;
  paymentId: string;
  /** What people find the payment by at the provider: the order's reference and the attempt. Unique. */
  invoice: string;
  amountCents: Cents;
  currency: 'EUR';
  productName: string;
  description: string;
  customerEmail: string;
  /** Where the payer comes back to; the provider's own id is put in by the provider. */
  successUrl: string;
  cancelUrl: string;
  /** Seconds since 1970: from then on nobody can pay this checkout. */
  expiresAt: number;
};

/** A checkout as the provider sees it now, in our words. */
export type Sighting = {
  /** `approved`: the payer agreed, and the money still has to be collected by us. */
  state: 'open' | 'approved' | 'pending' | 'paid' | 'failed' | 'expired';
  orderId: string | undefined;
  amountCents: number | undefined;
  /** Upper case. */
  currency: string | undefined;
  live: boolean;
  /** What the money hangs on (payment intent, capture); absent before there is money. */
  paymentRef: string | undefined;
  /** What of the money went back, all refunds together. */
  refundedCents: number;
};

/** Of a checkout that nothing more is known of. */
export function bareSighting(state: 'open' | 'expired'): Sighting {
  return {
    state,
    orderId: undefined,
    amountCents: undefined,
    currency: undefined,
    live: false,
    paymentRef: undefined,
    refundedCents: 0,
  };
}

/** A webhook whose signature was right. It is only a notice: how the payment stands is looked up. */
export type Notice = {
  eventId: string;
  type: string;
  kind: 'payment' | 'dispute';
  /** The checkout it speaks of, where it names one. */
  ref: string | undefined;
  /** The payment intent or capture it speaks of, where it names one. */
  paymentRef: string | undefined;
  live: boolean;
};

/** What came of collecting an approved payment. */
export type Capture =
  /** The money moved or is on its way: look. */
  | { kind: 'done' }
  /**
   * The payer has to approve (again), maybe with another card; nothing moved. Without an address the one that the
   * payer had is still good.
   */
  | { kind: 'again'; url: string | undefined }
  /** Nothing moved and nothing will. */
  | { kind: 'refused'; code: string };

/**
 * One way to collect money. Every method may throw ProviderUnavailable: then nothing is known of the effect, and the
 * same call with the same key is safe to repeat.
 */
export interface PaymentProvider {
  readonly name: ProviderName;
  /** Real money. */
  readonly live: boolean;
  /** Opens a hosted checkout. Repeated with the same key and request it gives the same one. */
  open(request: CheckoutRequest, idempotencyKey: string): Promise<{ ref: string; url: string }>;
  /** Closes an open checkout; false when the provider will not, as it does once somebody paid. */
  close(ref: string, idempotencyKey: string): Promise<boolean>;
  look(ref: string): Promise<Sighting>;
  /**
   * Collects what the payer approved of a checkout that was opened with `request`; absent where paying is one step.
   * Repeated with the same key it collects once.
   */
  capture?(ref: string, request: CheckoutRequest, idempotencyKey: string): Promise<Capture>;
  /** Sends money back. Repeated with the same key it sends it once. */
  refund(paymentRef: string, amountCents: Cents, idempotencyKey: string): Promise<{ ref: string }>;
  /** Every checkout it knows since a moment; absent where the provider cannot list them. */
  list?(since: Date): AsyncIterable<{ ref: string; seen: Sighting }>;
  /** Checks the signature over the raw bytes; undefined when it is wrong. */
  readNotice(body: Buffer, headers: IncomingHttpHeaders): Promise<Notice | undefined>;
}

/** A definite no: the provider understood, and nothing happened. */
export class ProviderRefused extends Error {
  readonly code: string;
  readonly status: number;
  /** Where the payer can mend it, if the provider says. */
  readonly redirect: string | undefined;

  constructor(
    code: string,
    message: string,
    more: { status: number; redirect?: string | undefined },
  ) {
    super(message);
    this.code = code;
    this.status = more.status;
    this.redirect = more.redirect;
  }
}

/** No answer, or none that says what happened. */
export class ProviderUnavailable extends Error {}
