import { lockKey, type Tx } from '#server/database/database.ts';
import { postMessages, withdrawFrom } from '#server/mail/outbox.ts';
import { recordActivity } from '#server/operations/activities.ts';
import type { Organising } from '#server/operations/plan.ts';
import { replaceReceipts } from '#server/receipts/issue-documents.ts';
import { forgetMember } from '#server/receipts/receipts.ts';
import { addressReplaced, placePaid } from './change-mails.ts';
import type { Corrected, Correcting } from './correct-payer.ts';
import { lockOrders, refuseChanged } from './lock-orders.ts';
import { getOrder, raiseVersion } from './orders.ts';
import { changeRegistrant, dedupeKeyOf, type Participant } from './participants.ts';
import { partWords } from './quote-change.ts';
import { itemsFor } from './registration-items.ts';
import { refuseSecondPlace } from './second-places.ts';
import { withdrawUnpaid } from './withdraw-unpaid.ts';

/** Corrects one member of a group: the registration, and the name on the receipt of the payer. */
export async function correctMember(
  tx: Tx,
  organising: Organising,
  {
    order: seen,
    member: before,
    after: entries,
    sortName,
    changed,
  }: Correcting & { member: Participant },
): Promise<Corrected> {
  const { payments, receipts, mailLayout, origin, actor } = organising;
  const { id, reference } = seen;
  const after = { ...before, ...entries };
  for (const key of [dedupeKeyOf(before), dedupeKeyOf(after)].toSorted()) await lockKey(tx, key);
  await lockOrders(tx, [id]);
  await refuseChanged(tx, seen);
  await refuseSecondPlace(tx, id, before, after);
  await changeRegistrant(tx, before, after, sortName);
  await raiseVersion(tx, id);
  const order = await getOrder(tx, id);
  const now = payments.clock();
  const isReaddressed = before.email !== after.email;
  // The keys of mails to one member have the id of the order and the id of the member.
  const about = [`${id}:${before.id}`];
  const withdrawn = isReaddressed
    ? await withdrawFrom(tx, { recipient: before.email, about }, now)
    : 0;
  const event = payments.newId();
  // The members of an unpaid group have had no mail about it.
  const isPaid = order.paidPaymentId !== undefined;
  const mails =
    isReaddressed && isPaid
      ? [addressReplaced(mailLayout, { reference, recipient: before.email, event })]
      : [];
  const numbers: string[] = [];
  if (isPaid) {
    // An erasure of the replaced person would not find this order, so the name is removed now.
    if (before.name !== after.name) await forgetMember(tx, id, before.id);
    numbers.push(...(await replaceReceipts(receipts, tx, order)));
    if (order.state === 'CONFIRMED') await withdrawUnpaid(tx, [after], now);
    if (isReaddressed && order.state === 'CONFIRMED') {
      const calendar = receipts.calendar(order, { registrationId: before.id, origin });
      const place = { takingPart: partWords(itemsFor(order.items, before.id)), calendar };
      const mail = placePaid(mailLayout, order, after, place);
      mails.push({ ...mail, key: `${mail.key}:${event}` });
    }
  }
  await postMessages(tx, mails, payments.newId, now);
  // An erasure of one member does not delete the log of a group, so the log has no entries of the person.
  await recordActivity(
    tx,
    { ...payments, actor },
    { action: 'correct', reference, participantId: before.id, words: changed.join(', ') },
  );
  return { numbers, withdrawn };
}
