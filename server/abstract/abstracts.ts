import type { AbstractFields } from '#contract/abstract.ts';
import { countryOf } from '#contract/countries.ts';
import { searchTextOf } from '#contract/person-name.ts';
import type { FileKind } from '#server/database/abstract-tables.ts';
import { type Db, hasOneWriter, type Tx } from '#server/database/database.ts';
import { allRows, firstRow, inParts, wroteOne } from '#server/database/queries.ts';
import { valuesOf, type With } from '#server/database/row-values.ts';
import type { RowOf } from '#server/database/tables.ts';
import { digestOf } from '#server/identity.ts';
import { ActionImpossible } from '#server/operations/plan.ts';
import {
  type AbstractFile,
  type FileFacts,
  fileColumns,
  insertAbstractFile,
  readFile,
  type SelectedFile,
} from './abstract-files.ts';

const values = valuesOf('abstracts', {
  names: { organization: 'organizationName', interest_area_id: 'interestedInId' },
  apart: ['dedupe_key', 'search_text'],
});
type Value = With<ReturnType<typeof values.read>, Pick<AbstractFields, 'country'>>;

/** The submitter, the session and the interest area of an abstract, as typed. */
export type Submitter = Omit<AbstractFields, 'reserved'>;

/** A new abstract with its file. */
export type Abstract = Submitter &
  FileFacts &
  Pick<Value, 'id' | 'reference' | 'token' | 'language' | 'createdAt'>;

/** An abstract with the newest version of its file, and when that came. */
export type KeptAbstract = Value &
  FileFacts &
  Pick<AbstractFile, 'scan' | 'scanFinding'> & { fileKind: FileKind; fileAt: string };

/** Inserts an abstract and its first file, unless the same abstract exists; returns the stored one. */
export async function insertAbstract(
  tx: Tx,
  abstract: Abstract,
  { actor, fileId }: { actor: string; fileId: string },
): Promise<KeptAbstract> {
  const existing = await findSubmitted(tx, abstract);
  if (existing) return existing;
  const dedupeKey = dedupeKeyOf(abstract);
  const isNew = await tx
    .insertInto('abstracts')
    .values({
      ...submitterColumns(abstract),
      id: abstract.id,
      dedupe_key: dedupeKey,
      reference: abstract.reference,
      token: abstract.token,
      language: abstract.language,
      search_text: searchTextOf({ ...abstract, institute: abstract.organizationName }),
      file_id: fileId,
      created_at: abstract.createdAt,
    })
    .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
    .$call(wroteOne);
  if (isNew) {
    const { id: abstractId } = abstract;
    await insertAbstractFile(tx, { ...abstract, id: fileId, abstractId, kind: 'submitted', actor });
  }
  const row = await selectAbstracts(tx)
    .where('dedupe_key', '=', dedupeKey)
    .executeTakeFirstOrThrow();
  return read(row);
}

/** Every abstract, oldest first. */
export function listAbstracts(db: Db): Promise<KeptAbstract[]> {
  return oldestFirst(db).$call(allRows(read));
}

/** The abstracts with these ids. */
export async function findAbstracts(db: Db, ids: readonly string[]): Promise<KeptAbstract[]> {
  const found: KeptAbstract[] = [];
  for (const some of inParts(ids)) {
    found.push(
      ...(await selectAbstracts(db).where('abstracts.id', 'in', some).$call(allRows(read))),
    );
  }
  return found;
}

export function findAbstract(db: Db, id: string): Promise<KeptAbstract | undefined> {
  return selectAbstracts(db).where('abstracts.id', '=', id).$call(firstRow(read));
}

/** `token` is the end of the address of the author's page. */
export function findAbstractByToken(db: Db, token: string): Promise<KeptAbstract | undefined> {
  return selectAbstracts(db).where('token', '=', token).$call(firstRow(read));
}

/** `reference` as the author quotes it: AB26-7K3M-9QXW. */
export function findAbstractByReference(
  db: Db,
  reference: string,
): Promise<KeptAbstract | undefined> {
  return selectAbstracts(db).where('reference', '=', reference).$call(firstRow(read));
}

/** Abstracts from any of these addresses, in whatever spelling; oldest first. */
export function findAbstractsOf(db: Db, emails: readonly string[]): Promise<KeptAbstract[]> {
  return oldestFirst(db)
    .where(({ fn }) => fn<string>('lower', ['email']), 'in', [
      '',
      ...emails.map((email) => email.toLowerCase()),
    ])
    .$call(allRows(read));
}

/** Abstracts whose newest file is infected or could not be scanned. */
export async function listSuspectAbstracts(db: Db): Promise<KeptAbstract[]> {
  const rows = await selectAbstracts(db).where('scan', 'in', ['INFECTED', 'GIVEN_UP']).execute();
  // An order in the query would make the database read all abstracts.
  return rows.map(read).toSorted((one, other) => (one.createdAt < other.createdAt ? -1 : 1));
}

/**
 * The abstract that somebody has submitted with this file, or of which the file is an earlier version. The dedupe key
 * is made of the first entries, so that it does not find abstracts that were corrected since.
 */
