import { setTimeout as pause } from 'node:timers/promises';
import type { ExpressionBuilder } from 'kysely';
import { type Db, hasOneWriter } from '#server/database/database.ts';
import { allRows, firstRow } from '#server/database/queries.ts';
import type { Tables } from '#server/database/tables.ts';
import { atOnce } from '#server/at-once.ts';
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

type Log = (message: string, error: unknown) => void;

/** So many payments are asked about at once, by all servers together. */
export const POLLED_AT_ONCE = 8;
/** With this pause, eight at once are 20 a second: Stripe takes 25 requests of a kind a second, visitors' included. */
export const POLL_PAUSE_MS = 400;

type Round = {
  /** Asks about all payments whose next check is due by this moment, also those that another server is asking about. */
  dueBy?: Date;
  /** Then also asks about undecided payments that are not polled any more. */
  isThorough?: boolean;
  lanes?: number;
  /** Milliseconds from one payment of a lane to the next. */
  pauseMs?: number;
  /** Ends the round after the present payments. */
  signal?: AbortSignal;
};

/**
 * Runs the rounds of all jobs of payments, one after the other. These rounds alone make a crash and a lost webhook
 * harmless. Returns the number of payments that were asked about.
 */
export async function pollOpenPayments(
  context: PaymentContext,
  log: Log,
  round: Round = {},
): Promise<number> {
  const asked = await pollPayments(context, log, round);
  for (const { run } of paymentJobs) await run(context, log);
  return asked;
}

/**
 * Asks about payments whose payer closed the browser and whose webhook was lost, and captures those whose request
 * crashed. Every server takes the next due payment until none is left. Returns the number of payments that were asked
 * about.
 */
export async function pollPayments(
  context: PaymentContext,
  log: Log,
  { dueBy, isThorough = false, lanes = POLLED_AT_ONCE, pauseMs = 0, signal }: Round = {},
): Promise<number> {
  const listed = dueBy && (await listPolled(context, dueBy, isThorough));
  const next = async () => (listed ? listed.shift() : claimDue(context));
  const counts = await atOnce(lanes, async () => {
    let asked = 0;
    let rest = Promise.resolve();
    while (!signal?.aborted) {
      const payment = await next();
      if (!payment) break;
      await rest;
      rest = pause(pauseMs);
      asked += Number(await check(context, payment, log));
    }
    return asked;
  });
  return counts.reduce((sum, count) => sum + count, 0);
}

/** The other jobs of payments: each runs by itself, so that none waits for a provider that another one asks. */
export const paymentJobs: readonly {
  name: string;
  run: (context: PaymentContext, log: Log, signal?: AbortSignal) => Promise<void>;
}[] = [
  {
    name: 'webhook-events',
    run: (context, log, signal) =>
      retryWebhookEvents(
        context,
        (error) => {
          if (!(error instanceof ProviderUnavailable)) {
            log('a webhook event could not be retried', error);
          }
        },
        signal,
      ),
  },
  {
    name: 'expiry',
    async run(context) {
      await stopWaitingElsewhere(context.db, context, context.clock());
      const now = timestamp(context.clock());
      await expireOrders(context.db, now);
      await lapseChanges(context.db, now);
      await forgetNetworks(context.db, context.clock());
    },
  },
  {
    name: 'refunds',
    run: (context, log, signal) =>
      sendRefunds(context, (error) => log('a refund could not be sent', error), signal),
  },
];

/** False if the provider did not answer, or the payment was erased meanwhile. */
async function check(context: PaymentContext, payment: Payment, log: Log): Promise<boolean> {
  const failure = await poll(context, payment).then(
    () => undefined,
    (error: unknown) => ({ error }),
  );
  const now = await findPayment(context.db, payment.id);
  if (!now) return false;
  if (failure && !(failure.error instanceof ProviderUnavailable)) {
    log('a payment could not be polled', failure.error);
  }
  const next = nextCheck(now, context.clock(), !failure);
  await scheduleCheck(context.db, now, next && timestamp(next));
  return !failure;
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
  const after = (ms: number) => new Date(now.getTime() + ms);
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

/** No check takes as long. The payment of a dead server is due again after this time. */
const CLAIM_MS = 2 * MINUTE;

/** Takes the longest overdue payment of ours, so that no other lane and no other server takes it meanwhile. */
function claimDue(context: PaymentContext): Promise<Payment | undefined> {
  const now = context.clock();
  return context.db
    .updateTable('payments')
    .set({ next_check_at: timestamp(now, CLAIM_MS) })
    .where('id', '=', ({ selectFrom }) =>
      selectFrom('payments')
        .select('payments.id')
        .where('next_check_at', '<=', timestamp(now))
        .where(isPolled(context, now))
        .orderBy('next_check_at')
        .limit(1)
        .$if(!hasOneWriter(context.db), (query) => query.forNoKeyUpdate().skipLocked()),
    )
    .returningAll()
    .$call(firstRow(readPayment));
}

/** Our payments whose next check is due by a moment, the longest overdue first. */
function listPolled(context: PaymentContext, dueBy: Date, isThorough: boolean): Promise<Payment[]> {
  return context.db
    .selectFrom('payments')
    .selectAll()
    .where((is) =>
      is.or([
        is('next_check_at', '<=', timestamp(dueBy)),
        ...(isThorough
          ? [is.and([is('next_check_at', 'is', null), is('state', 'in', UNDECIDED)])]
          : []),
      ]),
    )
    .where(isPolled(context, dueBy))
    .orderBy('next_check_at')
    .$call(allRows(readPayment));
}

/** In a query of payments: ours, of which the provider may have news. */
function isPolled(context: PaymentContext, now: Date) {
  return (is: ExpressionBuilder<Tables, 'payments'>) =>
    is.and([
      ours(context)(is),
      is.or([
        is('payments.state', 'not in', [...OVER]),
        // Perhaps the provider was switched off, so that the checkout was closed in our ledger alone.
        is.and([
          is('payments.state', '=', 'CANCELLED'),
          is('payments.expires_at', '<=', timestamp(now)),
        ]),
        is.and([
          is('payments.state', '=', 'EXPIRED'),
          is('payments.delayed_by', '=', 'virtual-account'),
        ]),
      ]),
    ]);
}

/**
 * Counts a check and sets the time of the next check; undefined: the poller does not ask again. Does nothing if the
 * payment has another state meanwhile, whose next check is known to whoever wrote it.
 */
async function scheduleCheck(db: Db, { id, state }: Payment, next: string | undefined) {
  await db
    .updateTable('payments')
    .set((column) => ({ next_check_at: next ?? null, checks: column('checks', '+', 1) }))
    .where('id', '=', id)
    .where('state', '=', state)
    .execute();
}
