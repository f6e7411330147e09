import type { AgendaDay } from '#contract/content.ts';
import { overlap } from '#contract/content/shapes/agenda-shape.ts';
import { weekdayOf } from '#contract/content/calendar-days.ts';
import { isSameName, normalised } from '#contract/person-name.ts';
import { isPoster, posterKey, type Slot } from './slots.ts';

/** An accepted contribution with its slot. */
export type Placed = {
  reference: string;
  /** The place in which an organiser sees the slot, such as row 7; undefined for a stored slot that is not looked at now. */
  place: Place | undefined;
  decided: Slot & { presentation?: string | undefined };
  presenters: readonly Presenter[];
};

export type Place = { order: number; words: string };

export type Presenter = {
  name: string;
  affiliation: string;
  orcid: string | undefined;
};

type Mistake = { place: Place; column: 'Day' | 'Start' | 'End' | 'Room' | 'Number'; words: string };

/** The days of the conference, and the agenda with the items that organisers wrote. */
type Calendar = { days: readonly string[]; agenda: readonly AgendaDay[] };

type AgendaItem = AgendaDay['items'][number];

/** The first hour of a day; an earlier time is usually an afternoon without its "pm". */
const MORNING = '06:00';
/** An earlier time may be an evening without its "pm". */
const FIRST_TALK = '08:00';

/**
 * The reasons why slots are impossible: by themselves, beside each other, or beside the agenda. Each begins with the
 * place of the slot: "row 7, column Room: Hall A is taken by …".
 */
export function slotMistakes(placed: readonly Placed[], calendar: Calendar): string[] {
  return [
    ...placed.flatMap((one) => ownMistake(one, calendar) ?? []),
    ...talksTwice(placed),
    ...numbersTwice(placed),
  ]
    .toSorted((one, other) => one.place.order - other.place.order)
    .map(({ place, column, words }) => `${place.words}, column ${column}: ${words}`);
}

function ownMistake({ place, decided }: Placed, { days, agenda }: Calendar): Mistake | undefined {
  if (!place) return undefined;
  const { day, starts, ends, room } = decided;
  const wrong = (column: Mistake['column'], words: string) => ({ place, column, words });
  if (day !== undefined && !days.includes(day)) {
    return wrong('Day', `${day} is no day of the conference`);
  }
  if (starts === undefined) {
    return ends === undefined ? undefined : wrong('Start', 'is empty, and there is an end');
  }
  if (day === undefined) return wrong('Day', 'is empty, and there is a start');
  if (ends === undefined) return wrong('End', 'is empty, and there is a start');
  if (ends <= starts) return wrong('End', `${ends} is not after the start, ${starts}`);
  if (starts < MORNING) {
    return wrong('Start', `${starts} is at night: is ${afternoonOf(starts)} meant?`);
  }
  const fixed = writtenItems(agenda, day);
  const first = firstAfter(starts, fixed);
  if (first && starts < FIRST_TALK) {
    return wrong(
      'Start',
      `${starts} is before the day begins at ${first.start} (${first.title}): is ${afternoonOf(starts)} meant? If not, write an earlier item into agenda.yaml`,
    );
  }
  if (room === undefined || isPoster(decided)) return undefined;
  const hours = { start: starts, end: ends };
  const taken = fixed.find((item) => isSameRoom(item.room, room) && overlap(item, hours));
  if (!taken) return undefined;
  const { title, start, end } = taken;
  return wrong('Room', `${room} is taken by "${title}" of agenda.yaml, ${start}–${end}`);
}

function writtenItems(agenda: readonly AgendaDay[], day: string | undefined): AgendaItem[] {
  return (agenda.find(({ date }) => date === day)?.items ?? []).filter(
    (item) => item.abstract === undefined,
  );
}

/** The first item of a day, if it is after this time. */
function firstAfter(time: string, items: readonly AgendaItem[]): AgendaItem | undefined {
  const [first] = items.toSorted((one, other) => (one.start < other.start ? -1 : 1));
  return first && time < first.start ? first : undefined;
}

/** A sentence for each new slot that is before the first item of its day. */
export function earlySlots(placed: readonly Placed[], { agenda }: Calendar): string[] {
  return placed.flatMap(({ place, decided: { day, starts } }) => {
    const first = starts === undefined ? undefined : firstAfter(starts, writtenItems(agenda, day));
    if (!place || !first) return [];
    return [
      `${place.words}, column Start: ${starts} is before the first item of the day in agenda.yaml, ${first.start} (${first.title}).`,
    ];
  });
}

