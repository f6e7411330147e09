import type { Content } from '#contract/content.ts';
import type { Db, Tx } from '#server/database/database.ts';
import type { KeptAbstract } from '#server/abstract/abstracts.ts';
import { findTitled } from '#server/abstract/abstract-titles.ts';
import { entriesOf } from '#server/abstract/organisations.ts';
import { firstRow } from '#server/database/queries.ts';

export type Topic = { id: string; name: string };

/** The topics that a reviewer may tick: the interest areas of the abstract form, then its sessions. */
export function topicsIn({ sessions }: Pick<Content, 'sessions'>): readonly Topic[] {
  const { interestAreas, sessions: own } = sessions;
  const ids = new Set(interestAreas.map(({ id }) => id));
  return [...interestAreas, ...own.filter(({ id }) => !ids.has(id))];
}

/** Whether an abstract is about a topic of these. */
export function isAbout(
  { sessionId, interestedInId }: Pick<KeptAbstract, 'sessionId' | 'interestedInId'>,
  topics: string,
): boolean {
  const ids = entriesOf(topics);
  return ids.includes(interestedInId) || ids.includes(sessionId);
}

/** The ids of typed topics, for the column; `unknown` are the entries that name none. */
export function readTopics(
  content: Pick<Content, 'sessions'>,
  typed: string,
): { topics: string; unknown: string[] } {
  const known = topicsIn(content);
  const entries = entriesOf(typed).map((entry) => ({ entry, topic: findTitled(known, entry) }));
  return {
    topics: columnOf(entries.flatMap(({ topic }) => topic?.id ?? [])),
    unknown: entries.flatMap(({ entry, topic }) => (topic ? [] : [entry])),
  };
}

/** The ids of the topics that a reviewer has ticked. */
export async function topicsOf(db: Db, reviewerId: string): Promise<string[]> {
  const typed = await db
    .selectFrom('reviewers')
    .select('topics')
    .where('id', '=', reviewerId)
    .$call(firstRow(({ topics }) => topics));
  return entriesOf(typed ?? '');
}

/** Records the topics that a reviewer has ticked, in the place of the earlier ones. */
export async function putTopics(tx: Tx, reviewerId: string, ids: readonly string[]): Promise<void> {
  await tx
    .updateTable('reviewers')
    .set({ topics: columnOf(ids) })
    .where('id', '=', reviewerId)
    .execute();
}

function columnOf(ids: readonly string[]): string {
  return [...new Set(ids)].join('; ');
}
