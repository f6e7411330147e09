import { amountWithCode } from '#contract/money.ts';
import { act } from '#server/operations/act.ts';
import { changeCustomer } from '#server/orders/change/change-customer.ts';
import { askedWithdrawn, orderToPay } from '#server/orders/change/mails.ts';
import { recordAct } from '#server/orders/change/record-act.ts';
import {
  closeCheckout,
  partsThatCame,
  refuseMismatch,
  refuseUndecided,
  withdraw,
} from '#server/orders/change/withdraw-order.ts';
import { withdrawMessages } from '#server/mail/outbox.ts';
import type { Organising } from '#server/operations/plan.ts';
import { partsOfOthers } from '#server/orders/rows/divided-orders.ts';
import { deleteRecipient } from '#server/orders/rows/invoice-recipients.ts';
import { lockOrders, refuseChanged } from '#server/orders/rows/lock-orders.ts';
import { getOrder, isCancelled, keyOfItsOwn, type Order } from '#server/orders/rows/orders.ts';
import { unpaidKeyOfPayable } from '#server/orders/rows/payables.ts';
import { deletePaymentLink, goodLinkOf, payableBy } from '#server/orders/rows/payment-links.ts';
import { normalised } from '#server/identity.ts';
import { isOver } from '#server/payments/payment-states.ts';
import { impossible, uniteItems } from './divide-registration.ts';

/** Whether the person pays this part now. */
export function isTakenOver(order: Order, part: Order): boolean {
  return normalised(part.customer.email) === normalised(order.customer.email);
}

/** Whether the person can take a part over: nobody has paid it, and somebody else still is to. */
export function canTakeOver(order: Order, part: Order): boolean {
  return (
    part.paidPaymentId === undefined &&
    !isCancelled(part) &&
    !isCancelled(order) &&
    !isTakenOver(order, part)
  );
}

/**
 * Takes a part that is not paid back from its payer, who gets back what came of a transfer. If nothing is paid, the registration is whole again; otherwise
 * the person becomes the payer of the part, behind a new link.
 */
export async function takeOverPart(
  organising: Organising,
  { order: seen, partId }: { order: Order; partId: string },
): Promise<void> {
  const { payments, mailLayout, origin } = organising;
  const { db, newId } = payments;
  const part = (await partsOfOthers(db, seen)).find(({ id }) => id === partId);
  if (!part || !canTakeOver(seen, part)) throw impossible('changed');
  const isWhole = seen.paidPaymentId === undefined;
  const closing = isWhole ? [part, seen] : [part];
  for (const order of closing) await refuseUndecided(db, { order });
  // The person's own money would not fit the registration that is whole again.
  if (isWhole && (await partsThatCame(payments, [{ order: seen }])) > 0) {
    throw impossible('beingPaid');
  }
  const returned = await partsThatCame(payments, [{ order: part }]);
  for (const order of closing) await closeCheckout(payments, { order });
  await act(organising, async (deed) => {
    const { tx, moment } = deed;
    await lockOrders(tx, [seen.id, part.id]);
    const order = await refuseChanged(tx, seen);
    const theirs = await refuseChanged(tx, part);
    for (const each of isWhole ? [theirs, order] : [theirs]) {
      const latest = await refuseMismatch(tx, { order: each });
      if (latest && !isOver(latest.state)) throw impossible('beingPaid');
    }
    if (isWhole) {
      await uniteItems(tx, order, theirs);
      await withdraw(tx, payments, { order: theirs });
    } else {
      await withdrawMessages(tx, unpaidKeyOfPayable({ order: theirs }), moment);
      await deleteRecipient(tx, theirs.id);
      await changeCustomer(tx, theirs, {
        customer: order.customer,
        dedupeKey: keyOfItsOwn(theirs.id),
        // The former payer must not see what is paid now.
        receiptToken: newId(),
        pageToken: '',
        changedPart: undefined,
      });
      await deletePaymentLink(tx, theirs.id);
    }
    await recordAct(deed, organising, order, {
      action: 'divide',
      person: order.customer,
      words: `${theirs.reference} is taken back from its payer${
        returned > 0 ? `, who gets ${amountWithCode(returned, order.currency)} back` : ''
      }`,
    });
    if (theirs.customer.email !== '') await deed.post(askedWithdrawn(mailLayout, theirs));
    if (isWhole) return;
    const own = await getOrder(tx, theirs.id);
    const link = await goodLinkOf(tx, payments, own);
    await deed.post(orderToPay(mailLayout, payableBy(link, { order: own }, payments, origin)));
  });
}
