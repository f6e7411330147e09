import { sizeText } from '#contract/size-text.ts';
import { askedFor } from '#contract/requested.ts';
import type { Content } from '#contract/content.ts';
import { amountWithCode, asCents, type Cents, type Currency } from '#contract/money.ts';
import { abstractPath } from '#server/abstract/abstracts.ts';
import { authorsInWords } from '#server/abstract/authors-notation.ts';
import { titlesOf } from '#server/abstract/abstract-titles.ts';
import { duplicateWords } from '#server/abstract/duplicates.ts';
import { features } from '#server/features.ts';
import { troubleWords } from '#server/mail/dead-letters.ts';
import { recipientWords } from '#server/orders/change/ask-for-invoice.ts';
import { extraLabel, labelOf } from '#server/orders/sell/registration-price.ts';
import { counted } from '#server/counted.ts';
import { mailWords, stateWords } from './list-cells.ts';
import type { ListedParticipant } from './list-participants.ts';
import type { AbstractStory, OrderStory } from './read-story.ts';
import type { Line } from './told-lines.ts';
import { printTimes } from './wall-clock.ts';

/** One line of a story. A fact without a text is left out. */
export type Fact = {
  label: string;
  text: string;
  /** The state as in the database: PART_REFUNDED. */
  state?: string;
  /** The target of the text, or of a part of the text. */
  link?: string;
  trouble?: string | undefined;
  /** The id of a refund. */
  id?: string | undefined;
};

/** The orders that ask for a refund again, as the end of its line. */
function askedAgain({ askedAgain: asked }: Payment, id: string): string {
  const references = asked.filter(({ undoes }) => undoes === id).map(({ reference }) => reference);
  return references.length === 0 ? '' : `, asked for again: ${references.join(', ')}`;
}

export type StoryFacts = ReturnType<typeof storyFacts>;
type Payment = OrderStory['payments'][number];

/** How money comes that comes days after the checkout. */
const WAYS = { debit: 'direct debit', 'virtual-account': 'bank transfer' };

type About = { content: Pick<Content, 'conference' | 'prices' | 'sessions'>; origin: string };
type Print = {
  at: ReturnType<typeof printTimes>;
  money: (cents: number, currency: Currency) => string;
};

/**
 * The story of a person as labelled lines, with times in the time zone of the conference. `show` prints all lines, the
 * dashboard shows them with buttons, and the evidence has the lines about one order that the payer knows.
 */
export function storyFacts(
  about: About,
  print: (cents: Cents, currency: Currency) => string = amountWithCode,
) {
  const at = printTimes(about.content.conference.dates.timezone);
  const money: Print['money'] = (cents, currency) =>
    `${cents < 0 ? '-' : ''}${print(asCents(Math.abs(cents)), currency)}`;
  return {
    at,
    ...factsOfPerson(about, at),
    ...factsOfOrder(about, { at, money }),
    ...factsOfPayment({ at, money }),
    ...factsOfAbstract(about, at),

    mails: (mails: OrderStory['mails']): Fact[] =>
      mails.map(({ kind, recipient, postedAt, state, subject, trouble }) => ({
        label: mailWords(kind),
        text: `to ${recipient}, “${subject}”, ${at(postedAt)}`,
        state: state === 'withdrawn' ? 'mail_withdrawn' : state.replaceAll(' ', '_'),
        trouble: trouble && troubleWords(trouble),
      })),
  };
}