function isSameRoom(one: string | undefined, other: string | undefined): boolean {
  return one !== undefined && other !== undefined && normalised(one) === normalised(other);
}

function afternoonOf(time: string): string {
  return `${Number(time.slice(0, 2)) + 12}${time.slice(2)}`;
}

/** Talks at the same time in one room, or by one person. */
function talksTwice(placed: readonly Placed[]): Mistake[] {
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

function collision(one: Placed, other: Placed): Mistake | undefined {
  const pair = reported(one, other);
  if (!pair) return undefined;
  const { place, here, there } = pair;
  const { room, starts, ends, day = '' } = there.decided;
  const time = `${weekdayOf(day, 'en')} ${starts}–${ends}`;
  const { room: ours } = here.decided;
  if (isSameRoom(room, ours)) {
    return { place, column: 'Room', words: `${ours} is taken by ${named(there)}, ${time}` };
  }
  const person = here.presenters.find((each) =>
    there.presenters.some((presenter) => isSamePerson(each, presenter)),
  );
  if (!person) return undefined;
  const where = room === undefined ? '' : ` in ${room}`;
  const words = `${person.name} presents ${named(there)}${where} at the same time, ${time}`;
  return { place, column: 'Start', words };
}

/** People with one name are one person if their ORCID or affiliation is the same, too. */
export function isSamePerson(one: Presenter, other: Presenter): boolean {
  if (one.orcid !== undefined && other.orcid !== undefined) return one.orcid === other.orcid;
  return (
    normalised(one.affiliation) === normalised(other.affiliation) &&
    isSameName(one.name, other.name)
  );
}

/**
 * A sentence for each session chair who is in two rooms at the same time. The chair may be words such as “N. N.”, so
 * nothing is refused.
 */
export function chairsTwice(placed: readonly Placed[]): string[] {
  const talks = placed.map(({ decided }) => decided).filter((decided) => !isPoster(decided));
  const byChair = Map.groupBy(talks, ({ chair = '' }) => normalised(chair));
  byChair.delete('');
  return [...byChair.values()].flatMap((own) => {
    const pairs = own.flatMap((one, at) =>
      own.slice(at + 1).flatMap((other) => (areInTwoRooms(one, other) ? { one, other } : [])),
    );
    const [first] = pairs;
    if (!first) return [];
    const { chair, room, day = '', starts } = first.one;
    return `${chair} is the chair in ${room} and ${first.other.room} at the same time, ${weekdayOf(day, 'en')} ${starts}.`;
  });
}

/** Whether a person cannot be at both slots. */
export function areInTwoRooms(one: Slot, other: Slot): boolean {
  const [mine, theirs] = [hoursOf(one), hoursOf(other)];
  return (
    mine !== undefined &&
    theirs !== undefined &&
    one.day === other.day &&
    !isSameRoom(one.room, other.room) &&
    overlap(mine, theirs)
  );
}

function hoursOf({ day, starts, ends, room }: Slot) {
  if (day === undefined || starts === undefined || ends === undefined) return undefined;
  return room === undefined ? undefined : { start: starts, end: ends };
}

function numbersTwice(placed: readonly Placed[]): Mistake[] {
  const seen = new Map<string, Placed>();
  return placed.flatMap((one): Mistake[] => {
    const { number } = one.decided;
    if (number === undefined) return [];
    const other = seen.get(posterKey(number));
    if (!other) {
      seen.set(posterKey(number), one);
      return [];
    }
    const pair = reported(other, one);
    if (!pair) return [];
    const { place, here, there } = pair;
    const words = `${here.decided.number} is the number of ${named(there)}, too`;
    return [{ place, column: 'Number', words }];
  });
}

/** The later one of two is reported. Two slots without a place are not looked at now. */
function reported(one: Placed, other: Placed) {
  const [first, last] = [one, other].toSorted(
    (a, b) => (a.place?.order ?? -1) - (b.place?.order ?? -1),
  );
  if (!first || !last?.place) return undefined;
  return { place: last.place, here: last, there: first };
}

function named({ reference, place }: Placed): string {
  return place === undefined || place.words === reference
    ? reference
    : `${reference} (${place.words})`;
}
