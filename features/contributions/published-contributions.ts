import { createHash } from 'node:crypto';
import type { Content } from '#contract/content.ts';
import { type Opening, stateOf } from '#contract/content/opening.ts';
import { openingIn } from '#contract/content/moments.ts';
import { acceptedContributions, byProgramme } from '#features/programme/accepted-contributions.ts';
import { type Decision, toldPart } from '#features/programme/decisions.ts';
import type { AbstractAuthor } from '#server/abstract/abstract-authors.ts';
import { bySession } from '#server/abstract/abstract-titles.ts';
import type { KeptAbstract } from '#server/abstract/abstracts.ts';
import type { Db } from '#server/database/database.ts';
import { timestamp } from '#server/identity.ts';
import { contributionsByAbstract, type KeptContribution, noteShown } from './contributions.ts';

/** A contribution that everybody can read. */
export type PublishedContribution = {
  reference: string;
  title: string;
  authors: readonly AbstractAuthor[];
  sessionId: string;
  keywords: readonly string[];
  /** The decision as its author knows it. */
  decision: Decision;
  /** The abstract as HTML; only abstract-markup.ts makes it. */
  html: string | undefined;
  /** The same without markup. */
  plain: string;
  licence: string | undefined;
  /** The file, if its author shows it and no scanner has anything against it. */
  file: Pick<KeptAbstract, 'fileKey' | 'fileName' | 'bytes'> | undefined;
  /** The day on which the page was public for the first time. */
  shownAt: string;
};

/** All contributions that are public at a moment. */
export type Publication = {
  /** By session, then in the order of the programme. */
  list: readonly PublishedContribution[];
  byReference: ReadonlyMap<string, PublishedContribution>;
  /** The references of contributions that were public and are not any more. */
  gone: ReadonlySet<string>;
  /** Two publications with the same digest are the same. */
  digest: string;
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
 * nor taken down.
 */
export async function readPublication({ db, content, now, files }: Deps): Promise<Publication> {
  const kept = await contributionsByAbstract(db);
  const opening = websiteOpening(content);
  const isOpen = opening !== undefined && stateOf(opening, timestamp(now)) === 'open';
  const accepted = isOpen && kept.size > 0 ? await acceptedContributions(db) : [];
  const compare = bySession(content);
  const read = accepted.flatMap(({ abstract, decision, authors }) => {
    const told = toldPart(decision);
    const own = kept.get(abstract.id);
    return told && own && isPublic(abstract, told, own)
      ? [{ abstract, decision: told, authors, own }]
      : [];
  });
  const list = read
    .toSorted((a, b) => compare(a.abstract, b.abstract) || byProgramme(a, b))
    .map((each) => published(each, { now, files }));
  const byReference = new Map(list.map((each) => [each.reference, each]));
  await noteShown(
    db,
    read.flatMap(({ own }) => (own.shownAt === undefined ? [own.abstractId] : [])),
    timestamp(now),
  );
  const gone = await goneReferences(db, kept, byReference);
  const digest = createHash('sha256')
    .update(JSON.stringify([list, [...gone], isOpen]))
    .digest('base64url');
  return { list, byReference, gone, digest };
}

/** Whether a page is public once its day has come. */
function isPublic(
  abstract: Pick<KeptAbstract, 'withdrawnAt' | 'title'>,
  told: Pick<Decision, 'outcome'> | undefined,
  own: KeptContribution,
): boolean {
  return (
    told?.outcome === 'ACCEPTED' &&
    abstract.withdrawnAt === undefined &&
    abstract.title !== undefined &&
    own.consentedAt !== undefined &&
    own.endedAt === undefined &&
    own.takenDownAt === undefined
  );
}

type Read = {
  abstract: KeptAbstract;
  decision: Decision;
  authors: AbstractAuthor[];
  own: KeptContribution;
};

function published(
  { abstract, decision, authors, own }: Read,
  { now, files }: Pick<Deps, 'now' | 'files'>,
): PublishedContribution {
  const { reference, title = '', sessionId, keywords = '' } = abstract;
  return {
    reference,
    title,
    authors,
    sessionId,
    keywords: keywords.split(',').flatMap((word) => word.trim() || []),
    decision,
    html: own.html,
    plain: own.plain ?? '',
    licence: own.licence,
    file: own.isFileShown && isSendable(abstract, files) ? fileOf(abstract) : undefined,
    shownAt: own.shownAt ?? timestamp(now),
  };
}

/** As on the author's own page: nobody gets a file before its scan, or one with a finding. */
function isSendable(
  { scan, fileStore }: Pick<KeptAbstract, 'scan' | 'fileStore'>,
  { hasScanner, storeId }: Deps['files'],
): boolean {
  return fileStore === storeId && (scan === 'CLEAN' || (scan === 'NOT_SCANNED' && !hasScanner));
}

function fileOf({ fileKey, fileName, bytes }: KeptAbstract) {
  return { fileKey, fileName, bytes };
}

async function goneReferences(
  db: Db,
  kept: ReadonlyMap<string, KeptContribution>,
  shown: Publication['byReference'],
): Promise<ReadonlySet<string>> {
  if (![...kept.values()].some(({ shownAt }) => shownAt !== undefined)) return new Set();
  const rows = await db
    .selectFrom('contributions')
    .innerJoin('abstracts', 'abstracts.id', 'contributions.abstract_id')
    .select('reference')
    .where('shown_at', 'is not', null)
    .orderBy('reference')
    .execute();
  return new Set(rows.flatMap(({ reference }) => (shown.has(reference) ? [] : [reference])));
}
