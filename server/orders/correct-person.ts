import { person } from '#contract/person.ts';
import { sortNameOf } from '#contract/person-name.ts';
import { type Db, inTransaction, lockKey, type Tx } from '#server/database/database.ts';
import { choiceOf } from './registration-items.ts';
import { priceIdOf } from './registration-price.ts';
import { refuseChanged } from './lock-orders.ts';
import { isSamePerson, type Person, personKey, timestamp } from '#server/identity.ts';
import { changeUnpaidKey, postMessage, withdrawFrom } from '#server/mail/outbox.ts';
import { changeCustomer } from './change-customer.ts';
import { findOrderToChange } from './find-booked.ts';
import {
  type Customer,
  getOrder,
  isCancelled,
  isDiscount,
  isGroup,
  isOwnRegistration,
  lockOrderRows,
  lockPeople,
  type Order,
  ordersFor,
} from './orders.ts';
import {
  deletePaymentLink,
  findPaymentLink,
  insertPaymentLink,
  isOffered,
  linkOfChange,
  payableBy,
} from './payment-links.ts';
import { changesOf, replaceToken } from './order-changes.ts';
import type { Payable } from './payables.ts';
import { latestPaymentOf, lockPaymentsOf, paymentsOfOrder } from '#server/payments/payments.ts';
import { closeOvertaken } from '#server/payments/sync-payment.ts';
import { replaceReceipts } from '#server/receipts/issue-documents.ts';
import { discountOrderKey, registrationOrderKey } from './purchase-key.ts';
import {
  changeRegistrant,
  dedupeKeyOf,
  findPaidOrder,
  findParticipants,
  findSortName,
  findUnpaidOrders,
  type Participant,
  replacePageToken,
} from './participants.ts';
import { recordActivity } from '#server/operations/activities.ts';
import { addressReplaced, orderToPay, paymentReminder } from './change-mails.ts';
import { ActionImpossible, type Organising, type Plan } from '#server/operations/plan.ts';
import { typedCountry } from './typed-country.ts';
import { withdrawUnpaid } from './withdraw-unpaid.ts';

/** The corrected entries as typed; absent entries do not change. An empty sort name is computed from the name again. */
export type Correction = { [field in keyof Customer | 'sortName']?: string | undefined };

const RULES = {
  name: person.name,
  email: person.email,
  phone: person.phone,
  institute: person.instituteOrUniversity,
  country: person.country,
} as const;
export const FIELDS = ['name', 'email', 'phone', 'institute', 'country'] as const;

/**
 * Corrects a person, or replaces the person by another: registration, orders and their keys change together, and a
 * paid order gets a new receipt with the same amounts. For a group order this corrects the payer.
 */
export async function planCorrection(
  organising: Organising,
  { reference: typed, ...correction }: Correction & { reference: string },
): Promise<Plan> {
  const { db } = organising.payments;
  const order = await findOrderToChange(db, typed);
  const { reference } = order;
  if (order.customer.email === '') throw new ActionImpossible(`${reference} was erased.`);
  if (isCancelled(order)) throw new ActionImpossible(`${reference} is cancelled.`);
  const before = order.customer;
  const after = { ...before, ...readCorrection(correction) };
  const changed = FIELDS.filter((field) => before[field] !== after[field]);
  const [holder] = isGroup(order) ? [] : await findParticipants(db, order.participantIds);
  const sorting = await readSortName(db, { holder, name: after.name, typed: correction.sortName });
  if (changed.length === 0 && !sorting) {
    throw new ActionImpossible(`${reference} says that already.`);
  }
  if (isOwnRegistration(order)) await refuseSecondPlace(db, order.id, before, after);
  const changes = [
    ...changed.map((field) => `${field}: ${before[field]} becomes ${after[field]}`),
    ...(sorting ? [sorting.words] : []),
  ];
  const isPaid = order.paidPaymentId !== undefined;
  const open = isOwnRegistration(order) && isPaid ? await openCheckouts(db, after, order.id) : [];
  const printed = changed.filter((field) => field !== 'phone');
  return {
    words: [
      ...changes.map((change) => `${reference}, ${change}`),
      ...(isPaid && printed.length > 0
        ? [
            `A new receipt is issued and mailed to ${after.email}; the one before is marked as replaced.`,
          ]
        : []),
      ...(before.email === after.email
        ? []
        : [
            `${before.email} is told that the registration was changed, but not how. The link to the receipt in earlier mails stops working.`,
          ]),
      ...open,
    ],
    button: `Correct the registration of ${before.name}`,
    async perform() {
      const { numbers, withdrawn } = await inTransaction(db, (tx) =>
        correct(tx, organising, order, {
          before,
          after,
          sortName: sorting?.sortName,
          words: changes.join('; '),
        }),
      );
      await closeOvertaken(organising.payments, order.id, 'organiser');
      return [
        'Corrected.',
        ...numbers.map((number) => `The receipt ${number} is mailed to ${after.email}.`),
        ...(withdrawn > 0
          ? [`Mails that waited for ${before.email} and are not sent any more: ${withdrawn}.`]
          : []),
      ];
    },
  };
}

