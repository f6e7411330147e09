import type { Content } from '#contract/content.ts';
import { asCents, type Cents, moneyText } from '#contract/money.ts';
import type { Db } from '#server/database/database.ts';
import { fold } from '#server/http/page-parts.ts';
import { html, type Markup } from '#server/markup.ts';
import { normalised } from '#server/identity.ts';
import type { Fact } from '#server/mail/mail-template.ts';
import { factsOfTransfer } from '#server/orders/sell/transfer-facts.ts';
import { askedOf, isStillOwed } from '#server/orders/rows/asked-orders.ts';
import { linkStateNow } from '#server/orders/sell/link-state.ts';
import { untilText } from '#server/orders/rows/order-facts.ts';
import { describeOrder, isCancelled, isGroup, type Order } from '#server/orders/rows/orders.ts';
import type { PageOwner } from '#server/orders/rows/page-owners.ts';
import { findPaymentLink, pathOf } from '#server/orders/rows/payment-links.ts';
import type { PaymentContext } from '#server/payments/payment-context.ts';
import { getPayment } from '#server/payments/payments.ts';

/** An amount that the reader is asked for, with its state and its links. */
type Asked = {
  order: Order;
  receiptPath?: string;
  refundedCents?: Cents;
  payPath?: string;
  due?: string;
  until?: Fact;
};

/**
 * The amounts that the reader of a page is asked for, by an organiser or as a part of the registration that another payer
 * left, and whether one is still to be paid; none if there are none.
 */
export async function askedSection(
  { context, content }: { context: PaymentContext; content: Content },
  owner: PageOwner,
): Promise<{ part: Markup; isOwed: boolean } | undefined> {
  const asked: Asked[] = [];
  for (const order of await askedFor(context.db, owner)) {
    asked.push(await read({ context, content }, order));
  }
  if (asked.length === 0) return undefined;
  const { yourRegistration: said } = content;
  const isOwed = asked.some(({ receiptPath }) => receiptPath === undefined);
  const list = html`<ul>
    ${asked.map(({ order, receiptPath, refundedCents = asCents(0), payPath, due, until }) => {
      const amount = moneyText(order.amountCents, order.currency);
      const refunded =
        refundedCents === 0
          ? ''
          : `, ${said.labels.refunded} ${moneyText(refundedCents, order.currency)}`;
      const words = describeOrder(order, { withoutFee: true });
      const state = receiptPath === undefined ? said.asked.owed : said.asked.paid;
      // The link to pay names the amount.
      const isNamed = payPath !== undefined;
      return html`<li>
        <span>
          <bdi>${words}</bdi>
          ${until && html`<span class="receipt-note">${until.label} ${until.text}</span>`}
        </span>
        ${isNamed ? undefined : html`<span class="receipt-amount">${state} ${amount}${refunded}</span>`}
        ${receiptPath && html`<a href="${receiptPath}">${said.receipt}</a>`}
        ${payPath && html`<a href="${payPath}">${said.pay} · ${due ?? amount}</a>`}
        ${receiptPath || payPath ? undefined : html`<span class="receipt-note">${said.asked.lapsed}</span>`}
      </li> `;
    })}
  </ul>`;
  const { asked: heading } = said.sections;
  return {
    isOwed,
    part: isOwed
      ? html`<section aria-labelledby="asked">
          <h3 id="asked">${heading}</h3>
          ${list}
        </section> `
      : fold({ id: 'asked', heading }, list),
  };
}

/**
 * The asked amounts of the person whose page it is, and those about the order that went to the same address. Before a
 * payment a stranger may have typed the person, so the page shows none.
 */
async function askedFor(db: Db, { order, participant, isPayer }: PageOwner): Promise<Order[]> {
  const isKnown = order && (isGroup(order) || order.paidPaymentId !== undefined);
  const person = participant ?? order?.customer;
  if (!isKnown || !person || person.email === '') return [];
  const all = await askedOf(db, person, isPayer ? order.reference : undefined);
  const theirs = all.filter(
    ({ customer }) => normalised(customer.email) === normalised(person.email),
  );
  const due = await Promise.all(
    theirs.map(async (each) => each.paidPaymentId !== undefined || (await isStillOwed(db, each))),
  );
  return theirs.filter((each, at) => !isCancelled(each) && due[at]);
}

async function read(
  { context, content: { mails, conference } }: { context: PaymentContext; content: Content },
  order: Order,
): Promise<Asked> {
  const link = await findPaymentLink(context.db, order.id);
  if (order.paidPaymentId !== undefined) {
    const { refundedCents } = await getPayment(context.db, order.paidPaymentId);
    return { order, receiptPath: `/receipt/${order.receiptToken}`, refundedCents };
  }
  if (!link) return { order };
  const state = await linkStateNow(context, { payable: { order }, link });
  if (state.is === 'lapsed') return { order };
  const payPath = pathOf(link);
  if (state.is !== 'open') return { order, payPath };
  if (state.transfer) {
    // A transfer has a last day of its own, and a part of it may have arrived.
    const { amount, until } = factsOfTransfer(mails, conference, { order }, state.transfer);
    return { order, payPath, due: amount.text, until };
  }
  const until = { label: mails.labels.payableUntil, text: untilText({ conference }, state.until) };
  return { order, payPath, until };
}
