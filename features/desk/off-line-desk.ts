import {
  appendFileSync,
  existsSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { findNamed } from '#contract/typed-reference.ts';
import { lockFile } from '#server/database/file-lock.ts';
import { type Clock, type NewId, timestamp } from '#server/identity.ts';
import { ActionImpossible, type Plan } from '#server/operations/plan.ts';
import { type ActsOfDesk, actLine, type DeskAct, headingLine, readActs } from './desk-acts.ts';
import { type Desk, NoPlace } from './desk-answers.ts';
import type { DeskPack, DeskPerson } from './desk-pack.ts';
import { decidePassage } from './doors.ts';
import { passagesIn } from './passages.ts';
import { printTimes } from '#server/reports/wall-clock.ts';

/** A desk that works from a list, without a database. Its acts are on the disk before anybody is told of them. */
export type OffLineDesk = Desk & {
  pack: DeskPack;
  laptop: string;
  /** The moment of a person's check-in. */
  checkedInAt: (person: DeskPerson) => string | undefined;
  /** The notes about a person. */
  notesOf: (person: DeskPerson) => string[];
  walkIns: () => Extract<DeskAct, { act: 'walk-in' }>[];
  planNote: (request: { person: string; words: string }) => Plan;
  planWalkIn: (request: Omit<Extract<DeskAct, { act: 'walk-in' }>, 'act' | 'at'>) => Plan;
  close: () => void;
};

type Options = {
  pack: DeskPack;
  /** The file of the acts, which is continued if it is there. */
  path: string;
  laptop: string;
  clock: Clock;
  newId: NewId;
};

export function openOffLineDesk({ pack, path, laptop, clock, newId }: Options): OffLineDesk {
  const lock = lockFile(`${path}.lock`);
  if (!lock) throw new ActionImpossible('This desk is open already, in another terminal.');
  const before = continued({ pack, path, laptop, newId }, lock.release);
  const { acts } = before;
  let { bytes } = before;
  const at = printTimes(pack.conference.timeZone);
  const byKey = new Map(pack.people.map((person) => [person.key, person]));
  const byOrder = Map.groupBy(pack.people, ({ reference }) => reference);
  const here = new Map<string, string>();
  acts.forEach(apply);

  function apply(act: DeskAct) {
    if (act.act === 'check-in') here.set(act.person, act.at);
    if (act.act === 'undo') here.delete(act.person);
  }

  function record(act: DeskAct): void {
    // The rest of a line that a full disk or a kill has cut off.
    if (statSync(path).size !== bytes) truncateSync(path, bytes);
    const line = actLine(before.heading, acts.length, act, pack.key);
    appendFileSync(path, line, { flush: true });
    bytes += Buffer.byteLength(line);
    acts.push(act);
    apply(act);
  }

  function now(): string {
    const moment = timestamp(clock());
    if (moment < pack.until) return moment;
    throw new ActionImpossible(`This list was made for use until ${at(pack.until)}.`);
  }

  function personOf(key: string): DeskPerson {
    const person = byKey.get(key);
    if (person) return person;
    throw new ActionImpossible('Nobody in the list has this key.');
  }

  function guestAt(door: string, key: string) {
    const known = pack.doors.find(({ id }) => id === door);
    if (!known) throw new ActionImpossible('The list has no door with this name.');
    const guest = known.guests.find((each) => each.key === key);
    const last = passagesIn(acts).findLast(
      (each) => each.door === door && each.person === key && !each.isUndone,
    );
    if (!last) return guest;
    const since = last.way === 'in' ? last.at : undefined;
    return { standing: guest?.standing ?? ('stranger' as const), since };
  }

  const checkedInAt = ({ key, checkedInAt: earlier }: DeskPerson) => earlier ?? here.get(key);
  const asNow = (person: DeskPerson): DeskPerson => {
    const since = checkedInAt(person);
    return since === undefined ? person : { ...person, checkedInAt: since };
  };

  return {
    pack,
    laptop: before.heading.laptop,
    checkedInAt,
    notesOf: ({ key }) =>
      acts.flatMap((act) => (act.act === 'note' && act.person === key ? act.words : [])),
    walkIns: () => acts.filter((act) => act.act === 'walk-in'),
    timeZone: pack.conference.timeZone,
    now: () => timestamp(clock()),
    async peopleOf(code) {
      const known = (spellings: string[]) => new Set(spellings.filter((one) => byOrder.has(one)));
      const { named } = await findNamed(code, known);
      return named.map(({ reference }) => (byOrder.get(reference) ?? []).map(asNow));
    },
    async checkIn(key, isDespiteUnpaid) {
      const person = personOf(key);
      const earlier = checkedInAt(person);
      if (earlier !== undefined) return { person, isNew: false, since: earlier, notes: [] };
      const { refusal } = person;
      const since = now();
      if (refusal !== undefined && !isDespiteUnpaid) throw new NoPlace({ ...person, refusal });
      record({ act: 'check-in', at: since, person: key, isDespiteUnpaid });
      const notes = refusal === undefined ? [] : [`The place is not confirmed: ${refusal}.`];
      return { person, isNew: true, since, notes };
    },
    async undo(key) {
      const person = personOf(key);
      if (!here.has(key)) {
        throw new ActionImpossible('Only a check-in of this desk can be undone here.');
      }
      record({ act: 'undo', at: now(), person: key });
      return person;
    },
    doors: () => pack.doors.map(({ id, words }) => ({ id, words })),
    async pass(key, { id: door, way }, isDespite) {
      const person = asNow(personOf(key));
      const about = { noPlace: person.refusal, isDespite };
      const decision = decidePassage(way, guestAt(door, key), about);
      if (decision.is === 'passes') record({ act: 'passage', at: now(), person: key, door, way });
      return { person, decision };
    },
    async undoPassage(key, { id: door }) {
      const person = asNow(personOf(key));
      const isHere = passagesIn(acts).some(
        (each) => each.door === door && each.person === key && !each.isUndone,
      );
      if (!isHere) throw new ActionImpossible('Only a scan of this desk can be undone here.');
      record({ act: 'undo-passage', at: now(), person: key, door });
      return person;
    },
    planNote({ person: key, words }) {
      const person = personOf(key);
      return {
        words: [`${person.name}: ${words}`],
        button: `Note it about ${person.name}`,
        async perform() {
          record({ act: 'note', at: now(), person: key, words });
          return ['Noted.'];
        },
      };
    },
    planWalkIn(request) {
      const { name, email, institute, country, type, cash, words } = request;
      const about = [name, email, institute, country, type, cash && `cash: ${cash}`, words];
      return {
        words: [about.filter(Boolean).join(', '), REGISTERS_NOBODY],
        button: `Note ${name}`,
        async perform() {
          record({ act: 'walk-in', at: now(), ...request });
          return ['Noted.', REGISTERS_NOBODY];
        },
      };
    },
    close: () => lock.release(),
  };
}

const REGISTERS_NOBODY =
  'This note registers nobody: the merge prints the command that does it, and an organiser runs it.';

/** The acts of the file, which is made if it is not there. */
function continued(
  { pack, path, laptop, newId }: Omit<Options, 'clock'>,
  giveUp: () => void,
): ActsOfDesk {
  try {
    if (!existsSync(path)) {
      const heading = { format: 1 as const, pack: pack.id, desk: newId(), laptop };
      writeFileSync(path, headingLine(heading), { mode: 0o600, flush: true });
    }
    const before = readActs(readFileSync(path, 'utf8'), () => pack.key);
    if (before.heading.pack === pack.id) return before;
    throw new ActionImpossible(`${path} belongs to another list: move it to another folder first.`);
  } catch (error) {
    giveUp();
    throw error;
  }
}
