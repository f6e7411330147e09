import { searchTextOf, sortNameOf } from '#contract/person-name.ts';
import { type Db, hasOneWriter, type Tx } from '#server/database/database.ts';
import { inParts, wroteOne } from '#server/database/queries.ts';
import { valuesOf } from '#server/database/row-values.ts';

const values = valuesOf('companions', { apart: ['search_text'] });

/** A person who comes with a participant. */
export type Companion = ReturnType<typeof values.read> & {
  /** By the ids of the questions. */
  answers: Readonly<Record<string, string>>;
};

/** The companions of some participants, in the order of the names. */
export async function companionsOf(
  db: Db,
  participantIds: readonly string[],
): Promise<ReadonlyMap<string, Companion[]>> {
  const found: Companion[] = [];
  for (const some of inParts(participantIds)) {
    const rows = await db
      .selectFrom('companions')
      .selectAll()
      .where('participant_id', 'in', some)
      .orderBy('seat')
      .execute();
    if (rows.length === 0) continue;
    const answers = Map.groupBy(
      await db
        .selectFrom('companion_answers')
        .selectAll()
        .where('companion_id', 'in', (is) =>
          is.selectFrom('companions').select('id').where('participant_id', 'in', some),
        )
        .orderBy('question_id')
        .execute(),
      ({ companion_id: id }) => id,
    );
    for (const row of rows) {
      const given = (answers.get(row.id) ?? []).map(
        (one) => [one.question_id, one.answer] as const,
      );
      found.push({ ...values.read(row), answers: Object.fromEntries(given) });
    }
  }
  return Map.groupBy(found, ({ participantId }) => participantId);
}

/** The participants of the companions with these references. */
export async function hostsNamed(
  db: Db,
  references: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const some of inParts(references)) {
    const rows = await db
      .selectFrom('companions')
      .select(['reference', 'participant_id'])
      .where('reference', 'in', some)
      .execute();
    for (const { reference, participant_id: host } of rows) found.set(reference, host);
  }
  return found;
}

/** Locks the participant until the transaction ends, so that nobody else changes the companions meanwhile. */
export async function lockHost(tx: Tx, id: string): Promise<void> {
  if (hasOneWriter(tx)) return;
  await tx.selectFrom('participants').select('id').where('id', '=', id).forUpdate().execute();
}

type New = Pick<Companion, 'id' | 'reference' | 'participantId' | 'name'>;

export async function insertCompanion(tx: Tx, companion: New, now: string): Promise<void> {
  const { id, reference, participantId, name } = companion;
  const last = await tx
    .selectFrom('companions')
    .select(({ fn }) => fn.max('seat').as('seat'))
    .where('participant_id', '=', participantId)
    .executeTakeFirst();
  const seat = Number(last?.seat ?? 0) + 1;
  const row = values.columns({
    id,
    reference,
    participantId,
    seat,
    name,
    namedAt: now,
    createdAt: now,
    ...keysOf(name),
  });
  await tx.insertInto('companions').values(row).execute();
}

export async function renameCompanion(
  tx: Tx,
  id: string,
  name: string,
  now: string,
): Promise<void> {
  const changed = values.columns({ name, namedAt: now, ...keysOf(name) });
  await tx.updateTable('companions').set(changed).where('id', '=', id).execute();
}

function keysOf(name: string) {
  const searchText = searchTextOf({ name, email: '', phone: '', institute: '' });
  return { sortName: sortNameOf(name), searchText };
}

/** Removes companions with their answers. */
export async function removeCompanions(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.deleteFrom('companions').where('id', 'in', ids).execute();
}

/** The companions of these participants come with nobody else. */
export async function removeCompanionsOf(tx: Tx, participantIds: readonly string[]): Promise<void> {
  if (participantIds.length === 0) return;
  await tx.deleteFrom('companions').where('participant_id', 'in', participantIds).execute();
}

/** Writes an answer in place of an earlier one; undefined removes the earlier one. */
export async function saveAnswerFor(
  tx: Tx,
  { id, question }: { id: string; question: string },
  answer: string | undefined,
  now: string,
): Promise<void> {
  await tx
    .deleteFrom('companion_answers')
    .where('companion_id', '=', id)
    .where('question_id', '=', question)
    .execute();
  if (answer === undefined) return;
  const row = { companion_id: id, question_id: question, answer, answered_at: now };
  await tx.insertInto('companion_answers').values(row).execute();
}

/** Records an arrival, of several the earliest; false if one is known. */
export async function recordArrival(tx: Tx, id: string, at: string): Promise<boolean> {
  const arrive = tx.updateTable('companions').set({ checked_in_at: at }).where('id', '=', id);
  if (await wroteOne(arrive.where('checked_in_at', 'is', null))) return true;
  await arrive.where('checked_in_at', '>', at).execute();
  return false;
}

export function undoArrival(tx: Tx, id: string): Promise<boolean> {
  return tx
    .updateTable('companions')
    .set({ checked_in_at: null })
    .where('id', '=', id)
    .where('checked_in_at', 'is not', null)
    .$call(wroteOne);
}
