import { findReference } from '#server/reports/find-reference.ts';
import { stateWords } from '#server/reports/list-cells.ts';
import {
  type AbstractStory,
  type OrderStory,
  readStory,
  type Story,
} from '#server/reports/read-story.ts';
import { type Fact, storyFacts, type StoryFacts } from '#server/reports/story-facts.ts';
import { evidencePage } from '#organiser/evidence.ts';
import { writeNewFile } from '#organiser/new-file.ts';
import { command, type Print, field } from '#organiser/command.ts';
import { type CommandContext, CommandError } from '#organiser/command-context.ts';
import { REFERENCE } from '#organiser/fields.ts';

export const show = command({
  name: 'show',
  summary:
    'Shows everything about an order or an abstract: people, payments, refunds, disputes, documents, mails, abstracts and changes by organisers. It also accepts the number of an invoice, and the id of a payment, refund or dispute, ours or the provider’s.',
  notOffered: 'The page of a person or an abstract shows it.',
  fields: { reference: REFERENCE },
  async report(context, { reference }) {
    const { story, reference: found } = await find(context.payments.db, reference);
    return { facts: plainStory(story), lines: linesOfStory(context, story, found) };
  },
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
  work: evidenceCommand,
});

type StoryContext = Pick<CommandContext, 'payments' | 'content' | 'origin'>;

/** Writes the evidence for a dispute about an order. */
export async function evidenceCommand(
  context: StoryContext,
  { reference, path }: { reference: string; path: string },
  print: Print,
): Promise<void> {
  const { db } = context.payments;
  const { story, reference: found } = await find(db, reference);
  const [order] = story.orders;
  if (!order || order.reference !== found) {
    throw new CommandError(`${reference} is not an order, so nothing was paid for it.`);
  }
  await writeNewFile(path, evidencePage(context, story, order));
  await print(`${path}: evidence about ${order.reference}. Read it before you send it.\n`);
}

async function find(db: CommandContext['payments']['db'], typed: string) {
  const reference = (await findReference(db, typed)) ?? typed.toUpperCase();
  const story = await readStory(db, reference);
  if (!story) throw new CommandError(`There is no order or abstract ${typed}.`);
  return { story, reference };
}

/** The story for JSON: the fields of the requested order, and beside them the other facts. */
function plainStory({ people, orders, abstracts, letters, activities }: Story) {
  const plain = ({ currency, ...order }: OrderStory) => ({ ...order, currency: currency.code });
  const [first, ...others] = orders;
  return {
    ...(first && plain(first)),
    people: people.map(({ currency, ...person }) => ({ ...person, currency: currency?.code })),
    otherOrders: others.map(plain),
    abstracts,
    letters,
    activities,
  };
}

function linesOfStory(context: StoryContext, story: Story, reference: string): string[] {
  const facts = storyFacts(context);
  const { orders, letters, activities } = story;
  // The order or abstract that was asked for comes first.
  const abstracts = story.abstracts
    .toSorted((one, other) => rankOf(one, reference) - rankOf(other, reference))
    .flatMap((each) => ['', ...linesOfAbstract(each, facts)]);
  const booked = [
    ...orders.flatMap((order) => ['', ...linesOfOrder(order, facts)]),
    ...story.people.flatMap((person) => [
      '',
      `registered  ${person.state}`,
      ...facts.person(person).map(lineOf),
    ]),
    ...(story.people.length === 0 ? ['', 'registered', '  none'] : []),
  ];
  const isAbstract = story.abstracts.some((each) => rankOf(each, reference) === 0);
  const [, ...lines] = isAbstract ? [...abstracts, ...booked] : [...booked, ...abstracts];
  return [
    ...lines,
    ...(letters.length === 0 ? [] : ['', 'letters', ...facts.mails(letters).map(lineOf)]),
    '',
    'changes by organisers and on the own page',
    ...(activities.length === 0 ? ['  none'] : []),
    ...activities.map(({ at, who, action, reference: its = '', words }) =>
      lineOf({ label: facts.at(at), text: `${who}  ${action}  ${its}  ${words}` }),
    ),
    '',
    `All times are those of ${context.content.conference.dates.timezone}.`,
  ];
}

function rankOf({ abstract }: AbstractStory, reference: string): number {
  return abstract.reference === reference ? 0 : 1;
}

function linesOfAbstract(story: AbstractStory, facts: StoryFacts): string[] {
  return [
    `${story.abstract.reference}  abstract  ${story.state}`,
    ...[...facts.abstract(story), ...facts.versions(story), ...facts.mails(story.mails)].map(
      lineOf,
    ),
  ];
}

function linesOfOrder(order: OrderStory, facts: StoryFacts): string[] {
  const section = (title: string, lines: Fact[]) => [
    '',
    title,
    ...(lines.length === 0 ? ['  none'] : lines.map(lineOf)),
  ];
  return [
    `${order.reference}  ${order.state}`,
    ...facts.customer(order).map(lineOf),
    ...facts.order(order).map(lineOf),
    ...section(order.productName, facts.bought(order)),
    ...order.payments.flatMap((payment) =>
      section(`payment ${payment.attempt}  ${payment.state}  ${payment.id}`, [
        ...facts.payment(payment, order.currency),
        ...facts.history(payment),
        ...facts.refunds(payment, order.currency),
        ...facts.disputes(payment, order.currency),
      ]),
    ),
    ...section('documents', facts.documents(order)),
    ...section('mails', facts.mails(order.mails)),
  ];
}

function lineOf({ label, text, state, trouble, id }: Fact): string {
  const head = state === undefined ? label : `${label}, ${stateWords(state).toLowerCase()}`;
  return `  ${head.padEnd(28)}  ${[text, id, trouble].filter(Boolean).join('  ')}`;
}
