import type { Cents } from '#contract/money.ts';
import { inTransaction, type Tx } from '#server/database/database.ts';
import { hasRow, inParts } from '#server/database/queries.ts';
import { AppError } from '#server/errors.ts';
import { DAY } from '#contract/time-spans.ts';
import { personKey, timestamp } from '#server/identity.ts';
import { findHold } from '#server/mail/hold.ts';
import { hasAskedToPay, postMessages, unwrittenAmong } from '#server/mail/outbox.ts';
import type { Organising } from '#server/operations/plan.ts';
import { paymentReminder } from '#server/orders/change/mails.ts';
import { findChange, listProposed } from '#server/orders/rows/order-changes.ts';
import {
  findOrder,
  findOrders,
  isOwnRegistration,
  listUnpaid,
  lockPerson,
  type Order,
  otherOrdersOf,
} from '#server/orders/rows/orders.ts';
import { findPaidAtAddress, findRequests } from '#server/orders/rows/participants.ts';
import { paidBy, type Payable, unpaidKeyOfPayable } from '#server/orders/rows/payables.ts';
import { toPay } from '#server/orders/rows/payment-links.ts';
import { endsOf } from '#server/orders/sell/on-sale.ts';
import { lockPlaces } from '#server/orders/sell/place-limits.ts';
import { receivedCentsOf } from '#server/orders/sell/transfer-facts.ts';
import { aboutTransfer } from '#server/orders/sell/mails.ts';
import { isOver } from '#server/payments/payment-states.ts';
import { latestPaymentOf, listOpenTransfers, type Payment } from '#server/payments/payments.ts';
import { giveLinkToPay } from './find-to-pay.ts';
import {
  aboutOf,
  type DueReminder,
  LATEST_MS,
  nameOf,
  reminderTimes,
  type Times,
} from './reminder-times.ts';
import type { Reminder } from './shape.ts';

export type ReminderDeps = Pick<Organising, 'payments' | 'content' | 'mailLayout' | 'origin'>;

const LONG_AGO = timestamp(new Date(0));

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

/** The ids of an unpaid order, or of a change that is not paid, perhaps with the transfer that its payer has chosen. */
type Named = {
  orderId: string;
  changeId?: string | undefined;
  transfer?: { payment: Payment; receivedCents: Cents };
};
type Due = Named & { key: string };

/** The orders and changes with a reminder that is due and not written yet. */
async function listDue(deps: ReminderDeps): Promise<Named[]> {
  const { db, clock } = deps.payments;
  const dueAt = dueAtOf(deps);
  const found: Due[] = [];
  const add = (named: Named, due: DueReminder | undefined) => {
    if (due) found.push({ ...named, key: keyOf(named, due) });
  };
  for (const { id, orderId, createdAt } of await listProposed(db)) {
    add({ orderId, changeId: id }, dueAt({ createdAt }));
  }
  const areEndsNear = hasNearEnd(deps, dueAt);
  const since = timestamp(clock(), -oldestOf(deps.mailLayout.words.reminders));
  const ids = (await listUnpaid(db, areEndsNear ? '' : since))
    .filter(({ createdAt }) => areEndsNear || dueAt({ createdAt }) !== undefined)
    .map(({ id }) => id);
  for (const some of inParts(ids)) {
    for (const order of await findOrders(db, some)) {
      add({ orderId: order.id }, dueAt(timesOf(deps, { order })));
    }
  }
  for (const transfer of await openTransfers(deps)) {
    const { orderId, changeId } = transfer.payment;
    add({ orderId, changeId, transfer }, dueAtOf(deps, 'transfer')(timesOfTransfer(transfer)));
  }
  return unwrittenAmong(db, found);
}

function keyOf(named: Named, due: DueReminder): string {
  const { orderId, changeId = orderId } = named;
  return `payment-reminder:${changeId}:${eventOf(named, due)}`;
}

/** A payer who chooses the transfer again after its last day has another last day. */
function eventOf({ transfer }: Named, { rule }: DueReminder): string {
  return transfer ? `${nameOf(rule)}-${transfer.payment.attempt}` : nameOf(rule);
}

/** The bank transfers for which we are waiting, each with the part that has arrived. */
async function openTransfers({
  payments,
  content,
}: ReminderDeps): Promise<NonNullable<Named['transfer']>[]> {
  if (!payments.transferEnd(content.language)) return [];
  const open = await listOpenTransfers(payments.db);
  return Promise.all(
    open.map(async (payment) => ({
      payment,
      receivedCents: await receivedCentsOf(payments, payment),
    })),
  );
}

function timesOfTransfer({ payment }: NonNullable<Named['transfer']>): Times {
  return { createdAt: payment.createdAt, transferEndsAt: payment.expiresAt };
}

/** The age beyond which no rule about the days after an order is due. */
function oldestOf(rules: readonly Reminder[]): number {
  const days = rules.flatMap((rule) => ('after' in rule ? rule.days : []));
  return (Math.max(0, ...days) + 2) * DAY + LATEST_MS;
}

