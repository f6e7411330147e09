import { inBrackets } from '#contract/content/languages.ts';
import { countryIn } from '#contract/country-name.ts';
import type { Conference } from '#contract/content/shapes/conference-shape.ts';
import { withoutZone } from '#contract/content/moments.ts';
import type { Moment } from '#contract/content/opening.ts';
import { add, type Cents, type Currency, moneyText } from '#contract/money.ts';
import { askedFor, type Requested } from '#contract/requested.ts';
import { labelled, type MailLayout } from '#server/mail/mail-layout.ts';
import type { Fact } from '#server/mail/mail-template.ts';
import { plainName } from '#server/mail/plain-words.ts';
import { lineParts } from './item-words.ts';
import { noteOf, type OrderLine } from './order-items.ts';
import type { Payment } from '#server/payments/payments.ts';
import { askedReference, type Customer, isGroup, linesOf, type Order } from './orders.ts';
import { linesOfChange, type Payable } from './payables.ts';
import { isByOrganiser, type ToPay } from './payment-links.ts';

/**
 * The name in the greeting. A stranger may have typed any text as a name, so only a plain name is used. The names in
 * an organiser's offer are used as they are.
 */
export function greetsBeforePayment(payable: Payable): string | undefined {
  const { name } = payable.order.customer;
  return isByOrganiser(payable) ? name : plainName(name);
}

/**
 * The items to pay and the date until which they can be paid. The mail may reach a stranger, so typed texts are left
 * out.
 */
export function factsToPay(
  mailLayout: MailLayout,
  { order, change, until }: Payable & Partial<ToPay>,
  requested: Requested = {},
): Fact[] {
  return [
    ...factsOf(mailLayout, { order, change }, { isStated: false }),
    ...requestFacts(mailLayout, requested, { isStated: false }),
    ...labelled(mailLayout.words.labels, { payableUntil: until && endText(until) }),
  ];
}

/** The person's requests; with the texts that the person typed if `isStated`. */
export function requestFacts(
  { words, language }: MailLayout,
  requested: Requested,
  { isStated = true } = {},
): Fact[] {
  return askedFor(requested)
    .filter(({ kind }) => isStated || kind !== 'text')
    .map(({ id, value }) => ({
      label: words.requests[id],
      text: inBrackets(String(value === true ? 1 : value), words.requests.note, language),
    }));
}

/** The payer or participant; nothing if the person was erased. */
export function factsAbout(layout: MailLayout, person: Customer): Fact[] {
  const { name, email, phone, institute } = person;
  const country = countryIn(person.country, layout);
  return labelled(layout.words.labels, { name, email, phone, institute, country });
}

/** "on March 10, 2026 at 18:00 (Europe/Berlin)" -> "March 10, 2026 at 18:00 (Europe/Berlin)" */
export function endText({ words, label }: Moment): string {
  const [, english] = /^(?:on|at) (.+)$/.exec(words) ?? [];
  return english ?? label;
}

/** The end of something on the own page, which says once by which clock all its times are. */
export function untilText(
  { conference: { dates } }: { conference: Pick<Conference, 'dates'> },
  until: Pick<Moment, 'at'>,
): string {
  return endText(withoutZone(until, dates));
}

/** The payer's way to pay. */
export function paidBy({ words }: MailLayout, payment: PaidBy): Fact {
  return { label: words.labels.paidBy, text: wayWords(words.providers, payment) };
}

type PaidBy = Pick<Payment, 'provider' | 'delayedBy'>;

/** Stripe's page offers more than cards: what came days later was a debit or a transfer. */
export function wayWords(
  providers: MailLayout['words']['providers'],
  { provider, delayedBy }: PaidBy,
): string {
  return providers[delayedBy === 'virtual-account' ? 'transfer' : (delayedBy ?? provider)];
}

/** The reference, and the name of the order if one line is enough. */
export function factsOfReference({ words: { labels } }: MailLayout, order: Order): Fact[] {
  return labelled(labels, { reference: order.reference, for: order.productName });
}

/** An amount that is refunded. */
export function refundFact(
  { words: { labels } }: MailLayout,
  cents: Cents,
  currency: Currency,
): Fact {
  return { label: labels.refunded, text: moneyText(cents, currency), isAmount: true, isSum: true };
}

/** The lines of a payable and their sum; with the texts that the payer typed if `isStated`. */
export function factsOf(
  mailLayout: MailLayout,
  { order, change }: Payable,
  { isStated = true } = {},
): Fact[] {
  const { labels, paymentLink: said } = mailLayout.words;
  const { reference } = order;
  if (change) {
    const [difference, ...fees] = linesOfChange(mailLayout, order, change);
    const lines = difference ? [{ ...difference, words: said.difference }, ...fees] : fees;
    return [
      ...labelled(labels, { reference }),
      { label: said.was, text: change.was },
      { label: said.becomes, text: change.becomes, below: change.stay },
      ...factsOfLines(mailLayout, order, lines, true),
    ];
  }
  if (isGroup(order)) {
    // A group has many members, and only the receipt names them.
    return [...factsOfReference(mailLayout, order), sumFact(mailLayout, order, order.amountCents)];
  }
  return [
    ...labelled(labels, { reference, about: askedReference(order) }),
    ...factsOfLines(mailLayout, order, linesOf(order), isStated),
  ];
}

/** Lines and their sum; with the texts that the payer typed if `isStated`. */
export function factsOfLines(
  mailLayout: MailLayout,
  order: Pick<Order, 'currency'>,
  lines: readonly OrderLine[],
  isStated: boolean,
): Fact[] {
  const { labels } = mailLayout.words;
  return [
    ...lines.flatMap((line) => {
      const note = isStated ? noteOf(labels, line) : undefined;
      const { line: label, stay: below } = lineParts(line.words);
      return [
        { label, below, text: moneyText(line.cents, order.currency), isAmount: true },
        ...(note ? [note] : []),
      ];
    }),
    sumFact(mailLayout, order, add(...lines.map(({ cents }) => cents))),
  ];
}

function sumFact(
  { words: { labels } }: MailLayout,
  { currency }: Pick<Order, 'currency'>,
  cents: Cents,
): Fact {
  return { label: labels.total, text: moneyText(cents, currency), isAmount: true, isSum: true };
}
