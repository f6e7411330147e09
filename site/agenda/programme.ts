import type { AgendaDay } from '#contract/content.ts';
import { keyedItems } from '#contract/content/agenda-items.ts';
import { addressText, type PlacesOf, placeOf } from '#contract/content/places.ts';
import { isAlone, type Lane, lanesOf, type Place } from './lanes.ts';

export type ProgrammeItem = Omit<AgendaDay['items'][number], 'id' | 'place'> & {
  key: string;
  /** The place in the table. */
  place: Place;
  /** Another place than the venue. */
  elsewhere?: { name: string; address: string; map?: string | undefined };
};
export type ProgrammeDay = Omit<AgendaDay, 'items'> & {
  items: ProgrammeItem[];
  lanes: Lane[];
  /** The columns of the table; 0: the day is a list. */
  columns: number;
};
/** The entries to choose from. A list with one entry is no choice, so it is empty. */
export type Choices = { hasSearch: boolean; tracks: string[]; topics: string[] };
export type Programme = {
  days: ProgrammeDay[];
  /** Absent if the agenda is short and everything runs one after the other. */
  choices: Choices | undefined;
};

const MANY_ITEMS = 12;

/** A longer day has an overview on the home page. */
const MOST_IN_OVERVIEW = 8;

/** The days on the home page. A long day with parallel items shows those for everybody: plenary lectures and breaks. */
export function overviewOf(days: readonly AgendaDay[]): AgendaDay[] {
  return days.map((day) => ({
    ...day,
    items:
      day.items.length > MOST_IN_OVERVIEW
        ? day.items.filter((item) => isAlone(item, day.items))
        : day.items,
  }));
}

/** The agenda as the page shows it. The build computes it, so the scripts have no code for it. */
export function programmeOf(
  days: readonly AgendaDay[],
  conference: PlacesOf = { city: '', country: '', countryCode: '', language: '' },
): Programme {
  const items = days.flatMap((day) => day.items);
  const hasMany = items.length >= MANY_ITEMS;
  const runBeside = days.some((day) => day.items.some((item) => !isAlone(item, day.items)));
  return {
    days: days.map((day) => ({ ...day, ...tableOf(day, conference) })),
    choices:
      hasMany || runBeside
        ? {
            hasSearch: hasMany,
            tracks: choicesIn(items.map(({ track }) => track)),
            topics: choicesIn(items.map(({ topic }) => topic)),
          }
        : undefined,
  };
}

function tableOf(day: AgendaDay, conference: PlacesOf) {
  const keyed = keyedItems(day).map(({ key, item: { id: _id, place: named, ...item } }) => {
    const place = placeOf(conference, named);
    const elsewhere = place && {
      name: place.name,
      address: addressText(conference, place),
      map: place.map,
    };
    return { ...item, key, ...(elsewhere && { elsewhere }) };
  });
  const { lanes, columns, placed } = lanesOf(keyed);
  return { lanes, columns, items: placed.map(({ item, place }) => ({ ...item, place })) };
}

function choicesIn(names: readonly (string | undefined)[]): string[] {
  const distinct = [...new Set(names.filter((name) => name !== undefined))];
  return distinct.length > 1 ? distinct : [];
}
