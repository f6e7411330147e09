import { isSameName } from '#contract/person-name.ts';
import type { DeskPerson } from './desk-pack.ts';
import type { Decision, Way } from './doors.ts';

/** An answer of the registration desk, which everybody in the queue can read from afar. */
export type DeskAnswer = {
  /**
   * `here`: just checked in; `already`: checked in before; `undone`: not checked in any more; `out`: left by a door;
   * `choose`: the code is for several people; `unknown`: the code names nobody.
   */
  outcome: 'here' | 'already' | 'undone' | 'out' | 'refused' | 'choose' | 'unknown';
  /** One short line. */
  words: string;
  /** The person, or the people to choose from. */
  people: DeskPerson[];
  /** Further sentences, such as a warning about a ticket for other days. */
  notes: string[];
  /** Whether a person may be checked in nevertheless. */
  canOverrule: boolean;
  /** The door that the answer is about; absent at the registration desk itself. */
  door?: string;
};

/** The door at which a desk scans, and the way. */
export type AtDoor = { id: string; way: Way };

/** A person who was checked in at this moment, or earlier. */
export type Arrival = {
  person: DeskPerson;
  isNew: boolean;
  since: string;
  /** The helper who checked the person in. */
  by?: string | undefined;
  notes: string[];
};

/** A registration desk, with or without a network. Its keys are those of the list that the page shows. */
export type Desk = {
  /** The people of each order that a code names. */
  peopleOf: (code: string) => Promise<DeskPerson[][]>;
  /** Those who come with participants and have this name, or a part of it; absent if the list of the page has them. */
  othersCalled?: (name: string) => Promise<DeskPerson[]>;
  /** Checks a person in, once. Throws `NoPlace` if the place is not confirmed. */
  checkIn: (key: string, isDespiteUnpaid: boolean) => Promise<Arrival>;
  /** Takes a check-in back. */
  undo: (key: string) => Promise<DeskPerson>;
  doors: () => { id: string; words: string }[];
  /** Records that a person goes in or out by a door, if nothing is against it. */
  pass: (
    key: string,
    at: AtDoor,
    isDespite: boolean,
  ) => Promise<{ person: DeskPerson; decision: Decision }>;
  /** Takes the last scan of a person at a door back. */
  undoPassage: (key: string, at: AtDoor) => Promise<DeskPerson>;
  /** The link by which a person pays on the own phone; absent without a network. */
  payLink?: (key: string) => Promise<PayLink>;
  /** Whether the person has paid; absent as `payLink`. */
  isPaid?: (key: string) => Promise<boolean>;
  /** Whether this conference takes cash. */
  takesCash?: boolean;
  timeZone: string;
  now: () => string;
};

/** The ways in which somebody can pay at this desk; cash needs the right to it, too. */
export type WaysAtDesk = { byPhone: boolean; cash: boolean };

/** A link to pay with its code: the squares of an SVG without its margin. */
export type PayLink =
  | { isPaid: true }
  | { isPaid: false; address: string; size: number; path: string };

/** Answers a scan or a typed code. People who scan two codes at once get two answers. */
export async function answerScan(desk: Desk, code: string, at?: AtDoor): Promise<DeskAnswer[]> {
  const orders = await desk.peopleOf(code);
  const answers: DeskAnswer[] = [];
  for (const people of orders) answers.push(await answerFor(desk, people, at));
  if (answers.length > 0) return answers;
  return [answerOf('unknown', `No such reference: ${code.trim()}`, [])];
}

/** Answers a typed name that is no participant's: a whole name checks in, a part of it leaves the choice. */
export async function answerName(desk: Desk, name: string): Promise<DeskAnswer[]> {
  const called = (await desk.othersCalled?.(name)) ?? [];
  const [person, ...others] = called.filter((each) => !isGone(each));
  if (!person) return [];
  if (others.length === 0 && isSameName(person.name, name)) {
    return [await answerCheckIn(desk, person, false)];
  }
  return [answerOf('choose', 'Companions with this name: choose who', [person, ...others])];
}

