import type { Content } from '#contract/content.ts';
import { dayOf } from '#contract/content/calendar-days.ts';
import { type Opening, stateOf } from '#contract/content/opening.ts';
import { openingIn } from '#contract/content/moments.ts';
import { inProgrammeOrder } from '#features/programme/accepted-contributions.ts';
import { type Decision, decisionsByAbstract, toldPart } from '#features/programme/decisions.ts';
import { withPosterSession } from '#features/programme/poster-sessions.ts';
import {
  type AbstractAuthor,
  authorsByAbstract,
  authorsOf,
} from '#server/abstract/abstract-authors.ts';
import { doiOfContribution } from '#server/abstract/contribution-part.ts';
import { bySession } from '#server/abstract/abstract-titles.ts';
import type { KeptAbstract } from '#server/abstract/abstracts.ts';
import { keywordsIn } from '#server/abstract/keywords.ts';
import type { Db } from '#server/database/database.ts';
import { timestamp } from '#server/identity.ts';
import { contributionPath } from './contribution-address.ts';
import { noteShown } from './contributions.ts';

/** A contribution that everybody can read. Its text is read with its page. */
export type PublishedContribution = {
  abstractId: string;
  reference: string;
  title: string;
  authors: readonly AbstractAuthor[];
  sessionId: string;
  keywords: readonly string[];
  /** The decision as its author knows it; a poster has the hours of its session. */
  decision: Decision;
  licence: string | undefined;
  /** From the day on which it is registered. */
  doi: string | undefined;
  /** The file, if its author shows it and no scanner has anything against it. */
  file: Pick<KeptAbstract, 'fileKey' | 'fileName' | 'bytes'> | undefined;
  /** The time at which the page was public for the first time. */
  shownAt: string;
  /** Counts the changes of the text. */
  version: number;
};

/** All contributions that are public at a moment. */
export type Publication = {
  /** By session, then in the order of the programme. */
  list: readonly PublishedContribution[];
  byReference: ReadonlyMap<string, PublishedContribution>;
  /** The references of contributions that were public and are not any more. */
  gone: ReadonlySet<string>;
};

/** The time from which contributions are public; undefined if the conference publishes none. */
export function websiteOpening({ conference }: Pick<Content, 'conference'>): Opening | undefined {
  const { website } = conference.abstracts;
  return website && openingIn(conference.dates, { from: website.from });
}

type Deps = {
  db: Db;
  content: Content;
  now: Date;
  /** Whether files wait for a scanner, and which store has them. */
  files: { hasScanner: boolean; storeId: string };
};

/**
 * Reads what is public now: accepted by a decision that its author knows, agreed to by the author, and neither withdrawn
 * nor taken down. A contribution that is as it was `before` stays the same object, and so does a whole publication.
 */
export async function readPublication(
  { db, content, now, files }: Deps,
  before?: Publication,
): Promise<Publication> {
  const opening = websiteOpening(content);
  const isOpen = opening !== undefined && stateOf(opening, timestamp(now)) === 'open';
  const all = await readRows(db);
  const rows = isOpen ? all.filter(isAgreed) : [];
  const decisions = rows.length > 0 ? await decisionsByAbstract(db) : new Map<string, Decision>();
  const authors =
    rows.length > 0 ? await authorsByAbstract(db) : new Map<string, AbstractAuthor[]>();
  const read = rows.flatMap((row): PublishedContribution[] => {
    const told = acceptanceOf(row, decisions);
    if (!told) return [];
    const submitter = { id: row.id, name: row.name, organizationName: row.organization };
    const about = { told, authors: authorsOf(submitter, authors), now, files, content };
    const made = published(row, about);
    const same = before?.byReference.get(row.reference);
    return [same && factsOf(same) === factsOf(made) ? same : made];
  });
  const compare = bySession(content);
  const list = inProgrammeOrder(read, ({ reference, decision }) => ({
    reference,
    ...decision,
  })).toSorted(compare);
  const byReference = new Map(list.map((each) => [each.reference, each]));
  const news = rows.flatMap(({ id, reference, shown_at: shownAt }) =>
    shownAt === null && byReference.has(reference) ? [id] : [],
  );
  await noteShown(db, news, timestamp(now));
  const wasShown = (row: Row) => row.shown_at !== null || (isOpen && isTakenAway(row));
  const gone = new Set(
    all.flatMap((row) => (wasShown(row) && !byReference.has(row.reference) ? [row.reference] : [])),
  );
  const isSame =
    before?.list.length === list.length &&
    before.gone.symmetricDifference(gone).size === 0 &&
    before.list.every((each, at) => each === list[at]);
  return isSame ? before : { list, byReference, gone };
}

