import type { Content } from '#contract/content.ts';
import type { Db } from '#server/database/database.ts';
import { counted } from '#server/counted.ts';
import { printTimes } from '#server/reports/wall-clock.ts';
import { workInWords } from './change-colleagues.ts';
import { actorOf, listColleagues } from './colleagues.ts';

/** The colleagues, those with access first. */
export async function rowsIn(db: Db, content: Pick<Content, 'sessions' | 'conference'>) {
  const at = printTimes(content.conference.dates.timezone);
  const countBy = async (table: 'colleague_passkeys' | 'colleague_sessions') => {
    const rows = await db.selectFrom(table).select('colleague_id').execute();
    return (id: string) => rows.filter((row) => row.colleague_id === id).length;
  };
  const passkeys = await countBy('colleague_passkeys');
  const sessions = await countBy('colleague_sessions');
  const logIns = await db
    .selectFrom('activities')
    .select(({ fn }) => ['who', fn.max('at').as('at')])
    .where('action', '=', 'log-in')
    .groupBy('who')
    .execute();
  const all = (await listColleagues(db)).map((colleague) => {
    const { id, name, email, jobs, sessions: ofTrack, endedAt } = colleague;
    const last = logIns.find(({ who }) => who === actorOf(colleague))?.at;
    const facts = {
      name,
      email,
      jobs,
      trackSessions: ofTrack,
      endedAt,
      passkeys: passkeys(id),
      sessions: sessions(id),
      lastLogIn: last,
    };
    const state = endedAt
      ? `ended ${at(endedAt)}`
      : `${counted(facts.passkeys, 'passkey')}, ${counted(facts.sessions, 'open session')}, ${last ? `last log-in ${at(last)}` : 'no log-in yet'}`;
    return { facts, line: `${email}  ${name}: ${workInWords(colleague, content)}; ${state}` };
  });
  return all.toSorted(
    (one, other) =>
      Number(one.facts.endedAt !== undefined) - Number(other.facts.endedAt !== undefined),
  );
}
