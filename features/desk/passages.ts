import type { Content } from '#contract/content.ts';
import type { Tx } from '#server/database/database.ts';
import { digestOf } from '#server/identity.ts';
import { counted } from '#server/counted.ts';
import type { ListedParticipant } from '#server/reports/list-participants.ts';
import type { ActsOfDesk, DeskAct } from './desk-acts.ts';
import { allDoors, type Passage, type Way } from './doors.ts';

/** A passage in the file of a laptop, with the number of its line. */
type Scanned = {
  line: number;
  person: string;
  door: string;
  way: Way;
  at: string;
  isUndone: boolean;
};

/** The passages of a desk; an undone one is marked. */
export function passagesIn(acts: readonly DeskAct[]): Scanned[] {
  const found: Scanned[] = [];
  for (const [line, each] of acts.entries()) {
    if (each.act === 'passage') {
      const { person, door, way, at } = each;
      found.push({ line, person, door, way, at, isUndone: false });
    }
    if (each.act !== 'undo-passage') continue;
    const last = found.findLast(
      ({ person, door, isUndone }) => person === each.person && door === each.door && !isUndone,
    );
    if (last) last.isUndone = true;
  }
  return found;
}

type Merging = {
  content: Content;
  desks: readonly ActsOfDesk[];
  people: ReadonlyMap<string, ListedParticipant>;
  /** A laptop whose clock is wrong has recorded nothing in the future. */
  now: string;
  actor: string;
};

/** The scans at doors in the files of laptops, for the plan: a line for each door and laptop. */
export function wordsOfPassages({ content, desks, people }: Merging): string[] {
  const names = new Map(allDoors(content).map(({ id, words }) => [id, words]));
  return desks.flatMap(({ heading: { laptop }, acts }) => {
    const counts = Map.groupBy(
      passagesIn(acts).filter(({ isUndone }) => !isUndone),
      ({ door }) => door,
    );
    return [...counts].map(([door, passages]) => {
      const known = passages.filter(({ person }) => people.has(person));
      const ins = known.filter(({ way }) => way === 'in').length;
      const gone = passages.length - known.length;
      const words = [
        `${ins} in`,
        `${known.length - ins} out`,
        ...(gone > 0 ? [`${counted(gone, 'scan')} of people who are not registered any more`] : []),
      ].join(', ');
      const name = names.get(door);
      return name === undefined
        ? `${laptop}: NOT recorded, the agenda has no session ${door} any more: ${words}`
        : `${laptop}: ${name}: ${words}`;
    });
  });
}

/** Records the passages of laptops, each once, and takes back what was undone there; returns the number of changes. */
export async function mergePassages(tx: Tx, merging: Merging): Promise<number> {
  const { content, desks, people, now, actor } = merging;
  const passages = desks.flatMap(({ heading, acts }) =>
    passagesIn(acts).flatMap(({ line, person, ...about }): Passage[] => {
      const participantId = people.get(person)?.id;
      if (participantId === undefined) return [];
      const id = digestOf('passage', { desk: heading.desk, line });
      const at = about.at > now ? now : about.at;
      return [{ ...about, id, participantId, at, by: `${actor} at the desk ${heading.laptop}` }];
    }),
  );
  let count = 0;
  for (const { id, of } of allDoors(content)) {
    count += await of.record(
      tx,
      passages.filter(({ door }) => door === id),
    );
  }
  return count;
}
