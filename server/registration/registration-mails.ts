import type { Conference } from '#contract/content.ts';
import { type Cents, decimalFromCents } from '#contract/money.ts';
import type { Message } from '#server/mail/outbox.ts';
import type { Order } from '#server/payment/orders.ts';

/** The receipt: goes out once, when the order is confirmed. */
export function paymentConfirmed(order: Order, conference: Conference, isTest: boolean): Message {
  const { name, dates, venue, city, secretary } = conference;
  const lines = [
    ...(isTest ? ['TEST MODE: no real money was taken.', ''] : []),
    `Dear ${order.customer.name},`,
    '',
    `thank you: your registration for ${name} is paid and confirmed.`,
    '',
    `Reference       ${order.reference}`,
    `For             ${order.productName}`,
    `Amount          ${euros(order.amountCents)}`,
    `of which fee    ${euros(order.feeCents)}`,
    '',
    `${dates.text}, ${venue.name}, ${city}`,
    '',
    `Questions? Write to ${secretary.email} and quote the reference.`,
  ];
  return {
    key: `payment-confirmed:${order.id}`,
    kind: 'payment-confirmed',
    recipient: order.customer.email,
    subject: `${isTest ? '[TEST MODE] ' : ''}${name}: registration confirmed, ${order.reference}`,
    text: `${lines.join('\n')}\n`,
  };
}

function euros(cents: Cents): string {
  return `${decimalFromCents(cents).padStart(9)} EUR`;
}
