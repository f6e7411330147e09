import { inOneLine } from '#contract/content/languages.ts';
import type { Content } from '#contract/content.ts';
import type { Doors, Guest, Passage } from '#features/desk/doors.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { allRows, inParts, wroteOne } from '#server/database/queries.ts';
import { valuesOf } from '#server/database/row-values.ts';
import { hoursIn, type Session, sessionsIn, timeOf } from './sessions.ts';
import { signUpsFor } from './sign-ups.ts';

const { read, columns } = valuesOf('session_attendance');

/** A scan at the door of a session. */
export type Scan = ReturnType<typeof read>;

/** The scans that count, in their order: of a session, of people, or all. */
export async function listScans(
  db: Db,
  about: { session?: string; participantIds?: readonly string[] } = {},
): Promise<Scan[]> {
  const { session, participantIds } = about;
  const query = db
    .selectFrom('session_attendance')
    .selectAll()
    .where('undone_at', 'is', null)
    .orderBy('at')
    .orderBy('id');
  const inSession = session === undefined ? query : query.where('session', '=', session);
  if (participantIds === undefined) return inSession.$call(allRows(read));
  const all: Scan[] = [];
  for (const ids of inParts(participantIds)) {
    all.push(...(await inSession.where('participant_id', 'in', ids).$call(allRows(read))));
  }
  return all;
}

/** The sessions as doors of the registration desk. */
export const sessionDoors: Doors = {
  list: (content) =>
    sessionsIn(content).map((session) => ({
      id: session.id,
      words: inOneLine([session.title, session.room, timeOf(session)], content.language),
    })),
  async guests(db, session, participantId) {
    const only = <Row extends { participantId: string }>(rows: Row[]) =>
      participantId === undefined
        ? rows
        : rows.filter((row) => row.participantId === participantId);
    const standings = new Map<string, Guest['standing']>(
      only(await signUpsFor(db, session)).map((signUp) => [
        signUp.participantId,
        signUp.state === 'WAITING' ? 'waiting' : 'expected',
      ]),
    );
    const ids = participantId === undefined ? {} : { participantIds: [participantId] };
    const scans = Map.groupBy(
      await listScans(db, { session, ...ids }),
      (scan) => scan.participantId,
    );
    return [...new Set([...standings.keys(), ...scans.keys()])].map((id): Guest => {
      const since = insideSince(scans.get(id) ?? []);
      const standing = standings.get(id) ?? 'stranger';
      return { participantId: id, standing, ...(since !== undefined && { since }) };
    });
  },
  async record(tx, passages) {
    let count = 0;
    for (const passage of passages) if (await recordPassage(tx, passage)) count += 1;
    return count;
  },
  async undo(tx, { door: session, participantId, now }) {
    const last = (await listScans(tx, { session, participantIds: [participantId] })).at(-1);
    if (!last) return false;
    return tx
      .updateTable('session_attendance')
      .set({ undone_at: now })
      .where('id', '=', last.id)
      .where('undone_at', 'is', null)
      .$call(wroteOne);
  },
};

/** Since when somebody is in the room: the first scan in after the last one out. */
function insideSince(scans: readonly Pick<Scan, 'way' | 'at'>[]): string | undefined {
  const lastOut = scans.findLastIndex(({ way }) => way === 'out');
  return scans.slice(lastOut + 1).find(({ way }) => way === 'in')?.at;
}

/** Adds a passage, or marks it as undone; false if nothing changes. */
async function recordPassage(
  tx: Tx,
  { id, door: session, participantId, way, at, by: recordedBy, isUndone }: Passage,
): Promise<boolean> {
  if (isUndone) {
    return tx
      .updateTable('session_attendance')
      .set({ undone_at: at })
      .where('id', '=', id)
      .where('undone_at', 'is', null)
      .$call(wroteOne);
  }
  return tx
    .insertInto('session_attendance')
    .values(columns({ id, session, participantId, way, at, recordedBy }))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .$call(wroteOne);
}

/** Removes the presence of people: another person has the place, or they are erased. */
export async function removeScansOf(tx: Tx, participantIds: readonly string[]): Promise<void> {
  if (participantIds.length === 0) return;
  await tx.deleteFrom('session_attendance').where('participant_id', 'in', participantIds).execute();
}

/** The hours of each person in each session. */
export function presenceIn(
  sessions: readonly Session[],
  scans: readonly Scan[],
): { session: Session; participantId: string; scans: Scan[]; hours: number }[] {
  return sessions.flatMap((session) => {
    const here = scans.filter((scan) => scan.session === session.id);
    return [...Map.groupBy(here, ({ participantId }) => participantId)].map(
      ([participantId, own]) => ({
        session,
        participantId,
        scans: own,
        hours: hoursIn(session, own),
      }),
    );
  });
}

/** The values of `{session_hours}` and `{sessions}` in the notes of certificates; none for people who were in no session. */
export async function certificateValues(db: Db, ids: readonly string[]) {
  const scans = Map.groupBy(
    await listScans(db, { participantIds: ids }),
    ({ participantId }) => participantId,
  );
  return (content: Content, id: string): Record<string, string> => {
    const presence = presenceIn(sessionsIn(content), scans.get(id) ?? []).filter(
      ({ hours }) => hours > 0,
    );
    if (presence.length === 0) return {};
    const hours = presence.reduce((sum, each) => sum + each.hours, 0);
    const titles = presence.map(({ session }) => session.title);
    return {
      session_hours: hours.toLocaleString(content.language),
      sessions: inOneLine(titles, content.language),
    };
  };
}
