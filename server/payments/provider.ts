import type { IncomingHttpHeaders } from 'node:http';
import type { Cents, Currency } from '#contract/money.ts';
import type {
  DisputeState,
  EntryKind,
  PayoutState,
  ProviderName,
} from '#server/database/payment-tables.ts';
import type { ProviderCurrency } from './provider-currency.ts';

export type { DisputeState, EntryKind, PayoutState, ProviderName };

/**
 * The request to a provider to collect money. It is stored before the call, so that a repeated call sends the same
 * bytes.
 */
export type CheckoutRequest = {
  orderId: string;
  paymentId: string;
  /** The name by which people find the payment at the provider: the order's reference and the attempt. Unique. */
  invoice: string;
  amountCents: Cents;
  /** The ISO code of the currency. */
  currency: string;
  productName: string;
  description: string;
  customerEmail: string;
  /** The language of the provider's page; absent: the provider follows the browser. */
  language?: string | undefined;
  /** The origin at which the payer reached this site; later mails use it in their links. */
  origin: string;
  /** The address to which the payer returns; the provider replaces CHECKOUT_ID by its own id. */
  successUrl: string;
  cancelUrl: string;
  /** The end of the time in which the checkout can be paid, in seconds since 1970. */
  expiresAt: number;
};

/** Placeholder in a return address for the provider's id of the checkout. Stripe expects it unencoded. */
export const CHECKOUT_ID = '{CHECKOUT_SESSION_ID}';

/** Whether an address is a page of the pretend provider on this site; never true without a sandbox. */
export function isSandboxAddress(
  url: URL,
  { origin }: CheckoutRequest,
  sandboxPath: string | undefined,
): boolean {
  return sandboxPath !== undefined && url.origin === origin && url.pathname.startsWith(sandboxPath);
}

/** The status of a checkout at its provider, in our words. */
export type ProviderStatus = {
  /** `approved`: the payer agreed, and we still have to capture the money. */
  state: 'open' | 'approved' | 'pending' | 'paid' | 'failed' | 'expired';
  orderId: string | undefined;
  /** For an open bank transfer: the part that came. */
  amountCents: number | undefined;
  /** Upper case. */
  currency: string | undefined;
  live: boolean;
  /** The provider's id of the money (payment intent, capture); absent before there is money. */
  paymentRef: string | undefined;
  /** The amount that is gone: all refunds, and the sums of lost disputes. */
  refundedCents: number;
  /** The reason why the money comes days after the checkout, if the provider tells it. */
  delay?: Delay | undefined;
  /** The money beyond the amount, which the provider keeps for the payer; absent if it does not tell. */
  overpaidCents?: number | undefined;
};

/**
 * Money that comes days later: a bank collects it, or the payer transfers it to an account that Stripe made for the
 * payment. The conference's own account is the provider `transfer`. `arrivedCents` is the part of a transfer
 * that has come, and `instructions` the address of the provider's page with the bank details.
 */
export type Delay =
  | { by: 'debit' }
  | { by: 'virtual-account'; arrivedCents: number; instructions: string | undefined };

