import { type Db, inTransaction, type Tx } from '#server/database/database.ts';
import { AppError } from '#server/errors.ts';
import { personKey, timestamp } from '#server/identity.ts';
import { findHold } from '#server/mail/hold.ts';
import { hasAskedToPay, postMessages } from '#server/mail/outbox.ts';
import type { Organising } from '#server/operations/plan.ts';
import { paymentReminder } from '#server/orders/change-mails.ts';
import { findChange, listProposed } from '#server/orders/order-changes.ts';
import {
  findOrder,
  findOrders,
  isOwnRegistration,
  listUnpaid,
  lockPerson,
  type Order,
  otherOrdersOf,
} from '#server/orders/orders.ts';
import { findRequests } from '#server/orders/participants.ts';
import { paidBy, type Payable } from '#server/orders/payables.ts';
import { goodLinkOf, isOffered } from '#server/orders/payment-links.ts';
import { createSale } from '#server/orders/sale.ts';
import { isOver } from '#server/payments/payment-states.ts';
import { latestPaymentOf } from '#server/payments/payments.ts';
import { toPayNow } from './find-to-pay.ts';
import { type DueReminder, dueReminder, LATEST_MS, nameOf, type Times } from './reminder-times.ts';

export type ReminderDeps = Pick<Organising, 'payments' | 'content' | 'mailLayout' | 'origin'>;

const DAY = 24 * 60 * 60_000;
const LONG_AGO = timestamp(new Date(0));
/** The number of orders that are read at once. */
const AT_ONCE = 200;

/**
 * Writes the reminders that are due by the rules of mails.yaml, and returns their number. The key of each mail names its
 * order and its rule, so several servers may run this at once. While all mails are on hold it writes none: the reminders
 * that are written after the release are still true.
 */
export async function writeReminders(deps: ReminderDeps, signal?: AbortSignal): Promise<number> {
  const { db } = deps.payments;
  if (deps.mailLayout.words.reminders.length === 0) return 0;
  if ((await findHold(db)) === 'all') return 0;
  let count = 0;
  for (const named of await listDue(deps)) {
    if (signal?.aborted) break;
    if (await inTransaction(db, (tx) => remind(tx, deps, named))) count += 1;
  }
  return count;
}

/** The ids of an unpaid order, or of a change that is not paid. */
type Named = { orderId: string; changeId?: string };

/** The orders and changes with a reminder that is due and not written yet. */
async function listDue(deps: ReminderDeps): Promise<Named[]> {
  const { db, clock } = deps.payments;
  const written = await remindedSince(db, timestamp(clock(), -LATEST_MS));
  const isLeft = (id: string, due: DueReminder | undefined) =>
    due !== undefined && (written.get(id) ?? '') < due.at;
  const found: Named[] = [];
  for (const { id, orderId, createdAt } of await listProposed(db)) {
    if (isLeft(id, dueAt(deps, { createdAt }))) found.push({ orderId, changeId: id });
  }
  const areEndsNear = hasNearEnd(deps);
  const ids = (await listUnpaid(db))
    .filter(({ id, createdAt }) => areEndsNear || isLeft(id, dueAt(deps, { createdAt })))
    .map(({ id }) => id);
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    for (const order of await findOrders(db, ids.slice(at, at + AT_ONCE))) {
      if (isLeft(order.id, dueFor(deps, { order }))) found.push({ orderId: order.id });
    }
  }
  return found;
}

/** When each order or change got its latest reminder since a moment, by its id. */
async function remindedSince(db: Db, since: string): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('outbox')
    .select(['message_key', 'created_at'])
    .where('kind', '=', 'payment-reminder')
    .where('created_at', '>', since)
    .orderBy('created_at')
    .execute();
  return new Map(rows.map(({ message_key: key, created_at: at }) => [key.split(':')[1] ?? '', at]));
}

