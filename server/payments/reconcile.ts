import { setTimeout } from 'node:timers/promises';
import { timestamp } from '#server/identity.ts';
import { isOurs, type PaymentContext, providerOf } from './payment-context.ts';
import { listPayments } from './payments.ts';
import { findPaymentByRef, type Payment } from './payments.ts';
import { type ProviderStatus, ProviderUnavailable } from './provider.ts';

/** A difference between our payments and a provider's, in words for the organiser. */
export type Difference = { ref: string; words: string };

/**
 * Compares two ledgers: every payment of ours since a moment with its provider, and every checkout that a provider lists
 * with our payments. It only reads.
 */
export async function* reconcile(context: PaymentContext, since: Date): AsyncGenerator<Difference> {
  for (const payment of await listPayments(context.db, timestamp(since))) {
    if (payment.ref === undefined || !isOurs(context, payment)) continue;
    const words = await differenceOf(context, payment, payment.ref);
    if (words !== undefined) yield { ref: payment.ref, words };
  }
  for (const provider of context.providers.values()) {
    if (!provider.list) continue;
    try {
      for await (const { ref, status } of provider.list(since)) {
        if (status.state !== 'paid' || (await findPaymentByRef(context.db, ref))) continue;
        yield {
          ref,
          words: `${provider.name} was paid ${money(status)}, and our books do not know it`,
        };
      }
    } catch (error) {
      if (!(error instanceof ProviderUnavailable)) throw error;
      yield { ref: provider.name, words: 'did not answer, so what it knows was not compared' };
    }
  }
}

async function differenceOf(
  context: PaymentContext,
  payment: Payment,
  ref: string,
): Promise<string | undefined> {
  if (!context.providers.has(payment.provider)) return `${payment.provider} is not configured`;
  try {
    const status = await providerOf(context, payment).getStatus(ref);
    const theirs = status.state === 'paid' ? (status.amountCents ?? 0) - status.refundedCents : 0;
    const ours = PAID.has(payment.state) ? payment.amountCents - payment.refundedCents : 0;
    return theirs === ours
      ? undefined
      : `${payment.provider} holds ${theirs} cents, our books say ${ours} (${payment.state})`;
  } catch (error) {
    if (error instanceof ProviderUnavailable) return `${payment.provider} did not answer`;
    throw error;
  }
}

const PAID = new Set<Payment['state']>(['PAID', 'PART_REFUNDED', 'REFUNDED']);

function money(status: ProviderStatus): string {
  return `${status.amountCents ?? 0} cents ${status.currency ?? ''}`.trim();
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const COMPARED_MS = 3 * DAY;

/**
 * Reconciles the payments of the last three days twice: a payment that is being paid during the first comparison is
 * recorded by the second, so only what both find is a difference.
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
  return Array.fromAsync(reconcile(context, new Date(context.clock().getTime() - COMPARED_MS)));
}

/** Reconciles with `againMs` between the two looks, until the signal is aborted; a difference is an alarm. */
export async function alarmAtDifferences(
  context: PaymentContext,
  signal: AbortSignal,
  againMs = 10 * MINUTE,
): Promise<void> {
  const differences = await reconcileTwice(context, () =>
    setTimeout(againMs, undefined, { signal }),
  );
  const [first] = differences;
  if (!first) return;
  context.alarm('books and providers differ; organiser reconcile names every difference', {
    count: String(differences.length),
    first: `${first.ref}: ${first.words}`,
  });
}
