import type { CallLog } from './call-log.ts';
import type { Clock } from './clock.ts';
import type {
  Aim,
  AimedFault,
  Fault,
  Faults,
  NextOutcomes,
  OrderedOutcome,
  Outcome,
  Provider,
} from './faults.ts';
import { ledgerOf } from './ledger.ts';
import type { PayPalSandbox } from './paypal/paypal-sandbox.ts';
import type { EventStyle } from './stripe/stripe-events.ts';
import type { StripeSandbox } from './stripe/stripe-sandbox.ts';
import type { WebhookMode, WebhookSender } from './webhooks.ts';

export type SandboxSettings = {
  webhooks: WebhookMode;
  /** Webhooks that mode 'delayed' holds back. */
  held: number;
  faults: AimedFault[];
  outcomes: OrderedOutcome[];
  clockAheadMs: number;
};

type ControlDeps = {
  clock: Clock;
  calls: CallLog;
  faults: Faults;
  outcomes: NextOutcomes;
  webhooks: WebhookSender;
  stripe: StripeSandbox;
  paypal: PayPalSandbox | undefined;
};

const RECENT = 20;

export type SandboxControl = ReturnType<typeof sandboxControl>;

/**
 * A tester controls and reads the sandbox by these functions. Their arguments and results are plain data, for use over
 * HTTP. `paymentId` is a Checkout Session or its PaymentIntent, a PayPal order or its capture.
 */
export function sandboxControl(deps: ControlDeps) {
  const { clock, calls, faults, outcomes, webhooks, stripe, paypal } = deps;
  function needPaypal(): PayPalSandbox {
    if (!paypal) throw new Error('This sandbox was started without PayPal.');
    return paypal;
  }
  const accountOf = (provider: Provider) => (provider === 'paypal' ? needPaypal() : stripe);
  const providerOf = (paymentId: string) => (paypal?.knows(paymentId) ? paypal : stripe);

  return {
    webhooks: (mode: WebhookMode) => webhooks.setMode(mode),
    /** Sends the webhooks that mode 'delayed' held back, one after the other, and sets the mode to 'on'. */
    releaseWebhooks: (order: 'as-made' | 'reversed' = 'as-made') => webhooks.release(order),
    /** Resolves when no webhook is being sent; webhooks that wait for another attempt do not count. */
    settled: () => webhooks.idle(),
    /** Orders a fault for the next API calls that match the aim. */
    failNext: (fault: Fault, times = 1, aim?: Aim) => faults.add(fault, times, aim),
    /** Orders the outcome of a provider's next payment, whatever the payer types or presses. */
    nextPayment: (provider: Provider, outcome: Outcome) => outcomes.add(provider, outcome),
    /** Cancels the faults and outcomes that have not happened yet. */
    clearFaults() {
      faults.clear();
      outcomes.clear();
    },
    /**
     * Moves the sandbox's clock, backwards if `ms` is negative, and does what is due by then; on a new day Stripe pays out
     * its available money.
     */
    advance(ms: number) {
      clock.advance(ms);
      stripe.tick();
    },
    /** The bank decides about a debit; a bank transfer comes in whole, or the shop cancels it. */
    resolveAsync: (paymentId: string, outcome: 'succeeded' | 'failed') =>
      stripe.resolveAsync(paymentId, outcome),
    /**
     * A bank transfer comes for a session: the rest that is due, or an amount in minor units. `unknown`: Stripe does not
     * learn the payer's bank account and asks for it before a refund.
     */
    sendTransfer: (paymentId: string, amount?: number, from?: 'known' | 'unknown') =>
      stripe.sendTransfer(paymentId, amount, from),
    /** The payer names the bank account for which a refund of a bank transfer waits. */
    finishRefund: (refundId: string) => stripe.finishRefund(refundId),
    /** Completes or denies a pending PayPal capture. */
    resolvePending: (paymentId: string, outcome: 'completed' | 'denied') =>
      needPaypal().resolvePending(paymentId, outcome),
    /**
     * Refunds the whole payment or an amount in minor units, as the dashboard does; returns the id of the refund.
     */
    refund: (paymentId: string, amount?: number) => providerOf(paymentId).refund(paymentId, amount),
    /** Makes an earlier refund fail at the payer's bank; Stripe sends a webhook about the failure, PayPal does not. */
    failRefund: (refundId: string) => providerOf(refundId).failRefund(refundId),
    /** Sets whether PayPal's refunds wait for the buyer's bank from now on; `false` completes the waiting refunds. */
    pendingRefunds: (wait: boolean) => needPaypal().pendingRefunds(wait),
    /** The payer disputes a payment, whole or an amount in minor units; returns the id of the dispute. */
    dispute: (paymentId: string, amount?: number) =>
      providerOf(paymentId).dispute(paymentId, amount),
    /** Decides the dispute of a payment; after a lost dispute the payer keeps the money. */
    closeDispute: (paymentId: string, outcome: 'won' | 'lost') =>
      providerOf(paymentId).closeDispute(paymentId, outcome),
    /** Stripe warns that the bank suspects fraud; returns the id of the warning. */
    warnOfFraud: (paymentId: string) => stripe.warnOfFraud(paymentId),
    /** Sets whether Stripe's webhooks contain the object of the event or only name it, from now on. */
    stripeEvents: (style: EventStyle) => stripe.setEventStyle(style),
    /**
     * Pays out all money of a provider's account: Stripe makes a payout, also of money that is not available yet; at
     * PayPal the merchant withdraws it. Returns the ids, one for each currency.
     */
    payout: (provider: Provider) => accountOf(provider).payout(),
    /** The bank returns a payout. */
    failPayout: (payoutId: string) => providerOf(payoutId).failPayout(payoutId),
    /** The provider takes a fee that belongs to no payment, in minor units; returns the id of its transaction. */
    fee: (provider: Provider, amount: number, currency = 'eur') =>
      accountOf(provider).fee(amount, currency),
    /** Sets whether the shop's key may read what moved the balance. */
    mayReport: (provider: Provider, isAllowed: boolean) => accountOf(provider).mayReport(isAllowed),
    /** Sets the seconds until a transaction is in PayPal's list; three hours at first. */
    paypalReportDelay: (seconds: number) => needPaypal().setReportDelay(seconds),
    /** Sets the lifetime of the access tokens that PayPal issues from now on. */
    paypalTokenLifetime: (seconds: number) => needPaypal().setTokenLifetime(seconds),

    settings: (): SandboxSettings => ({
      webhooks: webhooks.mode(),
      held: webhooks.held(),
      faults: faults.waiting(),
      outcomes: outcomes.waiting(),
      clockAheadMs: clock.ahead(),
    }),
    /** The last twenty payments, newest first. */
    payments: () =>
      [...stripe.payments(), ...(paypal?.payments() ?? [])]
        .toReversed()
        .toSorted((one, other) => other.created - one.created)
        .slice(0, RECENT),
    /** The last ten thousand API calls, oldest first. */
    calls: () => calls.calls(),
    /** The charges, by Stripe's client_reference_id or PayPal's custom_id. */
    ledger: () => ledgerOf([...stripe.ledger(), ...(paypal?.ledger() ?? [])]),
  };
}
