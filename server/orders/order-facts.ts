import * as z from 'zod/mini';
import type { Moment } from '#contract/content/opening.ts';
import { moneyText } from '#contract/money.ts';
import type { MailLayout } from '#server/mail/mail-layout.ts';
import type { Fact } from '#server/mail/mail-template.ts';
import { plainName } from '#server/mail/plain-words.ts';
import type { Order } from './orders.ts';
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
  const lines = order.lines.map(({ statedByPayer: _stated, ...line }) => line);
  return [
    ...factsOf(mailLayout, { ...order, lines }),
    ...requests,
    ...(until === undefined ? [] : [{ label: labels.payableUntil, text: endText(until) }]),
  ];
}

/** What somebody has booked and will have, by an order over the difference; both are kept as data of the order. */
export function changeOf({ kind, priceSnapshot }: Order): Change | undefined {
  if (kind !== 'supplement') return undefined;
  return Change.parse(priceSnapshot);
}

const Change = z.object({ was: z.string(), becomes: z.string() });
type Change = z.output<typeof Change>;

/** "on March 10, 2026 at 18:00 (Europe/Berlin)" -> "March 10, 2026 at 18:00 (Europe/Berlin)" */
export function endText({ words }: Moment): string {
  return words.replace(/^(?:on|at) /, '');
}

/** What the order is for, line by line, and the sum. */
export function factsOf({ words }: MailLayout, order: Order): Fact[] {
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
  const change = changeOf(order);
  return [
    { label: labels.reference, text: order.reference },
    ...(change
      ? [
          { label: said.was, text: change.was },
          { label: said.becomes, text: change.becomes },
        ]
      : []),
    ...order.lines.flatMap(({ words: line, statedByPayer, cents }, at) => [
      {
        label: change && at === 0 ? said.difference : line,
        text: moneyText(cents, order.currency),
        isAmount: true,
      },
      ...(statedByPayer === undefined
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
