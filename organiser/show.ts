import { amountWithCode, differenceWithCode, type Cents, type Currency } from '#contract/money.ts';
import { askedFor, requestWords } from '#contract/answers.ts';
import { findReference } from '#server/reports/find-reference.ts';
import type { ListedParticipant } from '#server/reports/list-participants.ts';
import {
  type AbstractStory,
  type OrderStory,
  readStory,
  type Story,
} from '#server/reports/read-story.ts';
import { evidencePage } from './evidence.ts';
import { writeNewFile } from './new-file.ts';
import { command, type Print, field } from './command.ts';
import { type CommandContext, CommandError } from './command-context.ts';
import { JSON_FLAG, REFERENCE } from './fields.ts';

export const show = command({
  name: 'show',
  summary:
    'Tells all about an order or an abstract: people, attempts to pay, refunds, disputes, documents, mails, abstracts, and what organisers changed. It also takes the id of a payment, refund or dispute, ours or the provider’s, and the number of an invoice.',
  notOffered: 'The page of a person or an abstract shows it.',
  fields: { reference: REFERENCE, isJson: JSON_FLAG },
  asksNobody: true,
  work: (context, { reference, isJson }, print) => showCommand(context, reference, print, isJson),
});

export const showEvidence = command({
  name: 'show',
  when: '--evidence',
  id: 'evidence',
  title: 'Evidence for a dispute',
  summary:
    'Writes the facts that answer a dispute about an order, for you to print or to send to the provider.',
  subject: 'Money',
  fields: {
    reference: REFERENCE,
    path: field('file', '--evidence FILE.html', 'File', { endings: ['.html'] }),
  },
  asksNobody: true,
  work: evidenceCommand,
});

/** Shows an order, or an abstract, and all that is known of whom it is about. */
export async function showCommand(
  { payments: { db }, origin }: Pick<CommandContext, 'payments' | 'origin'>,
  reference: string,
  print: Print,
  isJson = false,
): Promise<void> {
  const story = await find(db, reference);
  if (isJson) return print(`${JSON.stringify(plainStory(story), undefined, 2)}\n`);
  for (const line of linesOfStory(story, origin)) await print(`${line}\n`);
}

/** Writes what answers a dispute about an order. */
export async function evidenceCommand(
  context: Pick<CommandContext, 'payments' | 'content' | 'origin'>,
  { reference, path }: { reference: string; path: string },
  print: Print,
): Promise<void> {
  const { db } = context.payments;
  const story = await find(db, reference);
  const [order] = story.orders;
  if (!order || order.reference !== (await findReference(db, reference))) {
    throw new CommandError(`${reference} is no order: nothing was paid for it.`);
  }
  await writeNewFile(path, evidencePage(context, story, order));
  await print(`${path}: what is known of ${order.reference}. Read it before you send it.\n`);
}

async function find(db: CommandContext['payments']['db'], typed: string): Promise<Story> {
  const reference = (await findReference(db, typed)) ?? typed.toUpperCase();
  const story = await readStory(db, reference);
  if (!story) throw new CommandError(`There is no order or abstract ${typed}.`);
  return story;
}

/** As JSON: the order that was asked for, and beside it the rest. */
function plainStory({ people, orders, abstracts, activities }: Story) {
  const plain = ({ currency, ...order }: OrderStory) => ({ ...order, currency: currency.code });
  const [first, ...others] = orders;
  return {
    ...(first && plain(first)),
    people: people.map(({ currency, ...person }) => ({ ...person, currency: currency?.code })),
    otherOrders: others.map(plain),
    abstracts,
    activities,
  };
}

function linesOfStory({ people, orders, abstracts, activities }: Story, origin: string): string[] {
  return [
    ...orders.flatMap((order, at) => [...(at === 0 ? [] : ['']), ...linesOf(order, origin)]),
    '',
    'registered',
    ...some(people, lineOfPerson),
    ...abstracts.flatMap((story) => ['', ...linesOfAbstract(story)]),
    '',
    'changed by organisers',
    ...some(activities, ({ at, who, action, reference = '', words }) =>
      row(at, `${who}  ${action}  ${reference}  ${words}`),
    ),
  ];
}

function lineOfPerson(person: ListedParticipant): string {
  const { name, email, institute, country, presentationType, state, registeredAt } = person;
  const { agreedWords } = person;
  const { hasRoom, nights, guests, extras, checkedInAt } = person;
  const asked = [
    presentationType ?? ['an agreed amount', agreedWords].filter(Boolean).join(': '),
    ...(hasRoom ? [`room, ${nights} nights, ${guests} guests`] : []),
    ...askedFor(person).map(requestWords),
    ...extras.map(({ id, count }) => `${count} ${id}`),
  ];
  const arrived = checkedInAt === undefined ? '' : `  arrived ${checkedInAt}`;
  const who = [name, email, institute, country].filter((part) => part !== '').join(', ');
  return row(registeredAt, `${state}  ${who}: ${asked.join(', ')}${arrived}`);
}

