import type { Moment } from '#contract/content/opening.ts';
import { moneyText } from '#contract/money.ts';
import type { MailLayout } from '#server/mail/mail-layout.ts';
import type { Fact } from '#server/mail/mail-template.ts';
import { plainName } from '#server/mail/plain-words.ts';
import { linesOf, type Order } from './orders.ts';
import { offeredKinds, type ToPay } from './payment-links.ts';

/** A name that somebody else may have typed is said only where it can be nothing but a name; organisers have typed the others. */
export function greetsBeforePayment({ kind, customer }: Order): string | undefined {
  return offeredKinds.includes(kind) ? customer.name : plainName(customer.name);
}

/**
 * What is to be paid, and until when: to an address that anybody may have typed, so without the words that somebody wrote
 * about it.
 */
export function factsToPay(
  mailLayout: MailLayout,
  { order, until }: Pick<ToPay, 'order'> & Partial<ToPay>,
  requests: readonly Fact[] = [],
): Fact[] {
  const { labels } = mailLayout.words;
  return [
    ...factsOf(mailLayout, order, { isStated: false }),
    ...requests,
    ...(until === undefined ? [] : [{ label: labels.payableUntil, text: endText(until) }]),
  ];
}

/** "on March 10, 2026 at 18:00 (Europe/Berlin)" -> "March 10, 2026 at 18:00 (Europe/Berlin)" */
export function endText({ words }: Moment): string {
  return words.replace(/^(?:on|at) /, '');
}

/** The lines of an order and their sum; with the payer's own words where it says `isStated`. */
export function factsOf({ words }: MailLayout, order: Order, { isStated = true } = {}): Fact[] {
  const { labels, paymentLink: said } = words;
  const total = moneyText(order.amountCents, order.currency);
  if (order.kind === 'group') {
    // Its people are many, and named in the receipt alone.
    return [
      { label: labels.reference, text: order.reference },
      { label: labels.for, text: order.productName },
      { label: labels.total, text: total, isAmount: true, isSum: true },
    ];
  }
  const { change } = order;
  return [
    { label: labels.reference, text: order.reference },
    ...(change
      ? [
          { label: said.was, text: change.was },
          { label: said.becomes, text: change.becomes },
        ]
      : []),
    ...linesOf(order).flatMap(({ words: line, statedByPayer, cents }, at) => [
      {
        label: change && at === 0 ? said.difference : line,
        text: moneyText(cents, order.currency),
        isAmount: true,
      },
      ...(statedByPayer === undefined || !isStated
        ? []
        : [{ label: labels.statedByPayer, text: statedByPayer }]),
    ]),
    {
      label: labels.total,
      text: total,
      isAmount: true,
      isSum: true,
    },
  ];
}
