import type { Db, Tx } from '#server/database/database.ts';
import { allRows, firstRow, inParts, wroteOne } from '#server/database/queries.ts';
import { valuesOf } from '#server/database/row-values.ts';
import { newId } from '#server/identity.ts';

const { read, columns } = valuesOf('survey_links');

/** The link of a person to the survey. */
export type SurveyLink = ReturnType<typeof read>;

export function pathOfSurvey({ token }: Pick<SurveyLink, 'token'>): string {
  return `/survey/${token}`;
}

/** The link with a token; undefined if its holder was cancelled. */
export function findSurveyLink(db: Db, token: string): Promise<SurveyLink | undefined> {
  return db
    .selectFrom('survey_links')
    .innerJoin('participants', 'participants.id', 'survey_links.participant_id')
    .selectAll('survey_links')
    .where('token', '=', token)
    .where('cancelled_at', 'is', null)
    .$call(firstRow(read));
}

export function surveyLinkOf(db: Db, participantId: string): Promise<SurveyLink | undefined> {
  return db
    .selectFrom('survey_links')
    .selectAll()
    .where('participant_id', '=', participantId)
    .$call(firstRow(read));
}

/** All links. Nobody learns from their order who answered when. */
export function listSurveyLinks(db: Db): Promise<SurveyLink[]> {
  return db.selectFrom('survey_links').selectAll().orderBy('participant_id').$call(allRows(read));
}

/** False if the person has a link already. */
export function insertSurveyLink(tx: Tx, link: SurveyLink): Promise<boolean> {
  return tx
    .insertInto('survey_links')
    .values(columns(link))
    .onConflict((conflict) => conflict.column('participant_id').doNothing())
    .$call(wroteOne);
}

/** False if a reminder went to the person before, or if the person has answered or wants none. */
export function markReminded(tx: Tx, participantId: string, day: string): Promise<boolean> {
  return tx
    .updateTable('survey_links')
    .set({ reminded_on: day })
    .where('participant_id', '=', participantId)
    .where('state', '=', 'INVITED')
    .where('reminded_on', 'is', null)
    .$call(wroteOne);
}

/** False for the second of two forms at the same moment. */
export function markAnswered(tx: Tx, { participantId }: SurveyLink): Promise<boolean> {
  return tx
    .updateTable('survey_links')
    .set({ state: 'ANSWERED' })
    .where('participant_id', '=', participantId)
    .where('state', '<>', 'ANSWERED')
    .$call(wroteOne);
}

export async function markDeclined(db: Db, { participantId }: SurveyLink): Promise<void> {
  await db
    .updateTable('survey_links')
    .set({ state: 'DECLINED' })
    .where('participant_id', '=', participantId)
    .where('state', '=', 'INVITED')
    .execute();
}

/** Deletes what people who leave for good have in the survey. Anonymous answers stay: nobody knows whose they are. */
export async function eraseFromSurvey(tx: Tx, participantIds: readonly string[]): Promise<void> {
  for (const ids of inParts(participantIds)) {
    for (const table of ['survey_links', 'survey_answers', 'talk_words'] as const) {
      await tx.deleteFrom(table).where('participant_id', 'in', ids).execute();
    }
  }
}

/** The link may have gone to an address that somebody else has now: the own page and a reminder have another one. */
export async function renewSurveyLink(tx: Tx, participantId: string): Promise<void> {
  await tx
    .updateTable('survey_links')
    .set({ token: newId() })
    .where('participant_id', '=', participantId)
    .execute();
}