export function readCorrection(correction: Correction): Partial<Customer> {
  const read: Partial<Customer> = {};
  for (const field of FIELDS) {
    const typed = correction[field];
    if (typed === undefined) continue;
    const parsed = RULES[field].safeParse(typed);
    if (!parsed.success) {
      throw new ActionImpossible(
        `"${typed}" cannot be entered as ${field}: the forms refuse it, too.`,
      );
    }
    read[field] = field === 'country' ? typedCountry(parsed.data) : parsed.data;
  }
  return read;
}

/**
 * The new sort name for lists; undefined if no new sort name was typed. A comma becomes a blank, because blanks
 * separate the parts of sort names.
 */
export async function readSortName(
  db: Db,
  about: { holder: Participant | undefined; name: string; typed: string | undefined },
): Promise<{ sortName: string; words: string } | undefined> {
  const { holder, name, typed } = about;
  if (typed === undefined) return undefined;
  if (!holder) {
    throw new ActionImpossible(
      'The payer of a group is in no list: choose one of its people.',
      'who',
    );
  }
  const { data: read } = typed === '' ? { data: sortNameOf(name) } : RULES.name.safeParse(typed);
  if (read === undefined) throw new ActionImpossible(`"${typed}" cannot be entered as sort name.`);
  const sortName = read.replace(/\s*,\s*/g, ' ').trim();
  const before = await findSortName(db, holder.id);
  const isSame = before === sortName && holder.name === name;
  return isSame ? undefined : { sortName, words: `sort name: ${before} becomes ${sortName}` };
}

type Change = {
  before: Customer;
  after: Customer;
  sortName: string | undefined;
  words: string;
};

async function correct(
  tx: Tx,
  organising: Organising,
  seen: Order,
  { before, after, sortName, words }: Change,
): Promise<{ numbers: string[]; withdrawn: number }> {
  const { payments, receipts, mailLayout, actor } = organising;
  const { id, participantIds, reference } = seen;
  const [holder] = await findParticipants(tx, participantIds);
  const now = payments.clock();
  const orders = isGroup(seen) ? [seen] : await ordersFor(tx, participantIds);
  await lockBoth(tx, orders, { before, after });
  await refuseChanged(tx, seen);
  const current = await Promise.all(orders.map((each) => getOrder(tx, each.id)));
  if (isOwnRegistration(seen)) await refuseSecondPlace(tx, id, before, after);
  // Badges and lists use this row.
  if (!isGroup(seen) && holder) {
    await changeRegistrant(tx, holder, { ...holder, ...after }, { now, sortName });
  }
  const isReaddressed = before.email !== after.email;
  const pageToken = isReaddressed ? payments.newId() : seen.pageToken;
  if (isReaddressed && !isGroup(seen) && holder) await replacePageToken(tx, holder.id, pageToken);

  const about = [...participantIds, ...(await idsAbout(tx, current))];
  const unpaid = { from: personKey(before), to: personKey(after) };
  if (unpaid.from !== unpaid.to) await changeUnpaidKey(tx, { ...unpaid, about });
  const withdrawn = isReaddressed
    ? await withdrawFrom(tx, { recipient: before.email, about }, now)
    : 0;
  const isPlaced = isOwnRegistration(seen) && current.some(({ state }) => state === 'CONFIRMED');
  if (isPlaced) await withdrawUnpaid(tx, [after], now);

  const numbers: string[] = [];
  for (const order of current) {
    if (isCancelled(order)) continue;
    const receiptToken = isReaddressed ? payments.newId() : order.receiptToken;
    const identity = {
      customer: after,
      dedupeKey: orderKeyOf(order, after),
      receiptToken,
      pageToken,
    };
    await changeCustomer(tx, order, identity);
    numbers.push(...(await replaceReceipts(receipts, tx, { ...order, ...identity })));
  }
  if (isReaddressed) {
    // Only the latest of several unpaid orders gets a mail with its new link, and none if one of the orders is paid.
    const last = current.some(({ paidPaymentId }) => paidPaymentId !== undefined)
      ? undefined
      : current.at(-1);
    for (const order of current) {
      const renewed = { ...order, customer: after, pageToken };
      await renewLink(tx, organising, renewed, order.id === last?.id);
      await renewLinksOfChanges(tx, organising, await getOrder(tx, order.id));
    }
  }
  const event = payments.newId();
  if (isReaddressed) {
    const mail = addressReplaced(mailLayout, { reference, recipient: before.email, event });
    await postMessage(tx, mail, event, now);
  }
  await recordActivity(tx, { ...payments, actor }, { action: 'correct', reference, words });
  return { numbers, withdrawn };
}

