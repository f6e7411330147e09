import { lockKey, type Tx } from '#server/database/database.ts';
import { personKey } from '#server/identity.ts';
import { changeUnpaidKey, withdrawFrom } from '#server/mail/outbox.ts';
import type { Deed } from '#server/operations/act.ts';
import type { Organising } from '#server/operations/plan.ts';
import { latestPaymentOf, lockPaymentsOf, paymentsOfOrder } from '#server/payments/payments.ts';
import type { ReceiptDocument } from '#server/receipts/receipt-document.ts';
import { replaceReceipts } from '#server/receipts/issue-documents.ts';
import { findRecipient, saveRecipient } from '#server/orders/rows/invoice-recipients.ts';
import { hideDocuments } from '#server/receipts/receipts.ts';
import { changeCustomer } from './change-customer.ts';
import { orderToPay, paymentReminder } from './mails.ts';
import type { Corrected, Correcting } from './correcting.ts';
import { leaveAddress } from './leave-address.ts';
import { payerHimself } from '#server/orders/rows/find-booked.ts';
import { refuseChanged } from '#server/orders/rows/lock-orders.ts';
import { changesOf, replaceToken } from '#server/orders/rows/order-changes.ts';
import {
  type Customer,
  getOrder,
  isCancelled,
  isAsked,
  isDiscount,
  isGroup,
  isOwnRegistration,
  keyOfItsOwn,
  lockOrderRows,
  lockPeople,
  type Order,
  ordersFor,
} from '#server/orders/rows/orders.ts';
import {
  changeRegistrant,
  dedupeKeyOf,
  findParticipants,
  type Participant,
  replacePageToken,
} from '#server/orders/rows/participants.ts';
import type { Payable } from '#server/orders/rows/payables.ts';
import {
  deletePaymentLink,
  findPaymentLink,
  insertPaymentLink,
  isOffered,
  lapseOfLink,
  linkOfChange,
  payableBy,
} from '#server/orders/rows/payment-links.ts';
import { discountOrderKey, registrationOrderKey } from '#server/orders/rows/purchase-key.ts';
import { recordAct } from './record-act.ts';
import { choiceOf } from '#server/orders/rows/registration-items.ts';
import { priceIdOf } from '#server/orders/sell/registration-price.ts';
import { refuseSecondPlace } from '#server/orders/rows/second-places.ts';
import { withdraw } from './withdraw-order.ts';
import { withdrawUnpaidOf } from './withdraw-unpaid.ts';

/** Corrects the payer of a group's order, or a participant with all orders of this participant. */
export async function correctPayer(
  deed: Deed,
  organising: Organising,
  correcting: Correcting,
): Promise<Corrected> {
  const { tx, moment: now } = deed;
  const { order: seen, action, before, after, words } = correcting;
  const { payments } = organising;
  const { id, participantIds } = seen;
  const holder = await holderOf(tx, seen);
  const orders = holder ? await ordersFor(tx, participantIds) : [seen];
  await lockBoth(tx, orders, { before, after });
  await refuseChanged(tx, seen);
  for (const change of correcting.unpaid) await withdraw(tx, payments, { order: seen, change });
  const current = await Promise.all(orders.map((each) => getOrder(tx, each.id)));
  if (holder && !isDiscount(seen)) await refuseSecondPlace(tx, id, before, after);
  // Badges and lists use this row.
  if (holder) {
    await changeRegistrant(tx, holder, { ...holder, ...after }, { ...correcting, now });
  }
  const isReaddressed = before.email !== after.email;
  const pageToken = isReaddressed && seen.pageToken !== '' ? payments.newId() : seen.pageToken;
  if (isReaddressed && holder) {
    await replacePageToken(tx, holder.id, isGroup(seen) ? payments.newId() : pageToken);
  }

  const about = [...participantIds, ...(await idsAbout(tx, current))];
  const unpaid = { from: personKey(before), to: personKey(after) };
  if (unpaid.from !== unpaid.to) await changeUnpaidKey(tx, { ...unpaid, about });
  const withdrawn = isReaddressed
    ? await withdrawFrom(tx, { recipient: before.email, about }, now)
    : 0;
  const paid = current.find((order) => order.state === 'CONFIRMED' && !isCancelled(order));
  if (holder && paid) await withdrawUnpaidOf(tx, { ...paid, customer: after }, [after], now);

  const documents: ReceiptDocument[] = [];
  for (const order of current) {
    if (isCancelled(order)) continue;
    documents.push(...(await correctOrder(tx, organising, correcting, { order, pageToken })));
  }
  if (isReaddressed) {
    // Only the latest of several unpaid orders gets a mail with its new link, and none if one of the orders is paid.
    const last = current.some(({ paidPaymentId }) => paidPaymentId !== undefined)
      ? undefined
      : current.at(-1);
    for (const order of current) {
      const renewed = { ...order, customer: after, pageToken };
      await renewLink(deed, organising, renewed, order.id === last?.id);
      await renewLinksOfChanges(deed, organising, await getOrder(tx, order.id));
    }
    const whose = { orderId: id, participantId: holder?.id };
    await deed.post(await leaveAddress(deed, organising, correcting, whose));
  }
  await recordAct(deed, organising, seen, { action, person: after, words: words.join('; ') });
  return { documents, withdrawn };
}