function factsOfPerson({ content, origin }: About, at: Print['at']) {
  const { prices } = content;
  return {
    person(person: ListedParticipant): Fact[] {
      const { presentationType: type, hasRoom, nights, guests, extras } = person;
      const { receiptPath, paidAt, checkedInAt } = person;
      return told([
        ['Name', person.name],
        ['Email', person.email, `mailto:${person.email}`],
        ['Phone', person.phone],
        ['Institute', person.institute],
        ['Country', person.country],
        ['Presentation type', type && labelOf(prices, type)],
        ['Agreed amount', type === undefined ? (person.agreedWords ?? 'nobody agreed yet') : ''],
        ['Room', hasRoom ? `${counted(nights, 'night')}, ${counted(guests, 'guest')}` : ''],
        ...askedFor(person).map(({ label, value }): Line => [
          label,
          value === true ? 'yes' : String(value),
        ]),
        [
          'Extras',
          extras.map(({ id, count }) => `${count} × ${extraLabel(prices, id)}`).join(', '),
        ],
        ...features().flatMap(({ watch }) => watch?.people?.lines?.(content, person) ?? []),
        ['Registered', at(person.registeredAt)],
        ['Paid', paidAt && at(paidAt)],
        ['Checked in', checkedInAt && at(checkedInAt)],
        ['Receipt', receiptPath && origin + receiptPath, `${origin}${receiptPath}`],
      ]);
    },

    customer: ({ customer: { name, email, institute, country } }: OrderStory): Fact[] =>
      told([
        ['Name', name],
        ['Email', email],
        ['Institute', institute],
        ['Country', country],
      ]),
  };
}

function factsOfOrder({ origin }: About, { at, money }: Print) {
  const linkFact = (link: { path: string; lapsesAt: string } | undefined): Fact[] =>
    link === undefined
      ? []
      : [
          {
            label: 'Link to pay',
            text: `${origin}${link.path}, until ${at(link.lapsesAt)}`,
            link: origin + link.path,
          },
        ];

  return {
    /** The lines of the order and their sum. */
    bought: ({ lines, amountCents, currency }: OrderStory): Fact[] =>
      told([
        ...lines.map(({ words, statedByPayer, cents }): Line => [
          statedByPayer === undefined ? words : `${words}: ${statedByPayer}`,
          money(cents, currency),
        ]),
        ['Total', money(amountCents, currency)],
      ]),

    /** The creation of the order, its link to pay and its changes. */
    order: (order: OrderStory): Fact[] => [
      ...told([
        ['Ordered', at(order.createdAt)],
        ['Made by', order.offeredBy],
        ['About', order.about],
        ['Asks again for the refund', order.undoes],
      ]),
      ...linkFact(order.linkToPay),
      ...order.changes.flatMap(({ was, becomes, differenceCents, state, createdAt, linkToPay }) => [
        {
          label: 'Change',
          text: `from ${was} to ${becomes}, ${money(differenceCents, order.currency)}, ${at(createdAt)}`,
          state,
        },
        ...linkFact(linkToPay),
      ]),
    ],

    documents: ({ invoice, documents, currency }: OrderStory): Fact[] =>
      told([
        ['Invoice to', invoice && recipientWords(invoice)],
        ...documents.map(({ kind, number, totalCents, issuedAt }): Line => [
          stateWords(kind),
          // A cancellation invoice prints its amounts as negative.
          `${number}, ${money(kind === 'invoice-cancellation' ? -totalCents : totalCents, currency)}, ${at(issuedAt)}`,
        ]),
      ]),
  };
}

