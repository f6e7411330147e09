import type { AgendaDay } from '#contract/content.ts';
import { weekdayOf } from '#contract/content/calendar-days.ts';
import { isSameName, normalised } from '#contract/person-name.ts';
import { isPoster, posterKey, type Slot } from './slots.ts';

/** An accepted contribution with its slot. */
export type Placed = {
  reference: string;
  /** The row of the sheet; undefined if the sheet says nothing about this contribution. */
  row: number | undefined;
  decided: Slot & { presentation?: string | undefined };
  presenters: readonly Presenter[];
};

export type Presenter = {
  name: string;
  affiliation: string;
  orcid: string | undefined;
};

export type SlotColumn = 'Day' | 'Start' | 'End' | 'Room' | 'Number';
export type SlotMistake = { row: number; column: SlotColumn; words: string };

/** The days of the conference, and the agenda with the items that organisers wrote. */
type Calendar = { days: readonly string[]; agenda: readonly AgendaDay[] };

/** The first hour of a day; an earlier time is usually an afternoon without its "pm". */
const MORNING = '06:00';

/** The slots of these rows that are impossible: by themselves, beside each other, or beside the agenda. */
export function slotMistakes(placed: readonly Placed[], calendar: Calendar): SlotMistake[] {
  const rows = placed.flatMap((one) => (one.row === undefined ? [] : [{ ...one, row: one.row }]));
  return [
    ...rows.flatMap((one) => ownMistakes(one, calendar)),
    ...talksTwice(placed),
    ...numbersTwice(placed),
  ].toSorted((one, other) => one.row - other.row);
}

function ownMistakes(
  { row, decided }: Placed & { row: number },
  { days, agenda }: Calendar,
): SlotMistake[] {
  const { day, starts, ends, room } = decided;
  const wrong = (column: SlotColumn, words: string) => [{ row, column, words }];
  if (day !== undefined && !days.includes(day)) {
    return wrong('Day', `${day} is no day of the conference`);
  }
  if (starts === undefined) {
    return ends === undefined ? [] : wrong('Start', 'is empty, and there is an end');
  }
  if (day === undefined) return wrong('Day', 'is empty, and there is a start');
  if (ends === undefined) return wrong('End', 'is empty, and there is a start');
  if (ends <= starts) return wrong('End', `${ends} is not after the start, ${starts}`);
  if (starts < MORNING) {
    return wrong('Start', `${starts} is at night: is ${afternoonOf(starts)} meant?`);
  }
  const fixed = (agenda.find(({ date }) => date === day)?.items ?? []).filter(
    (item) => item.abstract === undefined,
  );
  const [first] = fixed.toSorted((one, other) => (one.start < other.start ? -1 : 1));
  if (first && starts < first.start) {
    return wrong('Start', `${starts} is before the day begins at ${first.start} (${first.title})`);
  }
  if (room === undefined || isPoster(decided)) return [];
  const taken = fixed.find(
    (item) =>
      item.room !== undefined &&
      normalised(item.room) === normalised(room) &&
      item.start < ends &&
      // An end before the start is on the next day.
      (starts < item.end || item.end < item.start),
  );
  if (!taken) return [];
  const { title, start, end } = taken;
  return wrong('Room', `${room} is taken by "${title}" of agenda.yaml, ${start}–${end}`);
}

function afternoonOf(time: string): string {
  return `${Number(time.slice(0, 2)) + 12}${time.slice(2)}`;
}

/** Talks at the same time in one room, or by one person. */
function talksTwice(placed: readonly Placed[]): SlotMistake[] {
  const talks = placed
    .filter(({ decided: { day, starts, ends, ...rest } }) => {
      return day !== undefined && starts !== undefined && ends !== undefined && !isPoster(rest);
    })
    .toSorted((one, other) => (beginningOf(one) < beginningOf(other) ? -1 : 1));
  return talks.flatMap((one, at) => {
    const ends = endOf(one);
    const end = talks.findIndex((other, index) => index > at && beginningOf(other) >= ends);
    return talks
      .slice(at + 1, end === -1 ? undefined : end)
      .flatMap((other) => collision(one, other) ?? []);
  });
}

function beginningOf({ decided: { day, starts } }: Placed): string {
  return `${day} ${starts}`;
}

function endOf({ decided: { day, ends } }: Placed): string {
  return `${day} ${ends}`;
}

function collision(one: Placed, other: Placed): SlotMistake | undefined {
  const pair = reported(one, other);
  if (!pair) return undefined;
  const { row, here, there } = pair;
  const { room, starts, ends, day = '' } = there.decided;
  const time = `${weekdayOf(day)} ${starts}–${ends}`;
  const { room: ours } = here.decided;
  if (room !== undefined && ours !== undefined && normalised(room) === normalised(ours)) {
    return { row, column: 'Room', words: `${ours} is taken by ${named(there)}, ${time}` };
  }
  const person = here.presenters.find((each) =>
    there.presenters.some((presenter) => isSamePerson(each, presenter)),
  );
  if (!person) return undefined;
  const place = room === undefined ? '' : ` in ${room}`;
  const words = `${person.name} presents ${named(there)}${place} at the same time, ${time}`;
  return { row, column: 'Start', words };
}

/** People with one name are one person if their ORCID or affiliation is the same, too. */
function isSamePerson(one: Presenter, other: Presenter): boolean {
  if (one.orcid !== undefined && other.orcid !== undefined) return one.orcid === other.orcid;
  return (
    normalised(one.affiliation) === normalised(other.affiliation) &&
    isSameName(one.name, other.name)
  );
}

function numbersTwice(placed: readonly Placed[]): SlotMistake[] {
  const seen = new Map<string, Placed>();
  return placed.flatMap((one): SlotMistake[] => {
    const { number } = one.decided;
    if (number === undefined) return [];
    const other = seen.get(posterKey(number));
    if (!other) {
      seen.set(posterKey(number), one);
      return [];
    }
    const pair = reported(other, one);
    if (!pair) return [];
    const { row, here, there } = pair;
    const words = `${here.decided.number} is the number of ${named(there)}, too`;
    return [{ row, column: 'Number', words }];
  });
}

/** The later row of two is reported. Two stored slots are none of the sheet's business. */
function reported(one: Placed, other: Placed) {
  const [first, last] = [one, other].toSorted((a, b) => (a.row ?? 0) - (b.row ?? 0));
  if (!first || last?.row === undefined) return undefined;
  return { row: last.row, here: last, there: first };
}

function named({ reference, row }: Placed): string {
  return row === undefined ? reference : `${reference} (row ${row})`;
}
