import { abstractPath } from '#server/abstract/abstracts.ts';
import { authorsByAbstract } from '#server/abstract/abstract-authors.ts';
import { authorsInWords } from '#server/abstract/authors-notation.ts';
import { moneyText } from '#contract/money.ts';
import type { Content } from '#contract/content.ts';
import type { Db } from '#server/database/database.ts';
import { features } from '#server/features.ts';
import { listActivities } from '#server/operations/activities.ts';
import { findOrderByReference, payerNames } from '#server/orders/rows/orders.ts';
import { chartsOf, totalsOf } from '#server/reports/figures.ts';
import { readParticipants, participantsOfOrder } from '#server/reports/list-participants.ts';
import { listHeadings } from '#server/reports/lists.ts';
import {
  askedBeside,
  findAbstractStory,
  readLetters,
  readOrder,
  referencesOf,
} from '#server/reports/read-story.ts';
import { type Fact, storyFacts } from '#server/reports/story-facts.ts';
import type { CommandContext } from '../command-context.ts';
import { concernsOf } from '#organiser/commands/doctor.ts';
import { readPlaces } from '#organiser/commands/places.ts';
import type { Subject } from '#server/operations/subjects.ts';
import type { Organiser } from './call-rights.ts';
import { may, type Rights } from './rights.ts';

/** Reads the data of the dashboard's pages, except the tables. */

/** Additions of features to a person of the dashboard. Each adds its own with `declare module`. */
export interface PersonOfPage {}

/** Facts about an abstract under a heading, for colleagues with a right to its subject. */
export type PartOfPage = { heading: string; subject: Subject; facts: Fact[] };

/** The initial values of the fields by their names, by the action of the form. */
export type FormValues = Record<string, Record<string, string>>;

declare module '#server/features.ts' {
  interface FeatureSections {
    people?: (
      context: CommandContext,
      ids: readonly string[],
    ) => Promise<(id: string) => Partial<PersonOfPage>>;
    /** The paths of its pages in the dashboard that this conference does without, so that no link leads there. */
    unusedPages?: (content: Content) => readonly string[];
    /** Parts of the page of an abstract. */
    abstract?: (context: CommandContext, id: string) => Promise<PartOfPage[]>;
    /** The values with which forms on that page begin, by their actions. */
    abstractForms?: {
      subject: Subject;
      read: (context: CommandContext, id: string) => Promise<FormValues>;
    };
  }
}

export type Conference = Awaited<ReturnType<typeof readConference>> & {
  /** The moment until which a desk without a network works. It has no other page. */
  deskUntil?: string;
};

/** The conference, and what the organiser may open. */
export async function readConference(context: CommandContext, { id, rights }: Organiser) {
  const { content, payments, actor } = context;
  const { conference, prices } = content;
  const { name, dates } = conference;
  return {
    name,
    timeZone: dates.timezone,
    mode: payments.mode,
    currency: prices.currency,
    actor,
    rights,
    /** Whether a colleague has logged in; the organiser at the tunnel has not. */
    isColleague: id !== undefined,
    unusedPages: features().flatMap(({ sections }) => sections?.unusedPages?.(content) ?? []),
    lists: (await listHeadings(context)).filter(({ subject }) => may(rights, 'see', subject)),
  };
}

export type Overview = Awaited<ReturnType<typeof readOverview>>;

/** The overview first has few numbers, because the charts count everybody several times. */
export async function readOverview(context: CommandContext, rights: Rights) {
  const { payments, content } = context;
  return {
    ...(await totalsOf(payments.db, content)),
    things: (await concernsFor(context, rights)).length,
    // The log has the acts of every job.
    activities: may(rights, 'see', 'Lists and files')
      ? await listActivities(payments.db, { limit: 8 })
      : undefined,
  };
}

export type Thing = Awaited<ReturnType<typeof readThings>>[number];

/** The concerns with the name of their payer. An alarm, which leaves the machine, names nobody. */
export async function readThings(context: CommandContext, rights: Rights) {
  const concerns = await concernsFor(context, rights);
  const references = concerns.flatMap(({ reference }) => reference ?? []);
  const names = await payerNames(context.payments.db, references);
  return concerns.map((concern) => ({ ...concern, name: names.get(concern.reference ?? '') }));
}

async function concernsFor(context: CommandContext, rights: Rights) {
  return (await concernsOf(context)).filter(({ subject }) => may(rights, 'see', subject));
}

export type OverviewCharts = Awaited<ReturnType<typeof readCharts>>;