function factsOfPayment({ at, money }: Print) {
  return {
    payment: (payment: Payment, currency: Currency): Fact[] =>
      told([
        ['Amount', money(payment.amountCents, currency)],
        [
          'Arrived',
          payment.arrivedCents === undefined ? '' : money(payment.arrivedCents, currency),
        ],
        [
          'Missing',
          payment.arrivedCents !== undefined && payment.state === 'PENDING'
            ? money(asCents(Math.max(0, payment.amountCents - payment.arrivedCents)), currency)
            : '',
        ],
        ['Too much', payment.overpaidCents > 0 ? money(payment.overpaidCents, currency) : ''],
        ['Refunded', payment.refundedCents > 0 ? money(payment.refundedCents, currency) : ''],
        ['By', payment.delayedBy === undefined ? '' : WAYS[payment.delayedBy]],
        ['Provider', `${payment.provider}${payment.mode === 'live' ? '' : ` (${payment.mode})`}`],
        ["Provider's checkout", payment.providerRef],
        ["Provider's payment", payment.providerPaymentRef],
      ]),

    refunds: (payment: Payment, currency: Currency): Fact[] => [
      ...payment.refunds.map(({ id, state, amountCents, createdAt, trouble }) => ({
        label: 'Refund',
        text: `${money(amountCents, currency)}, requested ${at(createdAt)}${askedAgain(payment, id)}`,
        state,
        trouble,
        id,
      })),
      ...[payment.refundedElsewhere ?? []].flat().map(({ id, cents, sentAt }) => ({
        label: 'Refund',
        text: `${money(cents, currency)}, made at the provider${sentAt === undefined ? '' : `, ${at(sentAt)}`}${askedAgain(payment, id)}`,
        state: 'SENT',
        id,
      })),
    ],

    disputes: (payment: Payment, currency: Currency): Fact[] =>
      payment.disputes.map(({ ref, state, amountCents, openedAt, dueAt }) => ({
        label: 'Dispute',
        text: `${money(amountCents, currency)}, ${ref}, opened ${at(openedAt)}${dueAt === undefined ? '' : `, answer by ${at(dueAt)}`}${askedAgain(payment, ref)}`,
        state,
      })),

    history: ({ history }: Payment): Fact[] =>
      told(
        history.map(({ at: moment, actor, to, evidence }) => [
          at(moment),
          `${stateWords(to)}, by ${actor}: ${evidence}`,
        ]),
      ),
  };
}

function factsOfAbstract({ content: { sessions }, origin }: About, at: Print['at']) {
  return {
    abstract({ abstract, authors, duplicates, ...facts }: AbstractStory): Fact[] {
      const { email, publishAt, withdrawnAt } = abstract;
      const titles = titlesOf({ sessions }, abstract);
      const page = `${origin}${abstractPath(abstract)}`;
      return told([
        ...duplicates.map((duplicate): Line => [
          'Possible duplicate',
          duplicateWords([duplicate]),
          `/abstracts/${duplicate.reference}`,
        ]),
        ['Title', abstract.title ?? 'not given yet'],
        ['Authors', authorsInWords(authors)],
        ['Keywords', abstract.keywords],
        ['Wish', abstract.wish],
        ['Consent to publish', publishAt === undefined ? 'no' : `since ${at(publishAt)}`],
        ['Submitted by', `${abstract.titlePrefix} ${abstract.name}`.trim()],
        ['Session', titles.session],
        ['Interest area', titles.interestArea],
        ['Organization', abstract.organizationName],
        ['Country', abstract.country],
        ['Email', email, `mailto:${email}`],
        ['Phone', abstract.phone],
        ['Received', at(abstract.createdAt)],
        ...features().flatMap(({ watch }) => watch?.abstracts?.lines(facts, at) ?? []),
        ['Withdrawn', withdrawnAt && at(withdrawnAt)],
        ['Page of the author', page, page],
      ]);
    },

    /** Every version of the file, the newest first. */
    versions: ({ versions }: Pick<AbstractStory, 'versions'>): Fact[] =>
      versions
        .map(({ kind, fileName, bytes, sha256, createdAt, actor, ...file }, index) => ({
          label: `Version ${index + 1}${kind === 'final' ? ', final' : ''}`,
          text: [
            `${fileName}, ${sizeText(bytes, 'en')}, ${at(createdAt)}, sent by ${actor}, SHA-256 ${sha256}`,
            ...(file.activeContent === undefined ? [] : [`active content: ${file.activeContent}`]),
          ].join(', '),
          state: file.scan,
          trouble: file.scanFinding,
        }))
        .toReversed(),
  };
}

function told(lines: readonly Line[]): Fact[] {
  return lines.flatMap(([label, text, link]) =>
    text === undefined || text === '' ? [] : [{ label, text, ...(link !== undefined && { link }) }],
  );
}
