import type { Db } from '#server/database/database.ts';
import { readParticipants } from './list-participants.ts';

/** The references of these participants' orders, by participant; undefined without a confirmed place. */
export async function confirmedPlaces(
  db: Db,
  rows: readonly { participantId: string }[],
): Promise<ReadonlyMap<string, string | undefined>> {
  const ids = rows.map(({ participantId }) => participantId);
  const people = await readParticipants(db, ids);
  return new Map(people.map(({ id, reference, placeSince }) => [id, placeSince && reference]));
}