/** The status of a checkout if the provider tells only its state. */
export function bareStatus(state: 'open' | 'expired'): ProviderStatus {
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

/** A webhook with a valid signature. It says only that something changed: the server then asks the provider for the status. */
export type WebhookEvent = {
  eventId: string;
  type: string;
  /** The provider's id of the checkout, if the event names one. */
  ref: string | undefined;
  /** The provider's id of the payment intent or capture, if the event names one. */
  paymentRef: string | undefined;
  /** The provider's id of the dispute, if the event is about one. */
  disputeRef: string | undefined;
  /** The provider's id of a fraud warning, if the event is one. */
  fraudWarningRef: string | undefined;
  live: boolean;
};

/** A refund as its provider lists it. */
export type ProviderRefund = {
  ref: string;
  /** Our id of the refund; undefined if it was made in the provider's dashboard. */
  refundId: string | undefined;
  amountCents: number;
  /** Whether the refund failed: the bank refused it, or it was cancelled. */
  hasFailed: boolean;
  /** Whether it waits until the payer has named a bank account. */
  isWaiting?: boolean;
  /** Whether a person has still to make it, so that the provider can cancel it. */
  isToBeMade?: boolean;
};

/** A dispute as its provider reports it. */
export type ProviderDispute = {
  ref: string;
  /** The provider's id of the money that is disputed. */
  paymentRef: string | undefined;
  state: DisputeState;
  amountCents: Cents;
  /** Upper case. */
  currency: string;
  /** The provider's deadline for an answer, if it wants one. */
  dueAt: string | undefined;
  openedAt: string;
};

/** A movement of money on the account of a provider. Money that leaves is negative; net is gross less the fee. */
export type ProviderEntry = {
  ref: string;
  kind: EntryKind;
  /** The provider's id of the money that it is about (payment intent, capture). */
  paymentRef: string | undefined;
  /** The provider's id of the refund, dispute or payout that caused it. */
  sourceRef: string | undefined;
  /** The invoice that the shop wrote into the payment. */
  invoice: string | undefined;
  grossCents: number;
  feeCents: number;
  netCents: number;
  currency: ProviderCurrency;
  at: string;
};

/** Money that a provider sent to our bank account. */
export type ProviderPayout = {
  ref: string;
  state: PayoutState;
  /** The provider made it by itself, and so knows which entries are in it. */
  isAutomatic: boolean;
  /** Whether the provider has sorted out its entries. */
  hasEntries: boolean;
  amountCents: number;
  currency: ProviderCurrency;
  /** The day on which it arrives: 2026-05-29. */
  arrivesOn: string;
  createdAt: string;
};

/** Reads the movements on the account of a provider. */
export type BalanceReader = {
  /** For so many days an entry can still change, or appear with an earlier date. */
  settlesInDays: number;
  /** The names of the rights that the keys need, for a sentence. */
  rights: string;
  /**
   * The entries of a time, and payouts that are entries themselves. `until` is the end of what the provider can tell
   * yet. `returned` are payouts that came back.
   */
  entries(
    from: Date,
    until: Date,
  ): Promise<{
    entries: ProviderEntry[];
    payouts: ProviderPayout[];
    returned: string[];
    until: Date;
  }>;
  /** The payouts whose entries the provider names; absent if it names none. */
  listPayouts?(since: Date): Promise<ProviderPayout[]>;
  /** All entries in a payout that `hasEntries`. */
  entriesOf?(payoutRef: string): Promise<ProviderEntry[]>;
};

/** The outcome of capturing an approved payment. */
export type Capture =
  /** The money moved or is on its way; getStatus tells which of the two. */
  | { kind: 'done' }
  /**
   * No money moved: the payer has to approve again, perhaps with another card. Without `url` the payer's earlier
   * address still works.
   */
  | { kind: 'again'; url: string | undefined }
  /** No money moved, and no money will move. */
  | { kind: 'refused'; code: string };

/**
 * One way to collect money. Every method may throw ProviderUnavailable: then nobody knows whether the call had an
 * effect, and the caller can safely repeat it with the same key.
 */
export interface PaymentProvider {
  readonly name: ProviderName;
  /** Whether its keys take real money. */
  readonly live: boolean;
  /** The account that its keys belong to; undefined for the provider of free orders. */
  readonly account: string | undefined;
  /** Opens a hosted checkout. A repeated call with the same key and request returns the same checkout. */
  open(request: CheckoutRequest, idempotencyKey: string): Promise<{ ref: string; url: string }>;
  /** Closes an open checkout; false if the provider refuses, for example because somebody paid. */
  close(ref: string): Promise<boolean>;
  getStatus(ref: string): Promise<ProviderStatus>;
  /**
   * Returns the part of the amount that came for a checkout that nobody may pay any more; absent if the provider takes
   * the whole amount or nothing.
   */
  returnPart?(ref: string): Promise<void>;
  /**
   * Captures the approved amount of a checkout that was opened with `request`; absent if the provider needs no capture.
   * Repeated calls with the same key capture once.
   */
  capture?(ref: string, request: CheckoutRequest, idempotencyKey: string): Promise<Capture>;
  /**
   * Refunds the money `paymentRef`, or a part of the money. The provider stores our id of the refund. Repeated calls
   * with the same key send one refund for as long as the provider remembers keys (PayPal 6 hours, Stripe 24).
   */
  refund(
    paymentRef: string,
    refund: { id: string; amountCents: Cents; currency: Currency; idempotencyKey: string },
  ): Promise<{ ref: string }>;
  /**
   * Cancels the refund with our id, which then has failed; false if it is no longer to be made. Absent if the provider
   * makes refunds itself.
   */
  cancelRefund?(refundId: string): Promise<boolean>;
  /** Every refund of a checkout, including those made in the provider's dashboard. */
  listRefunds(ref: string, paymentRef: string): Promise<ProviderRefund[]>;
  /** A dispute by its id; undefined if the provider does not know it. */
  getDispute(ref: string): Promise<ProviderDispute | undefined>;
  /** Every dispute of the account that was opened or changed since a moment, as far as the provider can tell. */
  listDisputes(since: Date): AsyncIterable<ProviderDispute>;
  /**
   * Every checkout of the account that began since a moment, with the invoice that we wrote into its metadata; absent if
   * the provider cannot list them.
   */
  list?(
    since: Date,
  ): AsyncIterable<{ ref: string; invoice: string | undefined; status: ProviderStatus }>;
  /** Reads the movements on its account; absent if it has no account. */
  readonly balance?: BalanceReader;
  /**
   * Checks the signature over the raw bytes and reads the event. If the event only names its object, the provider is
   * asked for the object. Undefined if the signature is wrong. If only the provider can check the signature,
   * `beforeAsking` gets the claims of the event before that question, and may throw.
   */
  parseWebhook(
    body: Buffer,
    headers: IncomingHttpHeaders,
    beforeAsking: (claimed: WebhookEvent) => Promise<void>,
  ): Promise<WebhookEvent | undefined>;
}

/** A definite refusal: the provider understood the call and changed nothing. */
export class ProviderRefused extends Error {
  readonly code: string;
  readonly status: number;
  /** The page where the payer can choose another means, if the provider gave one. */
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

/** No answer, or an unclear one: nobody knows whether the call had an effect. */
export class ProviderUnavailable extends Error {
  /** The HTTP status, if there was an answer; 401 and 403 say that our keys may not do this. */
  readonly status: number | undefined;

  constructor(message: string, status?: number) {
    super(message);
    this.status = status;
  }
}
