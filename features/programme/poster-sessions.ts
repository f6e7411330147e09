import type { AgendaDay, Content } from '#contract/content.ts';
import { keyedItems } from '#contract/content/agenda-items.ts';
import { isPoster, posterKey, type Slot } from './slots.ts';

/** `posters` of an item of the agenda: all posters, the topics of sessions.yaml, and numbers from one to another. */
export type PosterRange =
  | { is: 'all' }
  | { is: 'topic'; id: string }
  | { is: 'numbers'; first: string; last: string };

/** Reads “P01–P40, gels”; undefined in place of a part that is none of them. */
export function posterRanges(
  text: string,
  topics: readonly string[],
): { part: string; range: PosterRange | undefined }[] {
  return text.split(',').map((entry) => {
    const part = entry.trim();
    if (part.toLowerCase() === 'all') return { part, range: { is: 'all' } };
    if (topics.includes(part)) return { part, range: { is: 'topic', id: part } };
    return { part, range: numbersIn(part) };
  });
}

/** Both sides of the dash have digits: “P-1” is one number, and “P1-40” is from P1 to P40. */
function numbersIn(part: string): PosterRange | undefined {
  if (!/^[\p{L}\d]/u.test(part) || !/\d$/.test(part)) return undefined;
  const [, from = part, to = part] = /^(.*?\d)\s*[-–]\s*(.*\d)$/.exec(part) ?? [];
  const [first, given] = [posterKey(from), posterKey(to)];
  const last = /^\d+$/.test(given) ? [...first.split(' ').slice(0, -1), given].join(' ') : given;
  const [one, other] = [partsOf(first), partsOf(last)];
  const isRange = one.letters === other.letters && one.count <= other.count;
  return isRange ? { is: 'numbers', first, last } : undefined;
}

function partsOf(key: string) {
  const parts = key.split(' ');
  return { letters: parts.slice(0, -1).join(' '), count: Number(parts.at(-1)) };
}

function isIn(range: PosterRange, number: string | undefined, sessionId: string): boolean {
  if (range.is !== 'numbers') return range.is === 'all' || range.id === sessionId;
  if (number === undefined) return false;
  const [own, first] = [partsOf(posterKey(number)), partsOf(range.first)];
  const { count: last } = partsOf(range.last);
  return own.letters === first.letters && own.count >= first.count && own.count <= last;
}

/** An item of the agenda in which posters are presented. */
export type PosterSession = {
  date: string;
  key: string;
  item: AgendaDay['items'][number];
};

type Presented = Slot & { presentation?: string | undefined };
type Asking = Pick<Content, 'agenda' | 'sessions'>;

/** The items of the agenda in which a poster is presented. One with a day of its own is in none of them. */
export function posterSessionsOf(
  { agenda, sessions }: Asking,
  decision: Presented,
  sessionId: string,
): PosterSession[] {
  if (!isPoster(decision) || decision.day !== undefined) return [];
  const topics = sessions.sessions.map(({ id }) => id);
  return agenda.days.flatMap((day) =>
    keyedItems(day).flatMap(({ key, item }) => {
      const ranges = item.posters === undefined ? [] : posterRanges(item.posters, topics);
      const isThere = ranges.some(({ range }) => range && isIn(range, decision.number, sessionId));
      return isThere ? [{ date: day.date, key, item }] : [];
    }),
  );
}

/** A decision with the day, the hours and the room of the first session in which the poster is presented. */
export function withPosterSession<Decision extends Presented>(
  content: Asking,
  decision: Decision,
  sessionId: string,
): Decision {
  const [first] = posterSessionsOf(content, decision, sessionId);
  if (!first) return decision;
  const { date: day, item } = first;
  const room = decision.room ?? item.room;
  return { ...decision, day, starts: item.start, ends: item.end, room };
}