/** Whether a rule about the end of a price or of a sale is due, for any order. */
function hasNearEnd({ content: { conference, prices } }: ReminderDeps, dueAt: DueAt): boolean {
  const { opening } = conference;
  const sales = [...prices.presentationTypes, ...prices.extras, prices.room ?? []].flat();
  const closings = [opening.registration, opening.discounts, ...sales.map((sale) => sale.opening)];
  const isNear = (times: Partial<Times>) => dueAt({ createdAt: LONG_AGO, ...times }) !== undefined;
  return (
    prices.phases.some(({ until }) => isNear({ priceEndsAt: until?.at })) ||
    closings.some(({ until }) => isNear({ closesAt: until?.at }))
  );
}

type DueAt = (times: Times) => DueReminder | undefined;

/** The rules about bank transfers are about those alone, and no other rule is. */
function dueAtOf(
  { payments, content, mailLayout }: ReminderDeps,
  about: 'order' | 'transfer' = 'order',
): DueAt {
  const { timezone } = content.conference.dates;
  const rules = mailLayout.words.reminders.filter((rule) => aboutOf(rule) === about);
  return reminderTimes(rules, timezone, payments.clock());
}

function timesOf({ content }: ReminderDeps, { order, change }: Payable): Times {
  if (change) return { createdAt: change.createdAt };
  const { price, closing } = endsOf(content, order);
  return { createdAt: order.createdAt, priceEndsAt: price?.at, closesAt: closing?.at };
}

/** Writes a reminder unless somebody has paid, or is paying, or cannot pay now; false if it wrote none. */
async function remind(tx: Tx, deps: ReminderDeps, named: Named): Promise<boolean> {
  const { payments, mailLayout } = deps;
  // All code locks places before people, and people before orders.
  await lockPlaces(tx, deps.content.prices);
  const payable = await lockPayable(tx, named);
  if (payable && named.transfer) return remindOfTransfer(tx, deps, payable, named);
  const due = payable && dueAtOf(deps)(timesOf(deps, payable));
  if (!payable || !due || !(await mayRemind(tx, deps, payable, due))) return false;
  const link = await giveLinkToPay(tx, deps, payable);
  if (!link) return false;
  const requested = payable.change ? {} : await findRequests(tx, link.order.participantIds);
  const mail = paymentReminder(mailLayout, link, { event: nameOf(due.rule), requested });
  return (await postMessages(tx, payments, mail)) === 1;
}

async function remindOfTransfer(
  tx: Tx,
  deps: ReminderDeps,
  payable: Payable,
  named: Named,
): Promise<boolean> {
  const { payments, mailLayout, origin } = deps;
  const { transfer } = named;
  const due = transfer && dueAtOf(deps, 'transfer')(timesOfTransfer(transfer));
  if (!due) return false;
  const latest = await latestPaymentOf(tx, payable.order.id, payable.change?.id);
  if (latest?.id !== transfer.payment.id || latest.state !== 'OPEN') return false;
  const since = timestamp(payments.clock(), -DAY);
  if (await hasAskedToPay(tx, payable.order.customer.email, since)) return false;
  if (await isReminded(tx, payable, due.at)) return false;
  const link = await toPay(tx, payments, payable, origin);
  if (!link) return false;
  const { receivedCents } = transfer;
  const rule = eventOf(named, due);
  const about = { what: 'reminder', payment: latest, receivedCents, rule } as const;
  const mail = aboutTransfer(mailLayout, link, about);
  return (await postMessages(tx, payments, mail)) === 1;
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

async function mayRemind(
  tx: Tx,
  { payments }: ReminderDeps,
  payable: Payable,
  due: DueReminder,
): Promise<boolean> {
  const { order, change } = payable;
  if (!change && (await hasLaterOrder(tx, order))) return false;
  // Most of these are the same registration with another spelling, which nobody should pay twice.
  if (!change && isOwnRegistration(order) && (await findPaidAtAddress(tx, order))) return false;
  // Somebody may be paying at this moment, or money may have come that nobody has looked at.
  const latest = await latestPaymentOf(tx, order.id, change?.id);
  if (latest && !isOver(latest.state) && latest.state !== 'REFUNDED') return false;
  const since = timestamp(payments.clock(), -DAY);
  if ((change ?? order).createdAt > since) return false;
  if (await hasAskedToPay(tx, order.customer.email, since)) return false;
  // A reminder that an organiser sent since then stands for this one.
  if (await isReminded(tx, payable, due.at)) return false;
  try {
    await payments.admit(tx, payable);
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

function isReminded(tx: Tx, payable: Payable, since: string): Promise<boolean> {
  return tx
    .selectFrom('outbox')
    .select('id')
    .where('until_paid', '=', unpaidKeyOfPayable(payable))
    .where('kind', '=', 'payment-reminder')
    .where('created_at', '>=', since)
    .limit(1)
    .$call(hasRow);
}

/** A person with several unpaid registrations is reminded of the latest only. */
async function hasLaterOrder(tx: Tx, order: Order): Promise<boolean> {
  if (!isOwnRegistration(order)) return false;
  const [latest] = (await otherOrdersOf(tx, order)).filter(
    (other) => paidBy({ order: other }) === undefined,
  );
  return latest !== undefined && latest.createdAt > order.createdAt;
}
