import { extname } from 'node:path';
import type { Content } from '#contract/content.ts';
import { readPdfPages } from '#documents/pdf-pages.ts';
import { markUp } from '#features/contributions/abstract-markup.ts';
import { readWordText } from '#features/contributions/word-text.ts';
import type { BlindCopy } from '#features/peer-review/review-workbooks.ts';
import { usableBytes } from '#server/abstract/abstract-bytes.ts';
import { authorsByAbstract, authorsOf } from '#server/abstract/abstract-authors.ts';
import type { KeptAbstract } from '#server/abstract/abstracts.ts';
import type { Db } from '#server/database/database.ts';
import { firstRow, wroteOne } from '#server/database/queries.ts';
import { valuesOf } from '#server/database/row-values.ts';
import type { FileStore } from '#server/files/file-store.ts';
import { type Clock, digestOf, timestamp } from '#server/identity.ts';
import { html, type Markup } from '#server/markup.ts';
import { type AuthorWords, authorWords, MASK, masked, namesIn } from './author-words.ts';
import { readPdfText } from './pdf-text.ts';
import type { CopyReason } from './tables.ts';

const { read, columns } = valuesOf('review_copies');
export type KeptCopy = ReturnType<typeof read>;

export type CopyDeps = {
  db: Db;
  clock: Clock;
  content: Pick<Content, 'conference'>;
  store: FileStore;
  /** Whether a scanner checks files: then nobody gets a file before its scan. */
  hasScanner: boolean;
};

/** The part of a file that a reviewer gets. */
export type ReviewCopy = {
  text: Markup | undefined;
  isMasked: boolean;
  /** Undefined if the reviewer does not get the file; the size of a copy is known only when it is made. */
  file: { name: string; isPdf: boolean; bytes: number | undefined } | undefined;
  reason: CopyReason | undefined;
};

const NOTHING: ReviewCopy = {
  text: undefined,
  isMasked: false,
  file: undefined,
  reason: undefined,
};

/** The text and the file of an abstract, as far as its reviewers get them. */
export async function reviewCopy(deps: CopyDeps, abstract: KeptAbstract): Promise<ReviewCopy> {
  const copy = await keptCopy(deps, abstract);
  if (!copy) return NOTHING;
  const { blind } = deps.content.conference.abstracts.review;
  const { text, gets, reason } = copy;
  const kind = kindOf(abstract);
  const hasFile = gets === 'FILE' || copy.releasedBy !== undefined;
  return {
    text: text === undefined ? undefined : textMarkup(text, kind),
    isMasked: text?.includes(MASK) ?? false,
    reason,
    file: hasFile
      ? {
          name: nameFor(abstract),
          isPdf: kind === '.pdf',
          bytes: blind ? undefined : abstract.bytes,
        }
      : undefined,
  };
}

/** The bytes of the file for a reviewer; undefined if the reviewer does not get it. */
export async function reviewFile(
  deps: CopyDeps,
  abstract: KeptAbstract,
): Promise<{ name: string; isPdf: boolean; bytes: Buffer } | undefined> {
  const copy = await keptCopy(deps, abstract);
  if (!copy || (copy.gets !== 'FILE' && copy.releasedBy === undefined)) return undefined;
  const bytes = await usableBytes(deps.store, abstract);
  if (typeof bytes === 'string') return undefined;
  const name = nameFor(abstract);
  const isPdf = kindOf(abstract) === '.pdf';
  const { blind } = deps.content.conference.abstracts.review;
  if (!blind || (copy.releasedBy !== undefined && copy.reason === 'word')) {
    return { name, isPdf, bytes };
  }
  if (!isPdf) return undefined;
  const pages = await readPdfPages(bytes);
  if (typeof pages === 'string') return undefined;
  // The fonts and the writer of PDFs are much code, which a start does not need.
  const { blindPdf } = await import('./blind-pdf.ts');
  return { name, isPdf, bytes: await blindPdf(pages) };
}

/** The copy that lies beside the workbook of a blind reviewer: what the page gives, or its text. */
export async function copyForWorkbook(
  about: Omit<CopyDeps, 'hasScanner'>,
  abstract: KeptAbstract,
): Promise<BlindCopy | undefined> {
  const deps = { ...about, hasScanner: false };
  const copy = await keptCopy(deps, abstract);
  if (!copy) return undefined;
  const { gets, releasedBy, text } = copy;
  if (gets === 'FILE' || releasedBy !== undefined) {
    return {
      name: nameFor(abstract),
      read: async () => (await reviewFile(deps, abstract))?.bytes,
    };
  }
  if (text === undefined) return undefined;
  return { name: `${abstract.reference}.txt`, read: async () => Buffer.from(text) };
}

