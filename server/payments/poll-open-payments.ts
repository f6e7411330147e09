import type { Db } from '#server/database/database.ts';
import { allRows } from '#server/database/queries.ts';
import { DAY, HOUR, MINUTE } from '#contract/time-spans.ts';
import { timestamp } from '#server/identity.ts';
import { closePayment } from './checkout.ts';
import { lapseChanges } from '#server/orders/rows/order-changes.ts';
import { expireOrders } from '#server/orders/rows/order-states.ts';
import { ours, stopWaitingElsewhere } from './other-accounts.ts';
import type { PaymentContext } from './payment-context.ts';
import { forgetNetworks } from './payment-quota.ts';
import { isMoneyState, isOver, OVER, UNDECIDED } from './payment-states.ts';
import { findPayment, type Payment, readPayment } from './payments.ts';
import { ProviderUnavailable } from './provider.ts';
import { REFUNDABLE_DAYS } from './refunds.ts';
import { sendRefunds } from './send-refunds.ts';
import { syncPayment } from './sync-payment.ts';
import { syncRefunds } from './sync-refunds.ts';
import { retryWebhookEvents } from './webhooks.ts';

/**
 * Runs one round of polling. It completes payments whose payer closed the browser and whose webhook was lost, and
 * captures whose request crashed; it sends refunds and handles unfinished webhook events. This round alone makes a
 * crash and a lost webhook harmless. A later `dueBy` includes payments whose next check is not due yet; `isThorough`
 * includes undecided payments that are not polled any more. Returns the number of payments that were asked about.
 */
export async function pollOpenPayments(
  context: PaymentContext,
  log: (message: string, error: unknown) => void,
  { dueBy = context.clock(), most = 200, isThorough = false } = {},
): Promise<number> {
  let asked = 0;
  for (const payment of await duePayments(context, dueBy, { most, isThorough })) {
    const failure = await poll(context, payment).then(
      () => undefined,
      (error: unknown) => ({ error }),
    );
    const now = await findPayment(context.db, payment.id);
    // The payment was erased meanwhile.
    if (!now) continue;
    if (!failure) asked += 1;
    else if (!(failure.error instanceof ProviderUnavailable)) {
      log('a payment could not be polled', failure.error);
    }
    const next = nextCheck(now, context.clock(), !failure);
    await scheduleCheck(context.db, payment.id, next && timestamp(next));
  }
  await retryWebhookEvents(context, (error) => {
    if (!(error instanceof ProviderUnavailable)) log('a webhook event could not be retried', error);
  });
  await stopWaitingElsewhere(context.db, context, context.clock());
  const now = timestamp(context.clock());
  await expireOrders(context.db, now);
  await lapseChanges(context.db, now);
  await forgetNetworks(context.db, context.clock());
  await sendRefunds(context, (error) => log('a refund could not be sent', error));
  return asked;
}

async function poll(context: PaymentContext, payment: Payment): Promise<void> {
  // The payment was never opened, so nobody has its address, and nobody waits for it by now.
  if (payment.state === 'NEW') await closePayment(context, payment);
  else if (isMoneyState(payment.state)) await syncRefunds(context, payment.id, 'reconciler');
  else await syncPayment(context, payment.id, 'reconciler');
}

/** A payer who closes the browser after paying gets the mail within ten minutes, also without a webhook. */
const PAUSES = [MINUTE, 2 * MINUTE, 5 * MINUTE];

/**
 * The time at which the poller asks about a payment again. It asks about an open checkout soon at first, then every
 * five minutes while somebody can pay it, then hourly for a day. It asks about a cancelled checkout once, when nobody
 * can pay it any more. A pending payment reserves its places, so the poller asks until the payment is decided: hourly
 * for two weeks, then daily. If the last check failed, the poller asks daily from then on, because money could have
 * come unnoticed. It asks about a paid payment daily, refunded or not, for as long as PayPal accepts refunds: somebody
 * can refund it in the dashboard, and a refund can fail at the payer's bank. It asks daily about a bank transfer that did
 * not come in time, because nobody can call it off at Stripe.
 */
