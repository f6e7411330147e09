import { sql } from 'kysely';
import { asCents, type Cents } from '#contract/money.ts';
import type { Db, Tx } from '#server/database/database.ts';
import type { RowOf, Tables } from '#server/database/tables.ts';
import type { VisaOutcome } from './tables.ts';

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
export async function insertVisaRequest(
  tx: Tx,
  request: { id: string; participantId: string; data: VisaData; requestedAt: string },
): Promise<boolean> {
  const { name, nationality, passport, birthDate, expiryDate, consulate } = request.data;
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('visa_requests')
    .values({
      id: request.id,
      participant_id: request.participantId,
      name,
      nationality,
      passport,
      birth_date: birthDate,
      expiry_date: expiryDate,
      consulate: consulate ?? null,
      requested_at: request.requestedAt,
    })
    .onConflict((conflict) =>
      conflict.column('participant_id').where('withdrawn_at', 'is', null).doNothing(),
    )
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

export async function findVisaRequest(
  db: Db,
  participantId: string,
): Promise<VisaRequest | undefined> {
  const row = await db
    .selectFrom('visa_requests')
    .selectAll()
    .where('participant_id', '=', participantId)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst();
  return row && read(row);
}

/** All requests, oldest first, or only those about which somebody has to decide. */
export async function listVisaRequests(
  db: Db,
  { areUndecided }: { areUndecided: boolean },
): Promise<VisaRequest[]> {
  const rows = await db
    .selectFrom('visa_requests')
    .selectAll()
    .where('withdrawn_at', 'is', null)
    .$if(areUndecided, (query) =>
      query.where('outcome', 'is', null).where('passport', 'is not', null),
    )
    .orderBy('requested_at')
    .orderBy('id')
    .execute();
  return rows.map(read);
}

type Decision = { decidedAt: string; decidedBy: string };

/** False if somebody decided before, or if the request is withdrawn or without data. */
export function markVisaIssued(
  tx: Tx,
  id: string,
  { number, presentationType, paidCents, ...decision }: IssuedLetter & Decision,
): Promise<boolean> {
  return decide(tx, id, decision, {
    outcome: 'ISSUED',
    letter: number,
    presentation_type: presentationType ?? null,
    paid_cents: paidCents,
  });
}

/** The same for a request that is declined. */
export function markVisaDeclined(
  tx: Tx,
  id: string,
  { reason, ...decision }: { reason: string } & Decision,
): Promise<boolean> {
  return decide(tx, id, decision, { outcome: 'DECLINED', reason });
}

async function decide(
  tx: Tx,
  id: string,
  { decidedAt, decidedBy }: Decision,
  decided: Partial<Tables['visa_requests']>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('visa_requests')
    .set({ ...decided, decided_at: decidedAt, decided_by: decidedBy })
    .where('id', '=', id)
    .where('outcome', 'is', null)
    .where('withdrawn_at', 'is', null)
    .where('passport', 'is not', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** The number of letters that were issued under a reference, valid or not. */
export async function countLettersOf(db: Db, reference: string): Promise<number> {
  const { count } = await db
    .selectFrom('visa_requests')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('letter', 'like', `${reference}-V%`)
    .executeTakeFirstOrThrow();
  return Number(count);
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
  const { numUpdatedRows } = await tx
    .updateTable('visa_requests')
    .set(noData)
    .where('id', 'in', ids)
    .executeTakeFirst();
  return Number(numUpdatedRows);
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
  return {
    id: row.id,
    participantId: row.participant_id,
    data: dataOf(row),
    requestedAt: row.requested_at,
    outcome: row.outcome ?? undefined,
    decidedAt: row.decided_at ?? undefined,
    reason: row.reason ?? undefined,
    letter:
      row.letter === null
        ? undefined
        : {
            number: row.letter,
            presentationType: row.presentation_type ?? undefined,
            paidCents: asCents(row.paid_cents ?? 0),
          },
  };
}

function dataOf(row: RowOf<'visa_requests'>): VisaData | undefined {
  const { name, nationality, passport, birth_date: birthDate, expiry_date: expiryDate } = row;
  if (
    name === null ||
    nationality === null ||
    passport === null ||
    birthDate === null ||
    expiryDate === null
  ) {
    return undefined;
  }
  const consulate = row.consulate ?? undefined;
  return { name, nationality, passport, birthDate, expiryDate, consulate };
}
