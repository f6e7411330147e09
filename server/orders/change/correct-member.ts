import { lockKey } from '#server/database/database.ts';
import type { Message } from '#server/mail/message.ts';
import { withdrawFrom } from '#server/mail/outbox.ts';
import type { Deed } from '#server/operations/act.ts';
import type { Organising } from '#server/operations/plan.ts';
import type { ReceiptDocument } from '#server/receipts/receipt-document.ts';
import { replaceReceipts } from '#server/receipts/issue-documents.ts';
import { forgetMember } from '#server/receipts/receipts.ts';
import { placePaid } from './mails.ts';
import type { Corrected, Correcting } from './correcting.ts';
import { leaveAddress } from './leave-address.ts';
import { lockOrders, refuseChanged } from '#server/orders/rows/lock-orders.ts';
import { getOrder, raiseVersion } from '#server/orders/rows/orders.ts';
import {
  changeRegistrant,
  dedupeKeyOf,
  type Participant,
  replacePageToken,
} from '#server/orders/rows/participants.ts';
import { partFact } from './quote-change.ts';
import { recordAct } from './record-act.ts';
import { itemsFor } from '#server/orders/rows/registration-items.ts';
import { refuseSecondPlace } from '#server/orders/rows/second-places.ts';
import { withdraw } from './withdraw-order.ts';
import { withdrawUnpaid } from './withdraw-unpaid.ts';

/** Corrects one member of a group: the registration, and the name on the receipt of the payer. */
export async function correctMember(
  deed: Deed,
  organising: Organising,
  correcting: Correcting & { member: Participant },
): Promise<Corrected> {
  const { tx, moment: now } = deed;
  const { order: seen, action, member: before, changed } = correcting;
  const { payments, receipts, mailLayout, origin } = organising;
  const { id } = seen;
  const after = { ...before, ...correcting.after };
  for (const key of [dedupeKeyOf(before), dedupeKeyOf(after)].toSorted()) await lockKey(tx, key);
  await lockOrders(tx, [id]);
  await refuseChanged(tx, seen);
  for (const change of correcting.unpaid) await withdraw(tx, payments, { order: seen, change });
  await refuseSecondPlace(tx, id, before, after);
  await changeRegistrant(tx, before, after, { ...correcting, now });
  await raiseVersion(tx, id);
  const order = await getOrder(tx, id);
  const isReaddressed = before.email !== after.email;
  const pageToken = isReaddressed ? payments.newId() : before.pageToken;
  if (isReaddressed) await replacePageToken(tx, before.id, pageToken);
  // The keys of mails to one member have the id of the order and the id of the member.
  const about = [`${id}:${before.id}`];
  const withdrawn = isReaddressed
    ? await withdrawFrom(tx, { recipient: before.email, about }, now)
    : 0;
  // The members of an unpaid group have had no mail about it.
  const isPaid = order.paidPaymentId !== undefined;
  const mails: Message[] = [];
  if (isReaddressed) {
    const whose = { orderId: id, participantId: before.id };
    const toFormer = await leaveAddress(deed, organising, correcting, whose);
    if (isPaid) mails.push(toFormer);
  }
  const documents: ReceiptDocument[] = [];
  if (isPaid) {
    // An erasure of the replaced person would not find this order, so the name is removed now.
    if (before.name !== after.name) await forgetMember(tx, id, before.id);
    documents.push(...(await replaceReceipts(receipts, tx, order)));
    if (order.state === 'CONFIRMED') await withdrawUnpaid(tx, [after], now);
    if (isReaddressed && order.state === 'CONFIRMED') {
      const calendar = receipts.calendar(order, { registrationId: before.id, origin });
      const takingPart = partFact(itemsFor(order.items, before.id));
      const place = { takingPart, calendar, origin, now };
      const mail = placePaid(mailLayout, order, { ...after, pageToken }, place);
      mails.push({ ...mail, key: `${mail.key}:${payments.newId()}` });
    }
  }
  await deed.post(...mails);
  // An erasure of one member does not delete the log of a group, so the log has no entries of the person.
  await recordAct(deed, organising, seen, {
    action,
    participantId: before.id,
    person: after,
    words: changed.join(', '),
  });
  return { documents, withdrawn };
}
