import { type Db, type Tx } from '#server/database/database.ts';
import { allRows, firstRow, wroteOne } from '#server/database/queries.ts';
import { valuesOf } from '#server/database/row-values.ts';

const { read, columns } = valuesOf('talk_words');

/** The words of a participant to the speaker of a contribution. */
export type TalkWords = ReturnType<typeof read>;

/** The greatest number of characters. */
export const LONGEST_WORDS = 500;

/**
 * Keeps words with the next number of their contribution, whose row the caller has locked. False if the writer has written
 * about it before.
 */
export async function insertTalkWords(
  tx: Tx,
  words: Pick<
    TalkWords,
    'id' | 'abstractId' | 'participantId' | 'words' | 'isSigned' | 'writtenOn'
  >,
): Promise<boolean> {
  const last = await tx
    .selectFrom('talk_words')
    .select(({ fn }) => fn.max('number').as('number'))
    .where('abstract_id', '=', words.abstractId)
    .executeTakeFirst();
  return tx
    .insertInto('talk_words')
    .values(columns({ ...words, number: Number(last?.number ?? 0) + 1 }))
    .onConflict((conflict) => conflict.columns(['abstract_id', 'participant_id']).doNothing())
    .$call(wroteOne);
}

/** All words of one writer. */
export function talkWordsBy(db: Db, participantId: string): Promise<TalkWords[]> {
  return db
    .selectFrom('talk_words')
    .selectAll()
    .where('participant_id', '=', participantId)
    .orderBy('id')
    .$call(allRows(read));
}

export type ReceivedWords = Pick<TalkWords, 'number'> & {
  words: string;
  /** The name of the writer, who has signed. */
  name: string | undefined;
};

/** The words that the speaker of a contribution reads. */
export async function talkWordsTo(db: Db, abstractId: string): Promise<ReceivedWords[]> {
  const rows = await db
    .selectFrom('talk_words')
    .innerJoin('participants', 'participants.id', 'talk_words.participant_id')
    .select(['talk_words.number', 'talk_words.words', 'talk_words.is_signed', 'participants.name'])
    .where('abstract_id', '=', abstractId)
    .orderBy('talk_words.number')
    .execute();
  return rows.flatMap(({ number, words, is_signed, name }) =>
    words === null ? [] : [{ number, words, name: is_signed === 1 ? name : undefined }],
  );
}

export function findTalkWords(
  db: Db,
  abstractId: string,
  number: number,
): Promise<TalkWords | undefined> {
  return db
    .selectFrom('talk_words')
    .selectAll()
    .where('abstract_id', '=', abstractId)
    .where('number', '=', number)
    .$call(firstRow(read));
}

/** Deletes the text, and keeps that it was taken away; false if it was before. */
export function takeTalkWords(
  tx: Tx,
  { id }: Pick<TalkWords, 'id'>,
  { at, by, reason }: { at: string; by: string; reason: string },
): Promise<boolean> {
  return tx
    .updateTable('talk_words')
    .set({ words: null, removed_at: at, removed_by: by, reason })
    .where('id', '=', id)
    .where('words', 'is not', null)
    .$call(wroteOne);
}

/** The number of words to each contribution, and of those that were taken away. */
export async function countTalkWords(
  db: Db,
): Promise<{ abstractId: string; written: number; takenAway: number }[]> {
  const rows = await db
    .selectFrom('talk_words')
    .select(({ fn }) => [
      'abstract_id',
      fn.countAll().as('written'),
      fn.count('removed_at').as('taken_away'),
    ])
    .groupBy('abstract_id')
    .orderBy('abstract_id')
    .execute();
  return rows.map(({ abstract_id: abstractId, written, taken_away }) => ({
    abstractId,
    written: Number(written),
    takenAway: Number(taken_away),
  }));
}