function nextCheck(payment: Payment, now: Date, hasAnswer: boolean): Date | undefined {
  if (isOver(payment.state) && hasAnswer && !mayComeLate(payment)) return undefined;
  const after = (pause: number) => new Date(now.getTime() + pause);
  if (payment.provider === 'transfer' && !isMoneyState(payment.state)) {
    return nextCheckOfTransfer(payment, now);
  }
  if (now <= usualEnd(payment)) return after(pauseOf(payment, now));
  return hasAnswer || isMoneyState(payment.state) ? undefined : after(DAY);
}

/** Whether the money of a bank transfer may still come, although its place is free again. */
export function mayComeLate({ state, delayedBy }: Pick<Payment, 'state' | 'delayedBy'>): boolean {
  return state === 'EXPIRED' && delayedBy === 'virtual-account';
}

/**
 * A booking asks by itself, so the poller asks hourly, in case a booking was interrupted, and at the last moment. A
 * transfer that is open later has brought a part of the amount, and keeps its places until a person has decided.
 */
function nextCheckOfTransfer({ expiresAt }: Payment, now: Date): Date {
  const left = Date.parse(expiresAt) - now.getTime();
  return new Date(now.getTime() + (left > 0 ? Math.min(left, HOUR) : DAY));
}

function pauseOf({ state, checks, expiresAt }: Payment, now: Date): number {
  const isLong = now.getTime() > Date.parse(expiresAt) + PENDING_DAYS * DAY;
  if (isMoneyState(state) || isLong) return DAY;
  if (state === 'PENDING' || timestamp(now) > expiresAt) return HOUR;
  return PAUSES[Math.min(checks, PAUSES.length - 1)] ?? HOUR;
}

/** A bank decides about a pending payment within this time. */
const PENDING_DAYS = 14;

/** The time of the last check of a payment, unless the provider does not answer it. */
export function usualEnd(payment: Pick<Payment, 'state' | 'delayedBy' | 'expiresAt'>): Date {
  const { state, expiresAt } = payment;
  const isLong = isMoneyState(state) || state === 'PENDING' || mayComeLate(payment);
  const days = isLong ? REFUNDABLE_DAYS : 1;
  return new Date(Date.parse(expiresAt) + days * DAY);
}

/**
 * Our payments whose next check is due, the longest overdue first; `isThorough` adds undecided payments without a next
 * check.
 */
function duePayments(
  context: PaymentContext,
  now: Date,
  { most, isThorough }: { most: number; isThorough: boolean },
): Promise<Payment[]> {
  return context.db
    .selectFrom('payments')
    .selectAll()
    .where(ours(context))
    .where((is) =>
      is.or([
        is('next_check_at', '<=', timestamp(now)),
        ...(isThorough
          ? [is.and([is('next_check_at', 'is', null), is('state', 'in', UNDECIDED)])]
          : []),
      ]),
    )
    .where((is) =>
      is.or([
        is('state', 'not in', [...OVER]),
        // Perhaps the provider was switched off, so that the checkout was closed in our ledger alone.
        is.and([is('state', '=', 'CANCELLED'), is('expires_at', '<=', timestamp(now))]),
        is.and([is('state', '=', 'EXPIRED'), is('delayed_by', '=', 'virtual-account')]),
      ]),
    )
    .orderBy('next_check_at')
    .limit(most)
    .$call(allRows(readPayment));
}

/** Counts a check and sets the time of the next check; undefined: the poller does not ask again. */
async function scheduleCheck(db: Db, id: string, next: string | undefined): Promise<void> {
  await db
    .updateTable('payments')
    .set((column) => ({ next_check_at: next ?? null, checks: column('checks', '+', 1) }))
    .where('id', '=', id)
    .execute();
}
