import { setTimeout } from 'node:timers/promises';
import { DAY, MINUTE } from '#contract/time-spans.ts';
import { timestamp } from '#server/identity.ts';
import { amountWords } from './amount-words.ts';
import { listDisputes } from './disputes.ts';
import { isOurs, type PaymentContext, providerOf } from './payment-context.ts';
import { findPaymentByRef, listPayments, type Payment } from './payments.ts';
import {
  type PaymentProvider,
  type ProviderRefund,
  ProviderRefused,
  ProviderUnavailable,
} from './provider.ts';
import { type Refund, refundsOf } from './refunds.ts';
import { syncDisputes } from './sync-disputes.ts';

/** A difference between our payments and a provider's, in words for the organiser. */
export type Difference = { ref: string; words: string };

/** The differences of two ledgers about the same money, and the numbers of entries that were not compared. */
export type Comparison = { differences: Difference[]; others: { count: number; what: string }[] };

/**
 * Compares our ledger with the ledgers of the providers. Each payment that changed since a moment, with its refunds and
 * disputes, is compared with its provider; each checkout that a provider lists is compared with our payments. A dispute
 * whose webhook was lost is recorded; nothing else changes. Payments of other shops on the same account, and payments
 * of another mode, are only counted.
 */
export async function reconcile(context: PaymentContext, since: Date): Promise<Comparison> {
  const differences: Difference[] = [];
  const others = new Map<string, number>();
  const count = (what: string, more = 1) => others.set(what, (others.get(what) ?? 0) + more);

  const disputed = await syncDisputes(context, disputesSince(context, since));
  for (const [ref, why] of disputed.silent) {
    differences.push({ ref, words: `its disputes were not compared: ${why}` });
  }
  for (const [name, more] of disputed.foreign) count(`disputes of other shops at ${name}`, more);

  for (const payment of await listPayments(context.db, timestamp(since))) {
    if (payment.ref === undefined) continue;
    if (payment.mode !== context.mode) {
      count(`payments of the mode ${payment.mode}`);
      continue;
    }
    if (!isOurs(context, payment)) {
      count(`payments of another account of ${payment.provider}`);
      continue;
    }
    for (const words of await differencesIn(context, payment, payment.ref)) {
      differences.push({ ref: payment.ref, words });
    }
  }
  for (const provider of context.providers.values()) {
    try {
      for await (const { ref, hasInvoice, words } of unknownPayments(context, provider, since)) {
        if (hasInvoice) differences.push({ ref, words });
        else count(`payments of other shops at ${provider.name}`);
      }
    } catch (error) {
      if (!(error instanceof ProviderUnavailable || error instanceof ProviderRefused)) throw error;
      const words = 'did not answer, so its ledger was not compared';
      differences.push({ ref: provider.name, words });
    }
  }
  return { differences, others: [...others].map(([what, number]) => ({ what, count: number })) };
}

/**
 * Paid checkouts of the account that our ledger does not have. A checkout that we opened has one of our invoices in its
 * metadata.
 */
async function* unknownPayments(context: PaymentContext, provider: PaymentProvider, since: Date) {
  if (!provider.list) return;
  for await (const { ref, invoice, status } of provider.list(since)) {
    if (status.state !== 'paid' || (await findPaymentByRef(context.db, ref))) continue;
    const hasInvoice = invoice?.startsWith(`${context.referencePrefix}-`) ?? false;
    const amount = amountWords(status.amountCents, status.currency);
    const words = `${provider.name} was paid ${amount}, and our ledger does not have it`;
    yield { ref, hasInvoice, words };
  }
}