export async function readCharts(context: CommandContext) {
  const { payments, content } = context;
  return {
    ...(await chartsOf(payments.db, content)),
    places: (await readPlaces(context)).filter(({ limit }) => limit !== undefined),
  };
}

export type Story = NonNullable<Awaited<ReturnType<typeof readPerson>>>;

/** The story of a person. `key` is the reference of an order, or the id of a registration without an order. */
export async function readPerson(context: CommandContext, key: string, rights: Rights) {
  const { db } = context.payments;
  const order = await readOrder(db, key.toUpperCase());
  const [alone] = order ? [] : await readParticipants(db, [key]);
  const participants = alone ? [alone] : await participantsOfOrder(db, key.toUpperCase());
  if (!order && participants.length === 0) return undefined;
  const facts = storyFacts(context, moneyText);
  const letters = await readLetters(db, [
    ...participants.map(({ email }) => email),
    ...(order ? [order.customer.email] : []),
  ]);
  const ids = participants.map(({ id }) => id);
  const added: ((id: string) => Partial<PersonOfPage>)[] = [];
  for (const { sections } of features()) {
    if (sections?.people) added.push(await sections.people(context, ids));
  }
  return {
    order: order && {
      ...order,
      bought: facts.bought(order),
      facts: [...facts.order(order), ...facts.documents(order)],
      payments: order.payments.map((payment) => ({
        ...payment,
        facts: facts.payment(payment, order.currency),
        // The id is in the text.
        disputeFacts: facts
          .disputes(payment, order.currency)
          .map((fact, at) => ({ ...fact, id: payment.disputes[at]?.ref })),
        refundFacts: facts.refunds(payment, order.currency),
        historyFacts: facts.history(payment),
      })),
    },
    mails: may(rights, 'see', 'Mails')
      ? facts.mails(inSequence([...(order?.mails ?? []), ...letters]))
      : [],
    people: participants.map((person) => ({
      ...person,
      ...(Object.assign({}, ...added.map((of) => of(person.id))) as PersonOfPage),
      facts: facts.person(person),
    })),
    otherOrders: await otherOrders(db, order?.reference, participants),
    activities: order ? await listActivities(db, { reference: order.reference }) : [],
  };
}

function inSequence<T extends { postedAt: string }>(mails: readonly T[]): T[] {
  return mails.toSorted((one, other) => (one.postedAt < other.postedAt ? -1 : 1));
}

async function otherOrders(
  db: Db,
  reference: string | undefined,
  participants: readonly { id: string }[],
): Promise<string[]> {
  const subjects = participants.map(({ id }) => id);
  const order = reference === undefined ? undefined : await findOrderByReference(db, reference);
  const beside = order ? await askedBeside(db, order) : [];
  const all = new Set([...(await referencesOf(db, subjects)), ...beside]);
  return [...all].filter((other) => other !== reference);
}

export type AbstractStory = NonNullable<Awaited<ReturnType<typeof readAbstract>>>;

export async function readAbstract(context: CommandContext, typed: string, rights: Rights) {
  const { db } = context.payments;
  const reference = typed.toUpperCase();
  const found = await findAbstractStory(db, reference);
  if (!found) return undefined;
  const facts = storyFacts(context);
  const { id } = found.abstract;
  const letters = await readLetters(db, [found.abstract.email]);
  const authors = (await authorsByAbstract(db, [id])).get(id) ?? [];
  // The holder of the link acts as the author, and could withdraw the abstract.
  const { token, ...abstract } = found.abstract;
  const ownPage = context.origin + abstractPath({ token });
  const mayAct = may(rights, 'act', 'Abstracts');
  const parts: PartOfPage[] = [];
  const forms: FormValues = {};
  for (const { sections } of features()) {
    const { read, subject = 'Abstracts' } = sections?.abstractForms ?? {};
    if (read && may(rights, 'act', subject)) Object.assign(forms, await read(context, id));
    if (sections?.abstract) parts.push(...(await sections.abstract(context, id)));
  }
  return {
    ...found,
    abstract,
    forms,
    parts: parts.filter(({ subject }) => may(rights, 'see', subject)),
    facts: facts.abstract(found).filter(({ link }) => mayAct || link !== ownPage),
    versionFacts: facts
      .versions(found)
      .map((fact, at) => ({ ...fact, id: found.versions.at(-1 - at)?.id })),
    authorsTyped: authorsInWords(authors),
    mails: may(rights, 'see', 'Mails') ? facts.mails(inSequence([...found.mails, ...letters])) : [],
    activities: await listActivities(db, { reference }),
  };
}