/**
 * Deletes the link to pay that the old address has; an unpaid order gets a new link. The new link is mailed to the
 * new address if an organiser made the order, or if `isAsked`.
 */
async function renewLink(
  tx: Tx,
  { payments, mailLayout, origin }: Organising,
  order: Order,
  isAsked: boolean,
): Promise<void> {
  const { clock, newId } = payments;
  const known = await findPaymentLink(tx, order.id);
  if (!known) return;
  await deletePaymentLink(tx, order.id);
  if (order.paidPaymentId !== undefined || isCancelled(order)) return;
  const link = { token: newId(), createdAt: timestamp(clock()) };
  await insertPaymentLink(tx, order.id, link);
  if (await hasMismatch(tx, { order })) return;
  const toPay = payableBy(link, { order }, payments, origin);
  const mail = isOffered(toPay)
    ? orderToPay(mailLayout, toPay)
    : isAsked && paymentReminder(mailLayout, toPay, { event: newId() });
  if (mail) await postMessage(tx, mail, newId(), clock());
}

/** Replaces the links to pay of an order's proposed changes, and mails the new links to the payer. */
async function renewLinksOfChanges(
  tx: Tx,
  { payments, mailLayout, origin }: Organising,
  order: Order,
): Promise<void> {
  const { clock, newId } = payments;
  const open = (await changesOf(tx, order.id)).filter(({ state }) => state === 'proposed');
  for (const change of open) {
    const renewed = { ...change, token: newId() };
    await replaceToken(tx, change.id, renewed.token);
    if (await hasMismatch(tx, { order, change })) continue;
    const toPay = payableBy(linkOfChange(renewed), { order, change: renewed }, payments, origin);
    await postMessage(tx, orderToPay(mailLayout, toPay), newId(), clock());
  }
}

/** Whether money came that does not fit a payable: nobody is asked to pay it again. */
async function hasMismatch(tx: Tx, { order, change }: Payable): Promise<boolean> {
  return (await latestPaymentOf(tx, order.id, change?.id))?.state === 'MISMATCH';
}

/**
 * Locks both persons, so that they neither register nor pay during the correction. Payments are locked before
 * persons, and persons before orders, in the same sequence as when a payment confirms an order.
 */
async function lockBoth(
  tx: Tx,
  orders: readonly Order[],
  { before, after }: Pick<Change, 'before' | 'after'>,
): Promise<void> {
  const [first] = orders;
  const [registration] =
    first && !isGroup(first) ? await findParticipants(tx, first.participantIds) : [];
  const keys = registration
    ? [dedupeKeyOf(registration), dedupeKeyOf({ ...registration, ...after })]
    : [];
  for (const key of keys.toSorted()) await lockKey(tx, key);
  const ids = orders.map(({ id }) => id);
  await lockPaymentsOf(tx, ids);
  await lockPeople(tx, [before, after]);
  await lockOrderRows(tx, ids);
}

/** Refuses a correction of this order if the new person has another paid registration. */
export async function refuseSecondPlace(
  db: Db,
  orderId: string,
  before: Person,
  after: Person,
): Promise<void> {
  if (isSamePerson(before, after)) return;
  const other = await findPaidOrder(db, after, orderId);
  if (!other) return;
  throw new ActionImpossible(
    `${after.name} has a paid registration with ${after.email} already: ${other.reference}.`,
  );
}

/** Sentences about open checkouts of a person who gets a place by this correction. */
export async function openCheckouts(
  db: Db,
  somebody: Pick<Customer, 'name' | 'email'>,
  orderId: string,
): Promise<string[]> {
  const words: string[] = [];
  for (const id of await findUnpaidOrders(db, [somebody], orderId)) {
    if ((await latestPaymentOf(db, id))?.state !== 'OPEN') continue;
    const { reference } = await getOrder(db, id);
    words.push(`The payment page of ${reference}, which ${somebody.name} has open, is closed.`);
  }
  return words;
}

/** The ids in the keys of mails about these orders. */
async function idsAbout(tx: Tx, orders: readonly Order[]): Promise<string[]> {
  const payments = await Promise.all(orders.map(({ id }) => paymentsOfOrder(tx, id)));
  return [...orders.map(({ id }) => id), ...payments.flat().map(({ id }) => id)];
}

/** The `dedupeKey` of the order for the new customer, by which a repeated purchase of this customer finds the order. */
function orderKeyOf(order: Order, customer: Customer): string {
  const { dedupeKey, amountCents: totalCents, items } = order;
  const choice = choiceOf(items);
  if (isOwnRegistration(order) && choice) {
    return registrationOrderKey(customer, { id: priceIdOf(choice), totalCents });
  }
  if (!isDiscount(order)) return dedupeKey;
  const description = items.find((item) => item.kind === 'agreed')?.statedByPayer ?? '';
  return discountOrderKey(customer, { description, totalCents });
}