async function differencesIn(
  context: PaymentContext,
  payment: Payment,
  ref: string,
): Promise<string[]> {
  const { provider: name, paymentRef } = payment;
  const { code } = payment.currency;
  if (!context.providers.has(name)) return [`${name} is not configured`];
  try {
    const provider = providerOf(context, payment);
    const status = await provider.getStatus(ref);
    const theirs = status.state === 'paid' ? (status.amountCents ?? 0) - status.refundedCents : 0;
    const arrivedCents = payment.arrivedCents ?? payment.amountCents;
    const ours = PAID.has(payment.state) ? arrivedCents - payment.refundedCents : 0;
    const words = [];
    if (theirs !== ours) {
      const theirAmount = amountWords(theirs, status.currency ?? code);
      words.push(
        `${name} has ${theirAmount}, our ledger says ${amountWords(ours, code)} (${payment.state})`,
      );
    }
    const refunds = await refundsOf(context.db, payment.id);
    if (paymentRef !== undefined && (refunds.length > 0 || status.refundedCents > 0)) {
      words.push(...refundDifferences(name, refunds, await provider.listRefunds(ref, paymentRef)));
    }
    const lost = await listDisputes(context.db, { paymentId: payment.id, state: 'LOST' });
    const lostCents = lost.reduce((sum, { amountCents }) => sum + amountCents, 0);
    if (PAID.has(payment.state) && lostCents > payment.refundedCents) {
      const refunded = amountWords(payment.refundedCents, code);
      words.push(
        `${amountWords(lostCents, code)} was lost in disputes, and only ${refunded} was refunded`,
      );
    }
    return words;
  } catch (error) {
    if (error instanceof ProviderUnavailable) return [`${name} did not answer`];
    if (error instanceof ProviderRefused) return [`${name} refused to tell: ${error.message}`];
    throw error;
  }
}

/** Refunds made in the dashboard have no id of ours; their sum is compared with the payment. */
function refundDifferences(
  name: string,
  ours: readonly Refund[],
  theirs: readonly ProviderRefund[],
): string[] {
  const unknown = ours.filter(
    ({ id, ref, state }) =>
      state === 'SENT' &&
      ref !== undefined &&
      !theirs.some((refund) => refund.refundId === id && !refund.hasFailed),
  );
  const unheard = ours.filter(
    ({ id, state }) =>
      state !== 'SENT' && theirs.some((refund) => refund.refundId === id && !refund.hasFailed),
  );
  return [
    ...unknown.map(({ id }) => `refund ${id} is SENT in our ledger, and ${name} does not have it`),
    ...unheard.map(({ id, state }) => `refund ${id} was sent by ${name}, our ledger says ${state}`),
  ];
}

const PAID = new Set<Payment['state']>(['PAID', 'PART_REFUNDED', 'REFUNDED']);

const COMPARED_MS = 3 * DAY;
/** Stripe selects disputes only by the time at which they were opened. */
const DISPUTES_MS = 30 * DAY;

function disputesSince({ clock }: PaymentContext, since: Date): Date {
  return new Date(Math.min(since.getTime(), clock().getTime() - DISPUTES_MS));
}

/**
 * Reconciles the payments of the last three days twice: a payment that is being paid during the first comparison is
 * recorded before the second. Only a difference that both find counts.
 */
export async function reconcileTwice(
  context: PaymentContext,
  between: () => Promise<unknown>,
): Promise<Difference[]> {
  const first = await differencesOf(context);
  if (first.length === 0) return [];
  await between();
  const again = await differencesOf(context);
  const found = new Set(first.map(({ ref }) => ref));
  return again.filter(({ ref }) => found.has(ref));
}

async function differencesOf(context: PaymentContext): Promise<Difference[]> {
  const since = new Date(context.clock().getTime() - COMPARED_MS);
  return (await reconcile(context, since)).differences;
}

/**
 * Reconciles twice, `againMs` apart, and returns the differences after an alarm about them. The signal ends the wait.
 */
export async function alarmAtDifferences(
  context: PaymentContext,
  signal: AbortSignal,
  againMs = 10 * MINUTE,
): Promise<Difference[]> {
  const differences = await reconcileTwice(context, () =>
    setTimeout(againMs, undefined, { signal }),
  );
  const [first] = differences;
  if (!first) return [];
  context.alarm('ledger and providers differ; organiser reconcile names every difference', {
    count: String(differences.length),
    first: `${first.ref}: ${first.words}`,
  });
  return differences;
}
