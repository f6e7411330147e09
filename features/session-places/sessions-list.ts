import type { Content } from '#contract/content.ts';
import type { Db } from '#server/database/database.ts';
import { defineList, reference } from '#server/reports/define-list.ts';
import { participantKey, readParticipants } from '#server/reports/list-participants.ts';
import type { ListOfFeature } from '#server/reports/lists.ts';
import { inOnePage } from '#server/reports/pages.ts';
import { listScans, presenceIn } from './attendance.ts';
import { type Session, sessionsIn } from './sessions.ts';
import { listSignUps } from './sign-ups.ts';

/** A person in a session: signed up, waiting, or let in without a sign-up. */
export type SessionRow = {
  key: string;
  session: string;
  title: string;
  day: string | undefined;
  reference: string | undefined;
  name: string;
  email: string;
  institute: string;
  state: 'SIGNED_UP' | 'WAITING' | 'NOT_SIGNED_UP';
  /** The number on the waiting list. */
  position: number | undefined;
  signedUpAt: string | undefined;
  placedAt: string | undefined;
  cameAt: string | undefined;
  leftAt: string | undefined;
  hours: number | undefined;
};

/** Everybody in the sessions: of each session those with a place, then those who wait, then the others who came. */
export async function listSessionRows(db: Db, content: Content): Promise<SessionRow[]> {
  const signUps = await listSignUps(db);
  const scans = await listScans(db);
  const ids = [...signUps, ...scans].map(({ participantId }) => participantId);
  const people = new Map(
    (await readParticipants(db, [...new Set(ids)])).map((person) => [person.id, person]),
  );
  const sessions = sessionsIn(content);
  const byId = new Map(sessions.map((session) => [session.id, session]));
  const presence = new Map(
    presenceIn(sessions, scans).map((each) => [`${each.session.id} ${each.participantId}`, each]),
  );
  const waiting = new Map<string, number>();
  const rows = signUps.map((signUp): SessionRow => {
    const { session, participantId, state, signedUpAt, placedAt } = signUp;
    const isWaiting = state === 'WAITING';
    if (isWaiting) waiting.set(session, (waiting.get(session) ?? 0) + 1);
    const position = isWaiting ? waiting.get(session) : undefined;
    const about = { state, position, signedUpAt, placedAt };
    return { ...rowOf(session, participantId), ...about };
  });
  const known = new Set(signUps.map(({ session, participantId }) => `${session} ${participantId}`));
  const others = [...presence.keys()].filter((key) => !known.has(key));
  const all = [
    ...rows.filter(({ state }) => state === 'SIGNED_UP'),
    ...rows.filter(({ state }) => state === 'WAITING'),
    ...others.map((key): SessionRow => {
      const [session = '', participantId = ''] = key.split(' ');
      const about = { position: undefined, signedUpAt: undefined, placedAt: undefined };
      return { ...rowOf(session, participantId), ...about, state: 'NOT_SIGNED_UP' };
    }),
  ];
  const at = ({ session }: SessionRow) => sessions.findIndex(({ id }) => id === session);
  return all.toSorted((one, other) => at(one) - at(other));

  function rowOf(session: string, participantId: string) {
    const { title = session, date: day }: Partial<Session> = byId.get(session) ?? {};
    const person = people.get(participantId);
    const { scans: own = [], hours } = presence.get(`${session} ${participantId}`) ?? {};
    return {
      key: person ? participantKey(person) : '',
      session,
      title,
      day,
      reference: person?.reference,
      name: person?.name ?? '',
      email: person?.email ?? '',
      institute: person?.institute ?? '',
      cameAt: own.find(({ way }) => way === 'in')?.at,
      leftAt: own.findLast(({ way }) => way === 'out')?.at,
      hours,
    };
  }
}

export const sessionsList: ListOfFeature = {
  name: 'sessions',
  isUsed: ({ content }) => sessionsIn(content).length > 0,
  subject: 'Programme',
  rows: 'sign-ups for sessions',
  list: ({ content }) =>
    defineList({
      heading: 'Sessions',
      leadsTo: 'people',
      ...inOnePage(
        (db) => listSessionRows(db, content),
        ({ signedUpAt, cameAt }) => signedUpAt ?? cameAt,
      ),
      date: 'signed-up',
      key: (row) => row.key,
      fields: (add) => [
        add.text('session', 'Session', (row) => row.title),
        add.text('id', 'Id', (row) => row.session, 16),
        add.text('day', 'Day', (row) => row.day, 11),
        reference,
        add.text('name', 'Name', (row) => row.name, 26),
        add.text('email', 'Email', (row) => row.email),
        add.text('institute', 'Institute', (row) => row.institute),
        add.state('state', 'State', (row) => row.state, 16),
        add.number('position', 'Waiting', (row) => row.position),
        add.time('signed-up', 'Signed up at', (row) => row.signedUpAt),
        add.time('placed', 'Place since', (row) => row.placedAt),
        add.time('came', 'Came at', (row) => row.cameAt),
        add.time('left', 'Left at', (row) => row.leftAt),
        add.number('hours', 'Hours', (row) => row.hours),
      ],
      shown: ['name', 'session', 'state', 'position', 'came', 'left', 'hours'],
      narrow: 3,
      filters: ['session', 'state', 'day'],
    }),
};