/** The participant who pays. The payer of an asked amount, or of a group of others, is in no list. */
async function holderOf(tx: Tx, order: Order): Promise<Participant | undefined> {
  if (isGroup(order)) return payerHimself(tx, order);
  return isAsked(order) ? undefined : (await findParticipants(tx, order.participantIds))[0];
}

/** Corrects the payer of one order, and replaces its documents. */
async function correctOrder(
  tx: Tx,
  organising: Organising,
  { before, after, isReplaced, changedPart, confirmation }: Correcting,
  { order, pageToken }: { order: Order; pageToken: string },
): Promise<ReceiptDocument[]> {
  const { payments, receipts } = organising;
  const isReaddressed = before.email !== after.email;
  const receiptToken = isReaddressed ? payments.newId() : order.receiptToken;
  const dedupeKey = orderKeyOf(order, after);
  const identity = { customer: after, dedupeKey, receiptToken, pageToken, changedPart };
  await changeCustomer(tx, order, identity);
  const corrected = { ...order, ...identity };
  if (isReplaced) {
    await hideDocuments(tx, order.id);
    await readdressInvoice(tx, organising, corrected);
  }
  const about = { confirmed: confirmation?.kind, isReplaced };
  return replaceReceipts(receipts, tx, corrected, about);
}

/**
 * Addresses an invoice to the new payer, who must not read the address, VAT number and order number of the payer before
 * and can enter other ones.
 */
async function readdressInvoice(
  tx: Tx,
  { payments, actor }: Organising,
  { id, customer }: Pick<Order, 'id' | 'customer'>,
): Promise<void> {
  if (!(await findRecipient(tx, id))) return;
  const { name: legalName, institute, country } = customer;
  const recipient = { legalName, address: [institute], country };
  await saveRecipient(tx, { ...payments, actor }, id, recipient);
}

/**
 * Deletes the link to pay that the old address has; an unpaid order gets a new link. The new link is mailed to the
 * new address if an organiser made the order, or if `isReminded`.
 */
async function renewLink(
  { tx, moment, post }: Deed,
  { payments, mailLayout, origin }: Organising,
  order: Order,
  isReminded: boolean,
): Promise<void> {
  const { newId } = payments;
  const known = await findPaymentLink(tx, order.id);
  if (!known) return;
  await deletePaymentLink(tx, order.id);
  if (order.paidPaymentId !== undefined || isCancelled(order)) return;
  const link = { token: newId(), lapsesAt: lapseOfLink(moment) };
  await insertPaymentLink(tx, order.id, link);
  if (await hasMismatch(tx, { order })) return;
  const toPay = payableBy(link, { order }, payments, origin);
  const mail = isOffered(toPay)
    ? orderToPay(mailLayout, toPay)
    : isReminded && paymentReminder(mailLayout, toPay, { event: newId() });
  if (mail) await post(mail);
}

/**
 * Replaces the links to pay of an order's proposed changes, and mails the new links to the payer. The link of any other
 * change ends, because its page leads to the receipt.
 */
async function renewLinksOfChanges(
  { tx, post }: Deed,
  { payments, mailLayout, origin }: Organising,
  order: Order,
): Promise<void> {
  for (const change of await changesOf(tx, order.id)) {
    if (change.state !== 'proposed') {
      await replaceToken(tx, change.id, undefined);
      continue;
    }
    const renewed = { ...change, token: payments.newId() };
    await replaceToken(tx, change.id, renewed.token);
    if (await hasMismatch(tx, { order, change })) continue;
    const toPay = payableBy(linkOfChange(renewed), { order, change: renewed }, payments, origin);
    await post(orderToPay(mailLayout, toPay));
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
  { before, after }: Pick<Correcting, 'before' | 'after'>,
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

/** The ids in the keys of mails about these orders. */
async function idsAbout(tx: Tx, orders: readonly Order[]): Promise<string[]> {
  const payments = await Promise.all(orders.map(({ id }) => paymentsOfOrder(tx, id)));
  return [...orders.map(({ id }) => id), ...payments.flat().map(({ id }) => id)];
}

/** The `dedupeKey` of the order for the new customer, by which a repeated purchase of this customer finds the order. */
function orderKeyOf(order: Order, customer: Customer): string {
  const { dedupeKey, amountCents: totalCents, items } = order;
  // An organiser gave this place.
  if (dedupeKey === keyOfItsOwn(order.participantIds[0] ?? '')) return dedupeKey;
  const choice = choiceOf(items);
  // No form makes an order with the price of a personal link.
  if (isOwnRegistration(order) && choice && order.invitedUntil === undefined) {
    const memberKey = items.find((item) => item.kind === 'registration')?.memberKey;
    return registrationOrderKey(customer, { id: priceIdOf(choice), totalCents }, memberKey);
  }
  if (!isDiscount(order)) return dedupeKey;
  const description = items.find((item) => item.kind === 'agreed')?.statedByPayer ?? '';
  return discountOrderKey(customer, { description, totalCents });
}
