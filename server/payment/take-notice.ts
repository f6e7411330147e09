import { inTransaction } from '#server/database/database.ts';
import { timestamp } from '#server/identity.ts';
import { noteRefunds } from './note-refunds.ts';
import { holdsMoney } from './payment-states.ts';
import { findPaymentByMoney, findPaymentByRef, markDisputed, type Payment } from './payments.ts';
import type { Notice, PaymentProvider } from './payment-provider.ts';
import { raiseDoubt } from './raise-doubt.ts';
import { finishEvent, noteEvent, undoneEvents } from './provider-events.ts';
import { settle } from './settle.ts';
import { providerOf, type Till } from './till.ts';

/**
 * Acts on a webhook. The event is written down first and marked done last: a crash in between leaves it undone, and
 * the provider sends it again. An error of ours answers 5xx for the same reason.
 */
export async function takeNotice(
  till: Till,
  provider: PaymentProvider,
  notice: Notice,
): Promise<void> {
  const isDone = await noteEvent(till.db, provider.name, notice, timestamp(till.clock()));
  if (!isDone) await act(till, provider, notice, false);
}

/** How long a notice about money that we do not know yet may wait for the notice that it came. */
const UNKNOWN_MONEY_WAITS_MS = 24 * 60 * 60_000;

/**
 * Goes on with notices that were written down over a minute ago and not dealt with. Those of a provider that is switched
 * off wait until it is on again.
 */
export async function repeatNotices(till: Till, onError: (error: unknown) => void): Promise<void> {
  const now = till.clock();
  const aMinuteAgo = timestamp(now, -60_000);
  const undone = await undoneEvents(till.db, aMinuteAgo, [...till.providers.keys()]);
  for (const { provider, notice, receivedAt } of undone) {
    const isLast = receivedAt < timestamp(now, -UNKNOWN_MONEY_WAITS_MS);
    await act(till, providerOf(till, provider), notice, isLast).catch(onError);
  }
}

async function act(
  till: Till,
  provider: PaymentProvider,
  notice: Notice,
  isLast: boolean,
): Promise<void> {
  const outcome = (await outcomeOf(till, provider, notice)) ?? (isLast ? 'not ours' : undefined);
  if (outcome === undefined) return;
  await finishEvent(till.db, provider.name, notice.eventId, outcome, timestamp(till.clock()));
}

/** Undefined where it speaks of money that may still become known: events come in any order. */
async function outcomeOf(
  till: Till,
  provider: PaymentProvider,
  notice: Notice,
): Promise<string | undefined> {
  if (notice.live !== provider.live) return 'of the other mode';
  const payment = await paymentOf(till, provider, notice);
  if (!payment) {
    return notice.ref === undefined && notice.paymentRef !== undefined ? undefined : 'not ours';
  }
  if (notice.kind === 'dispute') {
    await inTransaction(till.db, async (tx) => {
      await markDisputed(tx, payment.id);
      await raiseDoubt(tx, till, payment, 'disputed', { notice: notice.type });
    });
    return 'disputed';
  }
  const state = await settle(till, payment.id, 'webhook');
  return holdsMoney(state) && payment.state === state
    ? noteRefunds(till, payment.id, 'webhook')
    : state;
}

async function paymentOf(
  till: Till,
  provider: PaymentProvider,
  notice: Notice,
): Promise<Payment | undefined> {
  const byRef = notice.ref === undefined ? undefined : await findPaymentByRef(till.db, notice.ref);
  if (byRef) return byRef.provider === provider.name ? byRef : undefined;
  return notice.paymentRef === undefined
    ? undefined
    : findPaymentByMoney(till.db, provider.name, notice.paymentRef);
}
