import type { AbstractFields } from '#contract/abstract.ts';
import { countryOf } from '#contract/countries.ts';
import { searchTextOf } from '#contract/person-name.ts';
import { type Db, hasOneWriter, type Tx } from '#server/database/database.ts';
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

/** The submitter, the session and the interest area of an abstract, as typed. */
export type Submitter = Omit<AbstractFields, 'reserved'>;

/** A new abstract with its file. */
export type Abstract = Submitter &
  FileFacts & {
    id: string;
    /** The author's reference: `AB26-7K3M-9QXW`. */
    reference: string;
    /** The end of the address of the author's page. */
    token: string;
    /** The language of the author's mails and pages. */
    language: string;
    createdAt: string;
  };

/** An abstract with the newest version of its file. */
export type KeptAbstract = Abstract &
  Pick<AbstractFile, 'scan' | 'scanFinding'> & {
    /** The title of the contribution; undefined until somebody writes it. */
    title: string | undefined;
    /** One line, separated by commas. */
    keywords: string | undefined;
    /** The wished kind of presentation. */
    wish: string | undefined;
    /** When the authors agreed to the publication. */
    publishAt: string | undefined;
    withdrawnAt: string | undefined;
    fileId: string;
    fileKind: AbstractFile['kind'];
    /** When the newest version came. */
    fileAt: string;
    /** Counts the changes of the abstract. */
    version: number;
  };

/** Inserts an abstract and its first file, unless the same abstract exists; returns the stored one. */
export async function insertAbstract(
  tx: Tx,
  abstract: Abstract,
  { actor, fileId }: { actor: string; fileId: string },
): Promise<KeptAbstract> {
  const existing = await findSubmitted(tx, abstract);
  if (existing) return existing;
  const dedupeKey = dedupeKeyOf(abstract);
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('abstracts')
    .values({
      id: abstract.id,
      dedupe_key: dedupeKey,
      reference: abstract.reference,
      token: abstract.token,
      language: abstract.language,
      ...submitterColumns(abstract),
      search_text: searchTextOf({ ...abstract, institute: abstract.organizationName }),
      file_id: fileId,
      created_at: abstract.createdAt,
    })
    .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows === 1n) {
    await insertAbstractFile(tx, {
      ...abstract,
      id: fileId,
      abstractId: abstract.id,
      kind: 'submitted',
      actor,
    });
  }
  const row = await selectAbstracts(tx)
    .where('dedupe_key', '=', dedupeKey)
    .executeTakeFirstOrThrow();
  return read(row);
}

/** Every abstract, oldest first. */
export async function listAbstracts(db: Db): Promise<KeptAbstract[]> {
  return (await oldestFirst(db).execute()).map(read);
}

export async function findAbstract(db: Db, id: string): Promise<KeptAbstract | undefined> {
  const row = await selectAbstracts(db).where('abstracts.id', '=', id).executeTakeFirst();
  return row && read(row);
}

/** `token` is the end of the address of the author's page. */
export async function findAbstractByToken(
  db: Db,
  token: string,
): Promise<KeptAbstract | undefined> {
  const row = await selectAbstracts(db).where('token', '=', token).executeTakeFirst();
  return row && read(row);
}

/** `reference` as the author quotes it: AB26-7K3M-9QXW. */
export async function findAbstractByReference(
  db: Db,
  reference: string,
): Promise<KeptAbstract | undefined> {
  const row = await selectAbstracts(db).where('reference', '=', reference).executeTakeFirst();
  return row && read(row);
}

/** Abstracts from any of these addresses, in whatever spelling; oldest first. */
export async function findAbstractsOf(db: Db, emails: readonly string[]): Promise<KeptAbstract[]> {
  const rows = await oldestFirst(db)
    .where(({ fn }) => fn<string>('lower', ['email']), 'in', [
      '',
      ...emails.map((email) => email.toLowerCase()),
    ])
    .execute();
  return rows.map(read);
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
export async function findSubmitted(
  db: Db,
  { email, sha256, sessionId }: Pick<Abstract, 'email' | 'sha256' | 'sessionId'>,
): Promise<KeptAbstract | undefined> {
  const row = await selectAbstracts(db)
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
    .executeTakeFirst();
  return row && read(row);
}

/** The same bytes for the same session from the same person are the same abstract, however often they come. */
function dedupeKeyOf({
  email,
  sha256,
  sessionId,
}: Pick<Abstract, 'email' | 'sha256' | 'sessionId'>): string {
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
export async function changeAbstract(
  tx: Tx,
  seen: Pick<KeptAbstract, 'id' | 'version' | 'email' | 'sessionId'>,
  after: AbstractEntries & { searchText: string },
): Promise<boolean> {
  const isMoved = seen.email !== after.email || seen.sessionId !== after.sessionId;
  const { numUpdatedRows } = await tx
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
    .executeTakeFirst();
  return numUpdatedRows === 1n;
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
export async function setWithdrawn(tx: Tx, id: string, at: string | undefined): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('abstracts')
    .set(({ eb }) => ({
      withdrawn_at: at ?? null,
      dedupe_key: `withdrawn ${id}`,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .where('withdrawn_at', at === undefined ? 'is not' : 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

function oldestFirst(db: Db) {
  return selectAbstracts(db).orderBy('abstracts.created_at').orderBy('abstracts.id');
}

function read(row: RowOf<'abstracts'> & SelectedFile): KeptAbstract {
  const { id: fileId, kind: fileKind, createdAt: fileAt, ...file } = readFile(row);
  return {
    ...file,
    id: row.id,
    reference: row.reference,
    token: row.token,
    titlePrefix: row.title_prefix,
    name: row.name,
    phone: row.phone,
    email: row.email,
    organizationName: row.organization,
    country: countryOf(row.country),
    interestedInId: row.interest_area_id,
    sessionId: row.session_id,
    title: row.title ?? undefined,
    keywords: row.keywords ?? undefined,
    wish: row.wish ?? undefined,
    publishAt: row.publish_at ?? undefined,
    withdrawnAt: row.withdrawn_at ?? undefined,
    fileId,
    fileKind,
    fileAt,
    version: row.version,
    language: row.language,
    createdAt: row.created_at,
  };
}

/** Whether title and authors are still to be given. The author's form gives both at once, so the title shows it. */
export function lacksContribution({ title }: Pick<KeptAbstract, 'title'>): boolean {
  return title === undefined;
}

export function abstractPath({ token }: Pick<KeptAbstract, 'token'>): string {
  return `/abstract/${token}`;
}