async function answerFor(
  desk: Desk,
  people: DeskPerson[],
  at: AtDoor | undefined,
): Promise<DeskAnswer> {
  const present = people.filter((person) => !isGone(person));
  const [person, ...others] = present.length > 0 ? present : people;
  if (!person) return answerOf('refused', 'This reference registers nobody', []);
  if (others.length === 0 || present.length === 0) return answerCheckIn(desk, person, false, at);
  return answerOf('choose', `A group of ${present.length}: choose who`, present);
}

/** Checks one person in, or lets the person in or out by a door, and says what happened. */
export async function answerCheckIn(
  desk: Desk,
  person: Pick<DeskPerson, 'key'>,
  isDespiteUnpaid: boolean,
  at?: AtDoor,
): Promise<DeskAnswer> {
  if (at) return answerPassage(desk, person, isDespiteUnpaid, at);
  const arrival = await desk.checkIn(person.key, isDespiteUnpaid).catch(unlessNoPlace);
  if ('refusal' in arrival) {
    const { refusal } = arrival;
    const words = `${refusal.charAt(0).toUpperCase()}${refusal.slice(1)}`;
    const canOverrule = !isGone(arrival);
    return { ...answerOf('refused', words, [arrival]), canOverrule };
  }
  const { isNew, since, by, notes } = arrival;
  const here = { ...arrival.person, checkedInAt: since };
  if (isNew) return answerOf('here', 'Checked in', [here], notes);
  const words = `Already here since ${timeAt(desk, since)}`;
  return answerOf('already', words, [here], by === undefined ? [] : [`Checked in by ${by}.`]);
}

async function answerPassage(
  desk: Desk,
  { key }: Pick<DeskPerson, 'key'>,
  isDespite: boolean,
  at: AtDoor,
): Promise<DeskAnswer> {
  const { person, decision } = await desk.pass(key, at, isDespite);
  return { ...answerTo(desk, person, decision, at), door: at.id };
}

function answerTo(desk: Desk, person: DeskPerson, decision: Decision, { way }: AtDoor): DeskAnswer {
  switch (decision.is) {
    case 'passes':
      return way === 'in' ? answerOf('here', 'In', [person]) : answerOf('out', 'Out', [person]);
    case 'inside':
      return answerOf('already', `Already in since ${timeAt(desk, decision.since)}`, [person]);
    case 'refused': {
      const { words, canOverrule } = decision;
      const canCome = canOverrule && !isGone(person);
      return { ...answerOf('refused', words, [person]), canOverrule: canCome };
    }
  }
}

/** Takes a check-in, or the last scan at a door, back, and says so. */
export async function answerUndo(desk: Desk, key: string, at?: AtDoor): Promise<DeskAnswer> {
  if (at) {
    const person = await desk.undoPassage(key, at);
    return { ...answerOf('undone', 'The last scan does not count', [person]), door: at.id };
  }
  const { checkedInAt: _, ...person } = await desk.undo(key);
  return answerOf('undone', 'Not checked in any more', [person]);
}

function answerOf(
  outcome: DeskAnswer['outcome'],
  words: string,
  people: DeskPerson[],
  notes: string[] = [],
): DeskAnswer {
  return { outcome, words, people, notes, canOverrule: false };
}

/** The refusal of a person whose place is not confirmed. */
export class NoPlace extends Error {
  readonly person: DeskPerson & { refusal: string };

  constructor(person: DeskPerson & { refusal: string }) {
    super(person.refusal);
    this.person = person;
  }
}

function unlessNoPlace(error: unknown): DeskPerson & { refusal: string } {
  if (error instanceof NoPlace) return error.person;
  throw error;
}

/** Whether a person had a place and has none any more. */
export function isGone({ state }: Pick<DeskPerson, 'state'>): boolean {
  return state === 'CANCELLED' || state === 'REFUNDED';
}

/** "08:41", and on another day "28 May 2026 at 08:41" */
function timeAt({ timeZone, now }: Desk, at: string): string {
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone });
  const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone });
  const moment = new Date(at);
  const isToday = day.format(moment) === day.format(new Date(now()));
  return isToday ? time.format(moment) : `${day.format(moment)} at ${time.format(moment)}`;
}

/**
 * Whether somebody without a confirmed place has an order that is not paid. The money of one whose amount waits for an
 * agreement is there.
 */
export function owes({ reference, state, isOther = false }: DeskPerson): boolean {
  return reference !== '' && state !== 'WAITS_FOR_AGREEMENT' && !isOther;
}
