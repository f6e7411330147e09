import { timestamp } from '#server/identity.ts';
import { closeAttempt } from './close-attempt.ts';
import { expireOrders } from './orders.ts';
import { noteRefunds } from './note-refunds.ts';
import { ProviderUnavailable } from './payment-provider.ts';
import { isMoneyState } from './payment-states.ts';
import { duePayments, scheduleCheck } from './due-payments.ts';
import { findPayment, type Payment } from './payments.ts';
import { REFUNDABLE_DAYS } from './refunds.ts';
import { sendRefunds } from './send-refunds.ts';
import { settle } from './settle.ts';
import { repeatNotices } from './take-notice.ts';
import type { Till } from './till.ts';

/**
 * One round of looking after what nobody asked about: payments whose payer closed the browser and whose webhook was
 * lost, captures whose holder died, refunds to be sent, notices that were not dealt with. It alone makes a crash and a
 * lost webhook harmless. A later `dueBy` looks after what would not be its turn yet, `isThorough` also after what has no
 * turn any more and was never decided.
 */
export async function reconcile(
  till: Till,
  log: (message: string, error: unknown) => void,
  { dueBy = till.clock(), most = 200, isThorough = false } = {},
): Promise<number> {
  let looked = 0;
  for (const payment of await duePayments(till.db, dueBy, { most, isThorough })) {
    const failure = await lookAfter(till, payment).then(
      () => undefined,
      (error: unknown) => ({ error }),
    );
    const now = await findPayment(till.db, payment.id);
    // Erased while it was looked at.
    if (!now) continue;
    if (!failure) looked += 1;
    else if (!(failure.error instanceof ProviderUnavailable)) {
      log('a payment could not be reconciled', failure.error);
    }
    const next = nextCheck(now, till.clock(), !failure);
    await scheduleCheck(till.db, payment.id, next && timestamp(next));
  }
  await repeatNotices(till, (error) => {
    if (!(error instanceof ProviderUnavailable)) log('a notice could not be repeated', error);
  });
  await expireOrders(till.db, timestamp(till.clock()));
  await sendRefunds(till, (error) => log('a refund could not be sent', error));
  return looked;
}

async function lookAfter(till: Till, payment: Payment): Promise<void> {
  // Never opened, and by now nobody is waiting: its address was given to nobody.
  if (payment.state === 'NEW') await closeAttempt(till, payment);
  else if (isMoneyState(payment.state)) await noteRefunds(till, payment.id, 'reconciler');
  else await settle(till, payment.id, 'reconciler');
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Who pays and closes the browser has the mail within ten minutes, also without a webhook. */
const PAUSES = [MINUTE, 2 * MINUTE, 5 * MINUTE];

/**
 * When to look next. An open checkout: every five minutes while somebody can pay it, soon at first, then hourly for a day.
 * Slow money: hourly for two weeks. A look that failed is no last one, or money could have come unseen: daily from then on.
 * Money that came: daily, for as long as PayPal lets it be sent back.
 */
function nextCheck(payment: Payment, now: Date, hasSeen: boolean): Date | undefined {
  const after = (pause: number) => new Date(now.getTime() + pause);
  if (now <= usualEnd(payment)) return after(pauseOf(payment, now));
  return hasSeen || isMoneyState(payment.state) ? undefined : after(DAY);
}

function pauseOf({ state, checks, expiresAt }: Payment, now: Date): number {
  if (isMoneyState(state)) return DAY;
  if (state === 'PENDING' || timestamp(now) > expiresAt) return HOUR;
  return PAUSES[Math.min(checks, PAUSES.length - 1)] ?? HOUR;
}

/** By when a payment was looked at for the last time, unless the provider gave no answer. */
export function usualEnd({ state, expiresAt }: Pick<Payment, 'state' | 'expiresAt'>): Date {
  const days = isMoneyState(state) ? REFUNDABLE_DAYS : state === 'PENDING' ? 14 : 1;
  return new Date(Date.parse(expiresAt) + days * DAY);
}

/** Reconciles now and every minute until it is stopped; `stop` waits for the round that is going on. */
export function keepReconciling(
  till: Till,
  log: (message: string, error: unknown) => void,
  everyMs = MINUTE,
): { stop: () => Promise<void> } {
  let round: Promise<unknown> = Promise.resolve();
  let isBusy = false;
  const go = () => {
    if (isBusy) return;
    isBusy = true;
    round = reconcile(till, log)
      .catch((error: unknown) => log('a round of reconciling failed', error))
      .finally(() => (isBusy = false));
  };
  go();
  const timer = setInterval(go, everyMs);
  return {
    async stop() {
      clearInterval(timer);
      await round;
    },
  };
}
