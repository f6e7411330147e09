import { timestamp } from '#server/identity.ts';
import { closeAttempt } from './close-attempt.ts';
import { expireOrders } from './orders.ts';
import { noteRefunds } from './note-refunds.ts';
import { ProviderUnavailable } from './payment-provider.ts';
import { isMoneyState } from './payment-states.ts';
import { duePayments, getPayment, type Payment, scheduleCheck } from './payments.ts';
import { sendRefunds } from './send-refunds.ts';
import { settle } from './settle.ts';
import { repeatNotices } from './take-notice.ts';
import type { Till } from './till.ts';

/**
 * One round of looking after what nobody asked about: payments whose payer closed the browser and whose webhook was
 * lost, captures whose holder died, refunds to be sent, notices that were not dealt with. It alone makes a crash and a
 * lost webhook harmless. A later `dueBy` looks after what would not be its turn yet.
 */
export async function reconcile(
  till: Till,
  log: (message: string, error: unknown) => void,
  { dueBy = till.clock(), most = 200 } = {},
): Promise<number> {
  let looked = 0;
  const due = await duePayments(till.db, dueBy, most);
  for (const payment of due) {
    try {
      await lookAfter(till, payment);
      looked += 1;
    } catch (error) {
      if (!(error instanceof ProviderUnavailable)) log('a payment could not be reconciled', error);
    }
    const next = nextCheck(await getPayment(till.db, payment.id), till.clock());
    await scheduleCheck(till.db, payment.id, next && timestamp(next));
  }
  await repeatNotices(till, (error) => {
    if (!(error instanceof ProviderUnavailable)) log('a notice could not be repeated', error);
  });
  await expireOrders(till.db, timestamp(till.clock()));
  await sendRefunds(till);
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
const PAUSES = [1, 2, 5, 15, 60].map((minutes) => minutes * MINUTE);

/**
 * When to look next. An open checkout: soon at first, then hourly, until a day after nobody can pay it any more. Slow
 * money: hourly for two weeks. Money that came: daily, for as long as PayPal lets it be sent back.
 */
function nextCheck(payment: Payment, now: Date): Date | undefined {
  const rhythm = isMoneyState(payment.state)
    ? { pause: DAY, until: 180 * DAY }
    : payment.state === 'PENDING'
      ? { pause: HOUR, until: 14 * DAY }
      : { pause: PAUSES[Math.min(payment.checks, PAUSES.length - 1)] ?? HOUR, until: DAY };
  if (now.getTime() > Date.parse(payment.expiresAt) + rhythm.until) return undefined;
  return new Date(now.getTime() + rhythm.pause);
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
