import { inTransaction, lockKey, type Tx } from '#server/database/database.ts';
import { postMessages, withdrawFrom } from '#server/mail/outbox.ts';
import { lockOrders, refuseChanged } from './lock-orders.ts';
import { getOrder, isGroup, type Order, raiseVersion } from './orders.ts';
import { closeOvertaken } from '#server/payments/sync-payment.ts';
import { replaceReceipts } from '#server/receipts/issue-documents.ts';
import { forgetMember } from '#server/receipts/receipts.ts';
import {
  changeRegistrant,
  dedupeKeyOf,
  isErased,
  type Participant,
  replacePageToken,
} from './participants.ts';
import { recordActivity } from '#server/operations/activities.ts';
import { partWords } from './quote-change.ts';
import { itemsFor } from './registration-items.ts';
import {
  type Correction,
  FIELDS,
  openCheckouts,
  readCorrection,
  readSortName,
  refuseSecondPlace,
} from './correct-person.ts';
import { findBooked, oneOf } from './find-booked.ts';
import { addressReplaced, placePaid } from './change-mails.ts';
import { withdrawUnpaid } from './withdraw-unpaid.ts';
import { ActionImpossible, type Organising, type Plan } from '#server/operations/plan.ts';

type Member = {
  order: Order;
  before: Participant;
  after: Participant;
  sortName: string | undefined;
};

/**
 * Corrects one member of a group, or replaces the member by another person: changes the registration and the name in
 * the group's order, and issues a new receipt for the payer. `who` is the person's name or mail address.
 */
export async function planMemberCorrection(
  organising: Organising,
  { reference, who, ...correction }: Correction & { reference: string; who: string },
): Promise<Plan> {
  const { db } = organising.payments;
  const { order, people } = await findBooked(db, reference);
  if (!isGroup(order)) {
    throw new ActionImpossible(
      `${order.reference} is of one person: leave out the person of a group.`,
    );
  }
  const before = oneOf(people, who);
  if (isErased(before)) throw new ActionImpossible(`${order.reference}: this person was erased.`);
  const after = { ...before, ...readCorrection(correction) };
  const changed = FIELDS.filter((field) => before[field] !== after[field]);
  const typed = correction.sortName;
  const sorting = await readSortName(db, { holder: before, name: after.name, typed });
  if (changed.length === 0 && !sorting) {
    throw new ActionImpossible(`${order.reference} says that already.`);
  }
  await refuseSecondPlace(db, order.id, before, after);
  const open = await openCheckouts(db, after, order.id);
  const hasReceipt = order.paidPaymentId !== undefined && changed.includes('name');
  return {
    words: [
      ...changed.map(
        (field) =>
          `${order.reference}, ${before.name}, ${field}: ${before[field]} becomes ${after[field]}`,
      ),
      ...(sorting ? [`${order.reference}, ${before.name}, ${sorting.words}`] : []),
      ...(hasReceipt
        ? [
            `A new receipt is issued and mailed to ${order.customer.email}, who pays; earlier receipts lose the name ${before.name}.`,
          ]
        : []),
      ...(order.paidPaymentId === undefined ? [] : open),
    ],
    button: `Correct the registration of ${before.name}`,
    async perform() {
      const sortName = sorting?.sortName;
      await inTransaction(db, (tx) =>
        correctMember(tx, organising, { order, before, after, sortName }),
      );
      await closeOvertaken(organising.payments, order.id, 'organiser');
      return ['Corrected.'];
    },
  };
}

async function correctMember(
  tx: Tx,
  organising: Organising,
  { order: seen, before, after, sortName }: Member,
): Promise<void> {
  const { payments, receipts, mailLayout, origin, actor } = organising;
  for (const key of [dedupeKeyOf(before), dedupeKeyOf(after)].toSorted()) await lockKey(tx, key);
  const { id, reference } = seen;
  await lockOrders(tx, [id]);
  await refuseChanged(tx, seen);
  await refuseSecondPlace(tx, id, before, after);
  await changeRegistrant(tx, before, after, { now: payments.clock(), sortName });
  await raiseVersion(tx, id);
  const order = await getOrder(tx, id);
  const isReaddressed = before.email !== after.email;
  const pageToken = isReaddressed ? payments.newId() : before.pageToken;
  if (isReaddressed) {
    await replacePageToken(tx, before.id, pageToken);
    // The keys of mails to one member have the id of the order and the id of the member.
    const about = [`${id}:${before.id}`];
    await withdrawFrom(tx, { recipient: before.email, about }, payments.clock());
  }
  const event = payments.newId();
  // The members of an unpaid group have had no mail about it.
  const isPaid = order.paidPaymentId !== undefined;
  const mails =
    isReaddressed && isPaid
      ? [addressReplaced(mailLayout, { reference, recipient: before.email, event })]
      : [];
  if (isPaid) {
    // An erasure of the replaced person would not find this order, so the name is removed now.
    if (before.name !== after.name) await forgetMember(tx, id, before.id);
    await replaceReceipts(receipts, tx, order);
    if (order.state === 'CONFIRMED') await withdrawUnpaid(tx, [after], payments.clock());
    if (isReaddressed && order.state === 'CONFIRMED') {
      const calendar = receipts.calendar(order, { registrationId: before.id, origin });
      const takingPart = partWords(itemsFor(order.items, before.id));
      const place = { takingPart, calendar, origin, now: payments.clock() };
      const mail = placePaid(mailLayout, order, { ...after, pageToken }, place);
      mails.push({ ...mail, key: `${mail.key}:${event}` });
    }
  }
  await postMessages(tx, mails, payments.newId, payments.clock());
  const fields = FIELDS.filter((field) => before[field] !== after[field]);
  const all = [...fields, ...(sortName === undefined ? [] : ['sort name'])].join(', ');
  await recordActivity(
    tx,
    { ...payments, actor },
    { action: 'correct', reference, participantId: before.id, words: all },
  );
}
