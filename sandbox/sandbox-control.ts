import type { ApiCall, CallLog } from './call-log.ts';
import type { Clock } from './clock.ts';
import type { Aim, AimedFault, Fault, Faults, Provider } from './faults.ts';
import { type Ledger, ledgerOf } from './ledger.ts';
import type { NextOutcomes, OrderedOutcome, Outcome } from './next-outcomes.ts';
import type { PayPalSandbox } from './paypal/paypal-sandbox.ts';
import type { PretendPayment } from './pretend-payments.ts';
import type { stripeSandbox } from './stripe/stripe-sandbox.ts';
import type { WebhookMode, WebhookSender } from './webhook-sender.ts';

export type SandboxSettings = {
  webhooks: WebhookMode;
  /** Webhooks that mode 'delayed' holds back. */
  held: number;
  faults: AimedFault[];
  outcomes: OrderedOutcome[];
  clockAheadMs: number;
};

/** What a tester controls and reads. Arguments and answers are plain data, so that it can be used over HTTP. */
export type SandboxControl = {
  webhooks(mode: WebhookMode): void;
  /** Sends the webhooks that mode 'delayed' held back, one after the other, and sets the mode to 'on'. */
  releaseWebhooks(order?: 'as-made' | 'reversed'): Promise<void>;
  /** Resolves when no webhook is being sent; those waiting for another attempt do not count. */
  settled(): Promise<void>;
  /**
   * Orders a fault for the next API call or calls that it is aimed at. PayPal's certificates are fetched
   * at any time, so only a fault aimed at a part of their path reaches them.
   */
  failNext(fault: Fault, times?: number, aim?: Aim): void;
  /** Orders the outcome of a provider's next payment, whatever the payer types or presses. */
  nextPayment(provider: Provider, outcome: Outcome): void;
  /** Cancels the faults and outcomes that have not happened yet. */
  clearFaults(): void;
  /** The current settings. */
  settings(): SandboxSettings;
  /** The last twenty payments, newest first. */
  payments(): PretendPayment[];
  /** The last ten thousand API calls, oldest first. */
  calls(): ApiCall[];
  /** Money that was taken, by Stripe's client_reference_id or PayPal's custom_id. */
  ledger(): Ledger;
  /** Moves the sandbox's clock, backwards if negative, and does what has become due. */
  advance(ms: number): void;
  /** Completes or fails a delayed card payment. */
  resolveAsync(sessionId: string, outcome: 'succeeded' | 'failed'): void;
  /** Completes or denies a pending PayPal capture. */
  resolvePending(captureOrOrderId: string, outcome: 'completed' | 'denied'): void;
  /**
   * A refund made in the dashboard, of the whole payment or of an amount in minor units; returns its id. The payment is
   * named by its checkout session, PayPal order or PayPal capture.
   */
  refund(paymentId: string, amount?: number): string;
  /** Makes an earlier Stripe refund fail at the bank. */
  failRefund(refundId: string): void;
  /** PayPal takes back the rest of a capture, for example after a lost dispute; returns the id of the reversal. */
  reverse(captureOrOrderId: string): string;
  dispute(paymentId: string): void;
  /** The lifetime of the access tokens that PayPal issues from now on. */
  paypalTokenLifetime(seconds: number): void;
};

const RECENT = 20;

export function sandboxControl({
  clock,
  calls,
  faults,
  outcomes,
  webhooks,
  stripe,
  paypal,
}: {
  clock: Clock;
  calls: CallLog;
  faults: Faults;
  outcomes: NextOutcomes;
  webhooks: WebhookSender;
  stripe: ReturnType<typeof stripeSandbox>;
  paypal: PayPalSandbox | undefined;
}): SandboxControl {
  function played(): PayPalSandbox {
    if (!paypal) throw new Error('This sandbox was started without PayPal.');
    return paypal;
  }
  const playerOf = (paymentId: string) => (paypal?.knows(paymentId) ? paypal : stripe);

  return {
    webhooks: (mode) => webhooks.setMode(mode),
    releaseWebhooks: (order = 'as-made') => webhooks.release(order),
    settled: () => webhooks.settled(),
    failNext: (fault, times = 1, aim) => faults.add(fault, times, aim),
    nextPayment: (provider, outcome) => outcomes.add(provider, outcome),
    clearFaults() {
      faults.clear();
      outcomes.clear();
    },
    settings: () => ({
      webhooks: webhooks.mode(),
      held: webhooks.held(),
      faults: faults.waiting(),
      outcomes: outcomes.waiting(),
      clockAheadMs: clock.ahead(),
    }),
    payments: () =>
      [...stripe.payments(), ...(paypal?.payments() ?? [])]
        .toReversed()
        .toSorted((one, other) => other.created - one.created)
        .slice(0, RECENT),
    calls: () => calls.calls(),
    ledger: () => ledgerOf([...stripe.ledger(), ...(paypal?.ledger() ?? [])]),
    advance(ms) {
      clock.advance(ms);
      stripe.tick();
    },
    resolveAsync: (sessionId, outcome) => stripe.resolveAsync(sessionId, outcome),
    resolvePending: (id, outcome) => played().resolvePending(id, outcome),
    refund: (id, amount) => playerOf(id).refund(id, amount),
    failRefund: (refundId) => stripe.failRefund(refundId),
    reverse: (id) => played().reverse(id),
    dispute: (id) => playerOf(id).dispute(id),
    paypalTokenLifetime: (seconds) => played().setTokenLifetime(seconds),
  };
}