/** The pages that are public, or will be from the moment that the conference says, by the ids of their abstracts. */
export async function contributionPages(
  db: Db,
  content: Pick<Content, 'conference'>,
): Promise<ReadonlyMap<string, string>> {
  if (!websiteOpening(content)) return new Map();
  const decisions = await decisionsByAbstract(db);
  const rows = (await readRows(db)).filter(
    (row) => isAgreed(row) && acceptanceOf(row, decisions) !== undefined,
  );
  return new Map(rows.map(({ id, reference }) => [id, contributionPath(reference)]));
}

/** The decision as its author knows it; undefined if that is no acceptance. */
function acceptanceOf(
  { id }: Pick<Row, 'id'>,
  decisions: ReadonlyMap<string, Decision>,
): Decision | undefined {
  const decision = decisions.get(id);
  const told = decision && toldPart(decision);
  return told?.outcome === 'ACCEPTED' ? told : undefined;
}

const facts = new WeakMap<PublishedContribution, string>();

/** All facts as one text: most contributions are as they were half a minute ago. */
function factsOf(contribution: PublishedContribution): string {
  const known = facts.get(contribution) ?? JSON.stringify(contribution);
  facts.set(contribution, known);
  return known;
}

/** The contributions of which authors or organisers said something, without their texts. */
function readRows(db: Db) {
  return db
    .selectFrom('contributions')
    .innerJoin('abstracts', 'abstracts.id', 'contributions.abstract_id')
    .innerJoin('abstract_files', 'abstract_files.id', 'abstracts.file_id')
    .select([
      'abstracts.id',
      'reference',
      'title',
      'keywords',
      'session_id',
      'name',
      'organization',
    ])
    .select(['licence', 'has_file', 'shown_at', 'contributions.version'])
    .select(['consented_at', 'ended_at', 'taken_down_at', 'withdrawn_at', 'publish_at'])
    .select(['file_key', 'file_name', 'bytes', 'scan', 'file_store'])
    .execute();
}
type Row = Awaited<ReturnType<typeof readRows>>[number];

function isAgreed(row: Row): boolean {
  const { consented_at: agreed, ended_at: ended, taken_down_at: down, withdrawn_at: gone } = row;
  return agreed !== null && ended === null && down === null && gone === null && row.title !== null;
}

/** Its address may be known, from the agenda or from its author, also if nobody read the page before it was taken away. */
function isTakenAway(row: Row): boolean {
  const { consented_at: agreed, ended_at: ended, taken_down_at: down, withdrawn_at: gone } = row;
  return agreed !== null && (ended !== null || down !== null || gone !== null);
}

type About = {
  told: Decision;
  authors: AbstractAuthor[];
} & Pick<Deps, 'now' | 'files' | 'content'>;

function published(row: Row, { told, authors, now, files, content }: About): PublishedContribution {
  const { reference, publish_at: publishAt } = row;
  const { file_key: fileKey, file_name: fileName, bytes } = row;
  const isShown = row.has_file === 1 && isSendable(row, files);
  return {
    abstractId: row.id,
    reference,
    title: row.title ?? '',
    authors,
    sessionId: row.session_id,
    keywords: keywordsIn(row.keywords ?? ''),
    decision: withPosterSession(content, told, row.session_id),
    licence: row.licence ?? undefined,
    doi: doiOfContribution(
      content,
      { reference, publishAt: publishAt ?? undefined },
      dayOf(timestamp(now), content.conference.dates.timezone),
    ),
    file: isShown ? { fileKey, fileName, bytes } : undefined,
    shownAt: row.shown_at ?? timestamp(now),
    version: row.version,
  };
}

/** As on the author's own page: nobody gets a file before its scan, or one with a finding. */
function isSendable(
  { scan, file_store: store }: Pick<Row, 'scan' | 'file_store'>,
  { hasScanner, storeId }: Deps['files'],
): boolean {
  return store === storeId && (scan === 'CLEAN' || (scan === null && !hasScanner));
}
