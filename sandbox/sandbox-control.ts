import type { ApiCall, CallLog } from './call-log.ts';
import type { Clock } from './clock.ts';
import type { Aim, Fault, Faults } from './faults.ts';
import { type Ledger, ledgerOf } from './ledger.ts';
import type { PayPalSandbox } from './paypal/paypal-sandbox.ts';
import type { stripeSandbox } from './stripe/stripe-sandbox.ts';
import type { WebhookMode, WebhookSender } from './webhook-sender.ts';

/** What a tester turns and reads. Arguments and answers are plain data, so that it can be put behind HTTP. */
export type SandboxControl = {
  webhooks(mode: WebhookMode): void;
  /** Sends what mode 'delayed' held back, one after the other, and goes back to 'on'. */
  releaseWebhooks(order?: 'as-made' | 'reversed'): Promise<void>;
  /** Resolves when no webhook is on the wire; those waiting for another attempt do not count. */
  settled(): Promise<void>;
  /**
   * Orders a fault for the next API call, or the next few, of those it is aimed at. PayPal's certificates are answered
   * at any time, so only a fault aimed at a part of their path reaches them.
   */
  failNext(fault: Fault, times?: number, aim?: Aim): void;
  /** The last ten thousand API calls, oldest first. */
  calls(): ApiCall[];
  /** Money really taken, by Stripe's client_reference_id or PayPal's custom_id. */
  ledger(): Ledger;
  /** Moves the sandbox's clock, and lets happen what becomes due. */
  advance(ms: number): void;
  /** Ends a card payment that settles later. */
  resolveAsync(sessionId: string, outcome: 'succeeded' | 'failed'): void;
  /** Ends a PayPal capture that is pending. */
  resolvePending(captureOrOrderId: string, outcome: 'completed' | 'denied'): void;
  /**
   * A refund made in the dashboard, of the whole payment or of some minor units; answers with its id. The payment is
   * named by its checkout session, PayPal order or PayPal capture.
   */
  refund(paymentId: string, amount?: number): string;
  /** Lets a Stripe refund that was made fail at the bank. */
  failRefund(refundId: string): void;
  /** PayPal takes back what is left of a capture, e.g. after a lost dispute; answers with the id of the reversal. */
  reverse(captureOrOrderId: string): string;
  dispute(paymentId: string): void;
  /** Of the access tokens that PayPal gives from now on. */
  paypalTokenLifetime(seconds: number): void;
};

export function sandboxControl({
  clock,
  calls,
  faults,
  webhooks,
  stripe,
  paypal,
}: {
  clock: Clock;
  calls: CallLog;
  faults: Faults;
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
