import type { Selectable } from 'kysely';
import type { AbstractFields } from '#contract/abstract.ts';
import { countryOf } from '#contract/countries.ts';
import { searchTextOf } from '#contract/person-name.ts';
import type { Db, Tx } from '#server/database/database.ts';
import type { AbstractRow } from '#server/database/tables.ts';
import { digestOf, timestamp } from '#server/identity.ts';

/** The author, the session and the interest area of an abstract, as typed. */
export type Author = Omit<AbstractFields, 'reserved'>;

export type Abstract = Author & {
  id: string;
  /** The author's reference: `AB26-7K3M-9QXW`. */
  reference: string;
  state: 'RECEIVED';
  fileName: string;
  bytes: number;
  sha256: string;
  fileKey: string;
  /** The store that has the file. */
  fileStore: string;
  /** Actions of the file besides showing pages, such as JavaScript in a PDF; undefined if it has none. */
  activeContent: string | undefined;
  createdAt: string;
};

/** An abstract with the finding of a virus scanner, if there is one. */
export type KeptAbstract = Abstract & {
  scan: 'CLEAN' | 'INFECTED' | 'NOT_SCANNED' | 'GIVEN_UP';
  scanFinding: string | undefined;
};

/** Inserts an abstract, unless the same one exists; returns the stored one. */
export async function insertAbstract(tx: Tx, abstract: Abstract): Promise<KeptAbstract> {
  const dedupeKey = dedupeKeyOf(abstract);
  await tx
    .insertInto('abstracts')
    .values({
      id: abstract.id,
      dedupe_key: dedupeKey,
      reference: abstract.reference,
      title_prefix: abstract.titlePrefix,
      name: abstract.name,
      phone: abstract.phone,
      email: abstract.email,
      organization: abstract.organizationName,
      country: abstract.country,
      search_text: searchTextOf({ ...abstract, institute: abstract.organizationName }),
      interest_area_id: abstract.interestedInId,
      session_id: abstract.sessionId,
      file_name: abstract.fileName,
      bytes: abstract.bytes,
      sha256: abstract.sha256,
      file_key: abstract.fileKey,
      file_store: abstract.fileStore,
      state: abstract.state,
      active_content: abstract.activeContent ?? null,
      created_at: abstract.createdAt,
      scan_due_at: abstract.createdAt,
    })
    .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
    .execute();
  const row = await tx
    .selectFrom('abstracts')
    .selectAll()
    .where('dedupe_key', '=', dedupeKey)
    .executeTakeFirstOrThrow();
  return read(row);
}

export async function hasAbstractWithFile(db: Db, fileKey: string): Promise<boolean> {
  const row = await db
    .selectFrom('abstracts')
    .select('id')
    .where('file_key', '=', fileKey)
    .executeTakeFirst();
  return row !== undefined;
}

/** The number and bytes of abstracts since a moment, from everybody or from one address. */
export async function countAbstracts(
  db: Db,
  since: Date,
  email?: string,
): Promise<{ count: number; bytes: number }> {
  const row = await db
    .selectFrom('abstracts')
    .select(({ fn }) => [fn.countAll().as('count'), fn.sum('bytes').as('bytes')])
    .where('created_at', '>', timestamp(since))
    .$if(email !== undefined, (query) =>
      query.where(({ fn }) => fn<string>('lower', ['email']), '=', email?.toLowerCase() ?? ''),
    )
    .executeTakeFirst();
  // PostgreSQL gives counts and sums as text.
  return { count: Number(row?.count ?? 0), bytes: Number(row?.bytes ?? 0) };
}

/** Every abstract, oldest first. */
export async function listAbstracts(db: Db): Promise<KeptAbstract[]> {
  const rows = await db
    .selectFrom('abstracts')
    .selectAll()
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(read);
}

export async function findAbstract(db: Db, id: string): Promise<KeptAbstract | undefined> {
  const row = await db.selectFrom('abstracts').selectAll().where('id', '=', id).executeTakeFirst();
  return row && read(row);
}

/** `reference` as the author quotes it: AB26-7K3M-9QXW. */
export async function findAbstractByReference(
  db: Db,
  reference: string,
): Promise<KeptAbstract | undefined> {
  const row = await db
    .selectFrom('abstracts')
    .selectAll()
    .where('reference', '=', reference)
    .executeTakeFirst();
  return row && read(row);
}

/** Abstracts from any of these addresses, in whatever spelling; oldest first. */
export async function findAbstractsOf(db: Db, emails: readonly string[]): Promise<KeptAbstract[]> {
  const rows = await db
    .selectFrom('abstracts')
    .selectAll()
    .where(({ fn }) => fn<string>('lower', ['email']), 'in', [
      '',
      ...emails.map((email) => email.toLowerCase()),
    ])
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(read);
}

/** Abstracts whose file is infected or could not be scanned. */
export async function listSuspectAbstracts(db: Db): Promise<KeptAbstract[]> {
  const rows = await db
    .selectFrom('abstracts')
    .selectAll()
    .where('scan', 'in', ['INFECTED', 'GIVEN_UP'])
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(read);
}

/** The same bytes for the same session from the same person are the same abstract, however often they come. */
function dedupeKeyOf({ email, sha256, sessionId }: Abstract): string {
  return digestOf('abstract', { email: email.toLowerCase(), sha256, sessionId });
}

function read(row: Selectable<AbstractRow>): KeptAbstract {
  return {
    id: row.id,
    reference: row.reference,
    state: row.state as Abstract['state'],
    titlePrefix: row.title_prefix,
    name: row.name,
    phone: row.phone,
    email: row.email,
    organizationName: row.organization,
    country: countryOf(row.country),
    interestedInId: row.interest_area_id,
    sessionId: row.session_id,
    fileName: row.file_name,
    bytes: row.bytes,
    sha256: row.sha256,
    fileKey: row.file_key,
    fileStore: row.file_store,
    activeContent: row.active_content ?? undefined,
    createdAt: row.created_at,
    scan: (row.scan ?? 'NOT_SCANNED') as KeptAbstract['scan'],
    scanFinding: row.scan_finding ?? undefined,
  };
}
