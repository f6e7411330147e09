import { userInfo } from 'node:os';
import type { Db, Tx } from '#server/database/database.ts';
import { valuesOf } from '#server/database/row-values.ts';
import { type Clock, type NewId, timestamp } from '#server/identity.ts';

const { columns } = valuesOf('activities');

/** An entry in the log of the organisers' commands. */
export type Activity = {
  at: string;
  who: string;
  /** The command: "correct", "refund". */
  action: string;
  /** The order or abstract of the command. */
  reference: string | undefined;
  /** A sentence about the change; empty after an erasure of the person in it. */
  words: string;
};

/** The dependencies of an organiser's action, besides its transaction. */
export type Acting = { clock: Clock; newId: NewId; actor: string };

/** Records an organiser's action in its transaction. */
export async function recordActivity(
  tx: Tx,
  { clock, newId, actor }: Acting,
  done: Pick<Activity, 'action' | 'reference' | 'words'> & { participantId?: string | undefined },
): Promise<void> {
  const { action, reference, words, participantId } = done;
  const about = { action, reference, words, participantId };
  const row = columns({ ...about, id: newId(), at: timestamp(clock()), who: actor });
  await tx.insertInto('activities').values(row).execute();
}

/** Lists the organisers' actions, latest first: about one order or abstract, by one command, or all. */
export async function listActivities(
  db: Db,
  { reference, action, limit }: { reference?: string; action?: string; limit?: number } = {},
): Promise<Activity[]> {
  const rows = await db
    .selectFrom('activities')
    .leftJoin('participants', 'participants.id', 'activities.participant_id')
    .selectAll('activities')
    .select('participants.name')
    .$if(reference !== undefined, (query) => query.where('reference', '=', reference ?? ''))
    .$if(action !== undefined, (query) => query.where('action', '=', action ?? ''))
    .orderBy('at', 'desc')
    .orderBy('activities.id', 'desc')
    .$if(limit !== undefined, (query) => query.limit(limit ?? 0))
    .execute();
  return rows.map((row) => ({
    at: row.at,
    who: row.who,
    action: row.action,
    reference: row.reference ?? undefined,
    words: row.name && row.words !== '' ? `${row.name}: ${row.words}` : row.words,
  }));
}

/** The system user who runs this process; under sudo, the user who called it. */
export function systemUser(env: NodeJS.ProcessEnv): string {
  const { SUDO_USER: caller = '' } = env;
  if (caller !== '') return caller;
  try {
    return userInfo().username;
  } catch {
    // A container's user may have no name.
    return `user ${process.getuid?.() ?? ''}`.trim();
  }
}
