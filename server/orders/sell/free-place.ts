import type { Tx } from '#server/database/database.ts';
import { timestamp } from '#server/identity.ts';
import { postMessages } from '#server/mail/outbox.ts';
import type { Organising } from '#server/operations/plan.ts';
import { confirmFree } from '#server/payments/confirm-free.ts';
import { storeReceipt } from '#server/receipts/issue-documents.ts';
import { receiptOf } from '#server/receipts/receipt-document.ts';
import { placePaid } from '#server/orders/change/mails.ts';
import { feeIn, type OrderItem } from '#server/orders/rows/order-items.ts';
import { type Customer, keyOfItsOwn, type Order } from '#server/orders/rows/orders.ts';
import { insertParticipant } from '#server/orders/rows/participants.ts';
import { placeOrder } from './place-order.ts';
import { partFact } from '#server/orders/change/quote-change.ts';
import { productNameOf } from '#server/orders/rows/registration-items.ts';
import type { RegistrationPrice } from './registration-price.ts';
import { withdrawUnpaid } from '#server/orders/change/withdraw-unpaid.ts';

/** A person who gets a place at 0.00, with the id of the registration. */
export type Free = {
  id: string;
  person: Customer;
  price: RegistrationPrice;
  items: readonly OrderItem[];
  createdAt: string;
  /** The end of the personal link that the person has used. */
  invitedUntil?: string;
};

/**
 * Registers a person with a confirmed place at 0.00, in the caller's transaction, which has locked the person and the
 * places. The person's mail says that the place is free.
 */
export async function giveFreePlace(
  tx: Tx,
  { payments, content, receipts, origin }: Omit<Organising, 'actor' | 'mailLayout'>,
  { id, person, price, items, createdAt, invitedUntil }: Free,
): Promise<Order> {
  const { mailLayout } = receipts;
  const now = payments.clock();
  const pageToken = payments.newId();
  const placed = await placeOrder(tx, payments, {
    offeredBy: undefined,
    // A visitor who buys the same registration gets another order.
    dedupeKey: keyOfItsOwn(id),
    fee: feeIn(content.prices),
    productName: productNameOf(price.words, price.label),
    items,
    customer: person,
    language: content.language,
    pageToken,
    ...(invitedUntil !== undefined && { invitedUntil }),
  });
  const guest = {
    ...person,
    id,
    presentationType: price.presentation,
    registrationType: price.registration,
    pageToken,
    language: content.language,
    createdAt,
  };
  await insertParticipant(tx, guest);
  const { order, payment } = await confirmFree(tx, payments, placed.order, origin);
  await withdrawUnpaid(tx, [guest], now);
  const issuedAt = timestamp(now);
  const receipt = receiptOf(mailLayout.in(order.language), order, payment, {
    issuedAt,
    requests: [],
  });
  await storeReceipt(receipts, tx, payment, receipt);
  const place = {
    takingPart: partFact(items),
    calendar: receipts.calendar(order, { registrationId: id, origin }),
    origin,
    now,
  };
  await postMessages(tx, payments, placePaid(mailLayout, order, guest, place));
  return order;
}