function linesOfAbstract({ abstract, decision, mails }: AbstractStory): string[] {
  const { reference, createdAt, titlePrefix, name, email, organizationName, country } = abstract;
  const { sessionId, fileName, bytes, scan, sha256 } = abstract;
  return [
    `${reference}  abstract  ${createdAt}`,
    row('author', [titlePrefix, name, email, organizationName, country].join(', ')),
    row('session', sessionId),
    row('file', `${fileName}, ${bytes} bytes, ${scan}, ${sha256}`),
    ...(decision
      ? [
          row(
            decision.outcome,
            [decision.decidedAt, decision.presentation, decision.slot, decision.answer]
              .filter((part) => part !== undefined)
              .join('  '),
          ),
        ]
      : []),
    ...mails.map(lineOfMail),
  ];
}

function lineOfMail(mail: OrderStory['mails'][number]): string {
  const { kind, recipient, postedAt, state, subject, trouble } = mail;
  const words = [state, recipient, postedAt, `“${subject}”`, ...(trouble ? [trouble] : [])];
  return row(kind, words.join('  '));
}

function linesOf(order: OrderStory, origin: string): string[] {
  const { customer, currency } = order;
  const money = (cents: Cents) => amountWithCode(cents, currency);
  return [
    [order.reference, order.state, order.createdAt, ...madeBy(order)].join('  '),
    ...Object.values(customer).filter((value) => value !== ''),
    '',
    order.productName,
    ...order.lines.map(({ words, cents }) => row(words, money(cents))),
    row('total', money(order.amountCents)),
    ...lineOfLink(order, origin),
    ...order.changes.flatMap((change) => [
      row(
        `change, ${change.state}`,
        `from ${change.was} to ${change.becomes}  ${differenceWithCode(change.differenceCents, currency)}  ${change.createdAt}`,
      ),
      ...lineOfLink(change, origin),
    ]),
    ...order.payments.flatMap((payment) => ['', ...linesOfPayment(payment, currency)]),
    '',
    'documents',
    ...some(order.documents, ({ kind, number, issuedAt, totalCents }) =>
      row(`${kind} ${number}`, `${money(totalCents)}  ${issuedAt}`),
    ),
    '',
    'mails',
    ...some(order.mails, lineOfMail),
  ];
}

function madeBy({ offeredBy }: OrderStory): string[] {
  return offeredBy === undefined ? [] : [`made by ${offeredBy}`];
}

function lineOfLink({ linkToPay }: Pick<OrderStory, 'linkToPay'>, origin: string): string[] {
  if (linkToPay === undefined) return [];
  return [row('link to pay', `${origin}${linkToPay.path}  until ${linkToPay.lapsesAt}`)];
}

function linesOfPayment(payment: OrderStory['payments'][number], currency: Currency): string[] {
  const money = (cents: Cents) => amountWithCode(cents, currency);
  const { attempt, provider, mode, state, id, amountCents, wentBackCents } = payment;
  return [
    `payment ${attempt}  ${provider}, ${mode}  ${state}  ${id}`,
    row('amount', `${money(amountCents)}, refunded ${money(wentBackCents)}`),
    ...(payment.providerRef === undefined
      ? []
      : [row('at the provider', [payment.providerRef, payment.providerPaymentRef].join('  '))]),
    ...payment.history.map(({ at, actor, from, to, evidence }) =>
      row(at, `${from === undefined ? '' : `${from} to `}${to}, by ${actor}: ${evidence}`),
    ),
    ...payment.refunds.map((refund) =>
      row(
        `refund ${refund.state}`,
        `${money(refund.amountCents)}  ${refund.createdAt}  ${refund.id}`,
      ),
    ),
    ...payment.disputes.map((dispute) =>
      row(
        `dispute ${dispute.state}`,
        `${money(dispute.amountCents)}  ${dispute.openedAt}  ${dispute.ref}${
          dispute.dueAt === undefined ? '' : `  answer by ${dispute.dueAt}`
        }`,
      ),
    ),
  ];
}

function row(what: string, how: string): string {
  return `  ${what.padEnd(28)}  ${how}`;
}

function some<Item>(items: readonly Item[], lineOf: (item: Item) => string): string[] {
  return items.length === 0 ? ['  none'] : items.map(lineOf);
}