/** Whether a rule about the end of a price or of a sale is due, for any order. */
function hasNearEnd(deps: ReminderDeps): boolean {
  const { conference, prices } = deps.content;
  const { opening } = conference;
  const sales = [
    ...prices.presentationTypes,
    ...prices.extras,
    ...(prices.room ? [prices.room] : []),
  ];
  const closings = [opening.registration, opening.discounts, ...sales.map((sale) => sale.opening)];
  const isNear = (times: Partial<Times>) =>
    dueAt(deps, { createdAt: LONG_AGO, ...times }) !== undefined;
  return (
    prices.phases.some(({ until }) => isNear({ priceEndsAt: until?.at })) ||
    closings.some(({ until }) => isNear({ closesAt: until?.at }))
  );
}

function dueFor(deps: ReminderDeps, { order, change }: Payable): DueReminder | undefined {
  if (change) return dueAt(deps, { createdAt: change.createdAt });
  const { price, closing } = createSale(deps.content, deps.payments.clock).endsOf(order);
  const { createdAt } = order;
  return dueAt(deps, { createdAt, priceEndsAt: price?.at, closesAt: closing?.at });
}

function dueAt({ payments, content, mailLayout }: ReminderDeps, times: Times) {
  const { timezone: timeZone } = content.conference.dates;
  return dueReminder(mailLayout.words.reminders, times, { timeZone, now: payments.clock() });
}

/** Writes a reminder unless somebody has paid, or is paying, or cannot pay now; false if it wrote none. */
async function remind(tx: Tx, deps: ReminderDeps, named: Named): Promise<boolean> {
  const { payments, mailLayout } = deps;
  const { clock, newId } = payments;
  const payable = await lockPayable(tx, named);
  const due = payable && dueFor(deps, payable);
  if (!payable || !due || !(await mayRemind(tx, deps, payable))) return false;
  const { order } = payable;
  if (!isOffered(payable)) await goodLinkOf(tx, payments, order);
  const toPay = await toPayNow(tx, deps, payable);
  if (!toPay) return false;
  const requested = payable.change ? {} : await findRequests(tx, order.participantIds);
  const mail = paymentReminder(mailLayout, toPay, { event: nameOf(due.rule), requested });
  return (await postMessages(tx, [mail], newId, clock())) === 1;
}

/**
 * Locks the payer, whose payment is recorded before this reminder is written or withdraws it, and reads what is to be
 * paid; undefined if it is paid or gone.
 */
async function lockPayable(tx: Tx, { orderId, changeId }: Named): Promise<Payable | undefined> {
  const before = await findOrder(tx, orderId);
  if (!before) return undefined;
  await lockPerson(tx, before.customer);
  const order = await findOrder(tx, orderId);
  const isLocked = order && personKey(order.customer) === personKey(before.customer);
  if (!isLocked || order.customer.email === '') return undefined;
  if (changeId === undefined) return paidBy({ order }) === undefined ? { order } : undefined;
  const change = await findChange(tx, changeId);
  return change?.state === 'proposed' ? { order, change } : undefined;
}

async function mayRemind(tx: Tx, { payments }: ReminderDeps, payable: Payable): Promise<boolean> {
  const { order, change } = payable;
  if (!change && (await hasLaterOrder(tx, order))) return false;
  // Somebody may be paying at this moment, or money may have come that nobody has looked at.
  const latest = await latestPaymentOf(tx, order.id, change?.id);
  if (latest && !isOver(latest.state) && latest.state !== 'REFUNDED') return false;
  const since = timestamp(payments.clock(), -DAY);
  if ((change ?? order).createdAt > since) return false;
  if (await hasAskedToPay(tx, order.customer.email, since)) return false;
  try {
    await payments.admit(tx, payable);
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

/** A person with several unpaid registrations is reminded of the latest only. */
async function hasLaterOrder(tx: Tx, order: Order): Promise<boolean> {
  if (!isOwnRegistration(order)) return false;
  const [latest] = (await otherOrdersOf(tx, order)).filter(
    (other) => paidBy({ order: other }) === undefined,
  );
  return latest !== undefined && latest.createdAt > order.createdAt;
}
