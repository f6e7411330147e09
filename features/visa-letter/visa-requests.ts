import { sql } from 'kysely';
import { asCents, type Cents } from '#contract/money.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { compiledOnce } from '#server/database/compiled-once.ts';
import { allRows, rowCount, wroteOne, wroteRows } from '#server/database/queries.ts';
import { type EntriesIn, valuesOf } from '#server/database/row-values.ts';
import type { RowOf } from '#server/database/tables.ts';
import type { VisaOutcome } from './tables.ts';

const values = valuesOf('visa_requests', { apart: ['decided_by', 'withdrawn_at'] });

/** The entries of a request, of which none is ever in a log, a mail or an activity. Days are such as 1990-05-31. */
export type VisaData = {
  /** As in the passport. */
  name: string;
  nationality: string;
  passport: string;
  birthDate: string;
  expiryDate: string;
  consulate: string | undefined;
};

/** A request for a visa letter that no other request and no change of the registration has replaced. */
export type VisaRequest = {
  id: string;
  participantId: string;
  /** Undefined after the retention period. */
  data: VisaData | undefined;
  requestedAt: string;
  outcome: VisaOutcome | undefined;
  decidedAt: string | undefined;
  /** Only of a declined request. */
  reason: string | undefined;
  letter: IssuedLetter | undefined;
};

export type IssuedLetter = {
  /** PS26-7K3M-9QXW-V1 */
  number: string;
  /** The facts of the registration in the letter, which is void if the registration has less. */
  presentationType: string | undefined;
  paidCents: Cents;
};

/** False if the participant has such a request already. */
export function insertVisaRequest(
  tx: Tx,
  request: { id: string; participantId: string; data: VisaData; requestedAt: string },
): Promise<boolean> {
  return tx
    .insertInto('visa_requests')
    .values(values.columns({ ...request, ...request.data }))
    .onConflict((conflict) =>
      conflict.column('participant_id').where('withdrawn_at', 'is', null).doNothing(),
    )
    .$call(wroteOne);
}

const ofPerson = compiledOnce((db, participantId: string) =>
  db
    .selectFrom('visa_requests')
    .selectAll()
    .where('participant_id', '=', participantId)
    .where('withdrawn_at', 'is', null),
);

export async function findVisaRequest(
  db: Db,
  participantId: string,
): Promise<VisaRequest | undefined> {
  const [row] = await ofPerson(db, participantId);
  return row && read(row);
}

/** All requests, oldest first, or only those about which somebody has to decide. */
export function listVisaRequests(
  db: Db,
  { areUndecided }: { areUndecided: boolean },
): Promise<VisaRequest[]> {
  return db
    .selectFrom('visa_requests')
    .selectAll()
    .where('withdrawn_at', 'is', null)
    .$if(areUndecided, (query) =>
      query.where('outcome', 'is', null).where('passport', 'is not', null),
    )
    .orderBy('requested_at')
    .orderBy('id')
    .$call(allRows(read));
}

type Decision = { decidedAt: string; decidedBy: string };

/** False if somebody decided before, or if the request is withdrawn or without data. */
export function markVisaIssued(
  tx: Tx,
  id: string,
  { number: letter, presentationType, paidCents, decidedAt, decidedBy }: IssuedLetter & Decision,
): Promise<boolean> {
  const issued = { letter, presentationType, paidCents };
  return decide(tx, id, { outcome: 'ISSUED', decidedAt, decidedBy, ...issued });
}

/** The same for a request that is declined. */
export function markVisaDeclined(
  tx: Tx,
  id: string,
  { reason, decidedAt, decidedBy }: { reason: string } & Decision,
): Promise<boolean> {
  return decide(tx, id, { outcome: 'DECLINED', decidedAt, decidedBy, reason });
}

function decide(
  tx: Tx,
  id: string,
  decided: EntriesIn<typeof values> & Decision,
): Promise<boolean> {
  return tx
    .updateTable('visa_requests')
    .set(values.columns(decided))
    .where('id', '=', id)
    .where('outcome', 'is', null)
    .where('withdrawn_at', 'is', null)
    .where('passport', 'is not', null)
    .$call(wroteOne);
}

/** The number of letters that were issued under a reference, valid or not. */
export function countLettersOf(db: Db, reference: string): Promise<number> {
  return db.selectFrom('visa_requests').where('letter', 'like', `${reference}-V%`).$call(rowCount);
}

/** Withdraws the requests of these people with their letters, and deletes the data. */
export async function withdrawVisaRequests(
  tx: Tx,
  participantIds: readonly string[],
  now: string,
): Promise<void> {
  if (participantIds.length === 0) return;
  await tx
    .updateTable('visa_requests')
    .set({ ...noData, withdrawn_at: now })
    .where('participant_id', 'in', participantIds)
    .where('withdrawn_at', 'is', null)
    .execute();
}

/** Deletes the requests of people who are erased. */
export async function eraseVisaRequests(tx: Tx, participantIds: readonly string[]): Promise<void> {
  if (participantIds.length === 0) return;
  await tx.deleteFrom('visa_requests').where('participant_id', 'in', participantIds).execute();
}

/** In a query: the data whose retention period began by a moment. */
export function isVisaDataSince(before: string) {
  return sql<boolean>`passport is not null and coalesce(decided_at, requested_at) <= ${before}`;
}

/** Deletes the data whose retention period began by a moment. */
export async function forgetOldVisaData(db: Db, before: string): Promise<void> {
  await db.updateTable('visa_requests').set(noData).where(isVisaDataSince(before)).execute();
}

/** Deletes the data of requests. Returns their number. */
export async function forgetVisaData(tx: Tx, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0;
  return tx.updateTable('visa_requests').set(noData).where('id', 'in', ids).$call(wroteRows);
}

const noData = {
  name: null,
  nationality: null,
  passport: null,
  birth_date: null,
  expiry_date: null,
  consulate: null,
  reason: null,
};

function read(row: RowOf<'visa_requests'>): VisaRequest {
  const value = values.read(row);
  const { id, participantId, requestedAt, outcome, decidedAt, reason } = value;
  const { letter: number, presentationType, paidCents = asCents(0) } = value;
  const letter = number === undefined ? undefined : { number, presentationType, paidCents };
  const data = dataOf(value);
  return { id, participantId, data, requestedAt, outcome, decidedAt, reason, letter };
}

function dataOf(value: ReturnType<typeof values.read>): VisaData | undefined {
  const { name, nationality, passport, birthDate, expiryDate, consulate } = value;
  const isHere = name !== undefined && nationality !== undefined && passport !== undefined;
  if (!isHere || birthDate === undefined || expiryDate === undefined) return undefined;
  return { name, nationality, passport, birthDate, expiryDate, consulate };
}