export function findSubmitted(
  db: Db,
  { email, sha256, sessionId }: Pick<Abstract, 'email' | 'sha256' | 'sessionId'>,
): Promise<KeptAbstract | undefined> {
  return selectAbstracts(db)
    .where(({ fn }) => fn<string>('lower', ['email']), '=', email.toLowerCase())
    .where('session_id', '=', sessionId)
    .where('withdrawn_at', 'is', null)
    .where('abstracts.id', 'in', (files) =>
      files
        .selectFrom('abstract_files as version')
        .select('version.abstract_id')
        .whereRef('version.abstract_id', '=', 'abstracts.id')
        .where('version.sha256', '=', sha256),
    )
    .orderBy('abstracts.created_at')
    .$call(firstRow(read));
}

/** The same bytes for the same session from the same person are the same abstract, however often they come. */
function dedupeKeyOf(abstract: Pick<Abstract, 'email' | 'sha256' | 'sessionId'>): string {
  const { email, sha256, sessionId } = abstract;
  return digestOf('abstract', { email: email.toLowerCase(), sha256, sessionId });
}

/** Abstracts, each with its newest file. */
function selectAbstracts(db: Db) {
  return db
    .selectFrom('abstracts')
    .innerJoin('abstract_files', 'abstract_files.id', 'abstracts.file_id')
    .selectAll('abstracts')
    .select(fileColumns);
}

/** The entries that an author or organiser changes, and the end of the address of the page. */
export type AbstractEntries = Submitter &
  Pick<KeptAbstract, 'token' | 'title' | 'keywords' | 'wish' | 'publishAt'>;

/**
 * Changes the entries of an abstract; false if it was changed since it was `seen`, or is withdrawn. With another address
 * or session it gives up its dedupe key, which is made of the former ones.
 */
export function changeAbstract(
  tx: Tx,
  seen: Pick<KeptAbstract, 'id' | 'version' | 'email' | 'sessionId'>,
  after: AbstractEntries & { searchText: string },
): Promise<boolean> {
  const isMoved = seen.email !== after.email || seen.sessionId !== after.sessionId;
  return tx
    .updateTable('abstracts')
    .set(({ eb }) => ({
      ...submitterColumns(after),
      token: after.token,
      title: after.title ?? null,
      keywords: after.keywords ?? null,
      wish: after.wish ?? null,
      publish_at: after.publishAt ?? null,
      search_text: after.searchText,
      ...(isMoved && { dedupe_key: `corrected ${seen.id}` }),
      version: eb('version', '+', 1),
    }))
    .where('id', '=', seen.id)
    .where('version', '=', seen.version)
    .where('withdrawn_at', 'is', null)
    .$call(wroteOne);
}

function submitterColumns(submitter: Submitter) {
  return {
    title_prefix: submitter.titlePrefix,
    name: submitter.name,
    phone: submitter.phone,
    email: submitter.email,
    organization: submitter.organizationName,
    country: submitter.country,
    interest_area_id: submitter.interestedInId,
    session_id: submitter.sessionId,
  };
}

/** The refusal of a change because of another change at the same moment. */
export function changedMeanwhile({ reference }: Pick<KeptAbstract, 'reference'>): ActionImpossible {
  return new ActionImpossible(
    `${reference} was changed at the same moment. Please check it, then repeat what is still needed.`,
    { reason: 'changed' },
  );
}

/** Locks the rows of abstracts until the transaction ends. */
export async function lockAbstracts(tx: Tx, ids: readonly string[]): Promise<void> {
  if (hasOneWriter(tx) || ids.length === 0) return;
  const rows = tx.selectFrom('abstracts').select('id').where('id', 'in', ids);
  // In one order, so that two transactions do not wait for each other.
  await rows.orderBy('id').forUpdate().execute();
}

/** Makes a version of the file the one that counts. */
export async function setNewestFile(tx: Tx, id: string, fileId: string): Promise<void> {
  await tx.updateTable('abstracts').set({ file_id: fileId }).where('id', '=', id).execute();
}

/**
 * Withdraws an abstract, or takes the withdrawal back with `undefined`; false if it is so already. A withdrawn abstract
 * gives its dedupe key up for good: the same file can be submitted again.
 */
export function setWithdrawn(tx: Tx, id: string, at: string | undefined): Promise<boolean> {
  return tx
    .updateTable('abstracts')
    .set(({ eb }) => ({
      withdrawn_at: at ?? null,
      dedupe_key: `withdrawn ${id}`,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .where('withdrawn_at', at === undefined ? 'is not' : 'is', null)
    .$call(wroteOne);
}

function oldestFirst(db: Db) {
  return selectAbstracts(db).orderBy('abstracts.created_at').orderBy('abstracts.id');
}

function read(row: RowOf<'abstracts'> & SelectedFile): KeptAbstract {
  const { id: fileId, kind: fileKind, createdAt: fileAt, ...file } = readFile(row);
  return {
    ...file,
    ...values.read(row),
    country: countryOf(row.country),
    fileId,
    fileKind,
    fileAt,
  };
}

/** Whether title and authors are still to be given. The author's form gives both at once, so the title shows it. */
export function lacksContribution({ title }: Pick<KeptAbstract, 'title'>): boolean {
  return title === undefined;
}

export function abstractPath({ token }: Pick<KeptAbstract, 'token'>): string {
  return `/abstract/${token}`;
}