/** The copy of the newest file by the rules of today; undefined if nobody can have the file now. */
export async function keptCopy(
  deps: CopyDeps,
  abstract: KeptAbstract,
): Promise<KeptCopy | undefined> {
  const { db, store, clock, content, hasScanner } = deps;
  if (abstract.scan !== 'CLEAN' && (hasScanner || abstract.scan !== 'NOT_SCANNED'))
    return undefined;
  const { blind } = content.conference.abstracts.review;
  const entered = await authorsByAbstract(db, [abstract.id]);
  const words = authorWords(abstract, authorsOf(abstract, entered));
  const madeFor = digestOf('review copy 4', { file: abstract.sha256, blind, ...words });
  const kept = await findCopy(db, abstract.id);
  if (kept?.madeFor === madeFor) return kept;
  const bytes = await usableBytes(store, abstract);
  if (typeof bytes === 'string') return undefined;
  const found = await inspect(bytes, kindOf(abstract), blind ? words : undefined);
  const copy: KeptCopy = {
    abstractId: abstract.id,
    fileId: abstract.fileId,
    madeFor,
    madeAt: timestamp(clock()),
    releasedBy: undefined,
    ...found,
  };
  const { abstractId, ...entries } = columnsOf(copy);
  await db
    .insertInto('review_copies')
    .values({ abstract_id: abstractId, ...entries })
    .onConflict((conflict) => conflict.column('abstract_id').doUpdateSet(entries))
    .execute();
  return copy;
}

function columnsOf(copy: KeptCopy) {
  const { abstract_id: abstractId, ...entries } = columns(copy);
  return { abstractId, ...entries };
}

export function findCopy(db: Db, abstractId: string): Promise<KeptCopy | undefined> {
  return db
    .selectFrom('review_copies')
    .selectAll()
    .where('abstract_id', '=', abstractId)
    .$call(firstRow(read));
}

/** Lets reviewers have a file that was kept back; false if there is another file or copy meanwhile. */
export function releaseCopy(
  db: Db,
  { abstractId, madeFor }: Pick<KeptCopy, 'abstractId' | 'madeFor'>,
  actor: string,
): Promise<boolean> {
  return db
    .updateTable('review_copies')
    .set({ released_by: actor })
    .where('abstract_id', '=', abstractId)
    .where('made_for', '=', madeFor)
    .$call(wroteOne);
}

/** The text that a page shows, and the words that the chair is told. */
const MOST_SHOWN = 60_000;
const MOST_WORDS = 12;

type Found = Pick<KeptCopy, 'gets' | 'reason' | 'found' | 'text'>;

/** Without `words` the review is not blind. */
async function inspect(
  bytes: Buffer,
  kind: string,
  words: AuthorWords | undefined,
): Promise<Found> {
  const whole =
    kind === '.pdf'
      ? await readPdfText(bytes)
      : kind === '.docx'
        ? await readWordText(bytes)
        : undefined;
  const text = whole === '' ? undefined : whole;
  if (!words) {
    return { gets: 'FILE', reason: undefined, found: undefined, text: text?.slice(0, MOST_SHOWN) };
  }
  const named = text === undefined ? [] : namesIn(text, words);
  const shown = text === undefined ? undefined : masked(text, words).slice(0, MOST_SHOWN);
  const found = named.length > 0 ? named.slice(0, MOST_WORDS).join('; ') : undefined;
  const kept = (reason: CopyReason): Found => {
    return { gets: shown === undefined ? 'NONE' : 'TEXT', reason, found, text: shown };
  };
  if (kind === '.docx') return kept('word');
  // Nobody knows whom it names.
  if (kind !== '.pdf' || whole === undefined) return kept('unread');
  const pages = await readPdfPages(bytes);
  if (typeof pages === 'string') return kept('unread');
  if (found !== undefined) return kept('named');
  return { gets: 'FILE', reason: text === undefined ? 'scanned' : undefined, found, text: shown };
}

function kindOf({ fileName }: Pick<KeptAbstract, 'fileName'>): string {
  return extname(fileName).toLowerCase();
}

/** The author's own name for the file may be the author's name. */
function nameFor(abstract: Pick<KeptAbstract, 'fileName' | 'reference'>): string {
  return `${abstract.reference}${kindOf(abstract)}`;
}

function textMarkup(text: string, kind: string): Markup {
  const marked = kind === '.docx' ? markUp(text) : undefined;
  // Only abstract-markup.ts makes this markup, of a list of elements.
  if (marked && 'html' in marked) return { markup: marked.html };
  return html`${text.split(/\n{2,}/).map((paragraph) => html`<p class="receipt-lines">${paragraph}</p> `)}`;
}
