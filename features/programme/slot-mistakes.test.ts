import { expect, test } from 'vitest';
import type { AgendaDay } from '#contract/content.ts';
import {
  chairsTwice,
  earlySlots,
  type Placed,
  type Presenter,
  slotMistakes,
} from './slot-mistakes.ts';
import { peopleTwice, presentedAmong, presentedBy } from './people-clashes.ts';
import { isPoster, posterKey, slotWords } from './slots.ts';

const [friday, saturday] = ['2026-05-29', '2026-05-30'];
const item = { start: '08:00', end: '09:00', title: 'Registration' };
const agenda: AgendaDay[] = [
  {
    label: 'Day 1',
    date: friday,
    dateText: 'May 29, 2026',
    items: [
      { start: '10:30', end: '11:00', title: 'Awards', room: 'Hall A' },
      item,
      { start: '22:00', end: '01:00', title: 'Dinner', room: 'Boat' },
      { start: '09:00', end: '09:20', title: 'Written', room: 'Hall A', abstract: 'AB26-1' },
    ],
  },
];
const calendar = { days: [friday, saturday], agenda };

let count = 0;
type Traits = Partial<Placed['decided']> & { row?: number | null; by?: Partial<Presenter> };
function placed({ row = (count += 1), by, ...decided }: Traits): Placed {
  return {
    reference: `AB26-${count}`,
    place: row === null ? undefined : { order: row, words: `row ${row}` },
    decided,
    presenters: [{ name: `Ada ${count}`, affiliation: 'Institute', orcid: undefined, ...by }],
  };
}
const talk = (traits: Traits = {}) =>
  placed({ day: friday, starts: '09:00', ends: '09:20', room: 'Hall A', ...traits });

function told(...all: Placed[]): string[] {
  return slotMistakes(all, calendar);
}

test.each<[Traits, string | undefined]>([
  [{}, undefined],
  [{ starts: undefined, ends: undefined }, undefined],
  [{ day: '2026-06-29' }, 'column Day: 2026-06-29 is no day of the conference'],
  [{ day: undefined }, 'column Day: is empty, and there is a start'],
  [{ ends: undefined }, 'column End: is empty, and there is a start'],
  [{ starts: undefined }, 'column Start: is empty, and there is an end'],
  [{ ends: '09:00' }, 'column End: 09:00 is not after the start, 09:00'],
  [{ starts: '02:15', ends: '02:30' }, 'column Start: 02:15 is at night: is 14:15 meant?'],
  [
    { starts: '07:40', ends: '08:00' },
    'column Start: 07:40 is before the day begins at 08:00 (Registration): is 19:40 meant? If not, write an earlier item into agenda.yaml',
  ],
  [
    { starts: '10:15', ends: '10:35', room: 'hall  A' },
    'column Room: hall  A is taken by "Awards" of agenda.yaml, 10:30–11:00',
  ],
  [{ starts: '10:15', ends: '10:30' }, undefined],
  [{ starts: '11:00', ends: '11:20' }, undefined],
  [{ starts: '10:40', ends: '10:50', room: 'Hall B' }, undefined],
  [{ starts: '10:40', ends: '10:50', presentation: 'Poster' }, undefined],
  [
    { starts: '23:00', ends: '23:20', room: 'Boat' },
    'column Room: Boat is taken by "Dinner" of agenda.yaml, 22:00–01:00',
  ],
])('a slot by itself: %o', (traits, words) => {
  const said = told(talk({ ...traits, row: 7 }));
  expect(said).toEqual(words === undefined ? [] : [`row 7, ${words}`]);
});

test.each([
  ['08:00', undefined],
  ['09:00', undefined],
  ['12:20', undefined],
  ['07:59', 'is 19:59 meant?'],
  ['06:30', 'is 18:30 meant?'],
])('a day with only its closing has a morning: %s', (starts, words) => {
  const closing = { start: '12:30', end: '13:00', title: 'Closing' };
  const days = agenda.map((day) => ({ ...day, items: [closing] }));
  const early = talk({ starts, ends: '12:30', row: 7 });
  const [mistake] = slotMistakes([early], { ...calendar, agenda: days });
  expect(mistake?.includes(words ?? '')).toBe(words && true);
  expect(earlySlots([early], { ...calendar, agenda: days })).toEqual([
    `row 7, column Start: ${starts} is before the first item of the day in agenda.yaml, 12:30 (Closing).`,
  ]);
});

test('a room has one talk at a time, and the later row is reported', () => {
  const [first, stored] = [talk({ row: 9 }), talk({ row: null, day: saturday })];
  expect(told(first, talk({ row: 4, starts: '09:10', ends: '09:30', room: 'hall a' }))).toEqual([
    `row 9, column Room: Hall A is taken by AB26-${count} (row 4), Friday 09:10–09:30`,
  ]);
  expect(told(talk({ row: 3, day: saturday }), stored)).toEqual([
    `row 3, column Room: Hall A is taken by ${stored.reference}, Saturday 09:00–09:20`,
  ]);
  expect(told(first, talk({ starts: '09:20', ends: '09:40' }))).toEqual([]);
  expect(told(first, talk({ room: 'Hall B' }), talk({ room: undefined }))).toEqual([]);
  expect(told(stored, talk({ row: null, day: saturday }))).toEqual([]);
  // A poster session has a room for all of its posters.
  const posters = [1, 2, 3].map(() => talk({ presentation: 'Poster' }));
  expect(told(first, ...posters)).toEqual([]);
});

test('a person presents one talk at a time', () => {
  const by = { name: 'Łukasz Bąk', affiliation: 'Lodz' };
  const first = talk({ by, row: 2 });
  const other = (traits: Partial<Presenter>, room: string | undefined = 'Hall B') =>
    talk({ room, by: { ...by, ...traits }, row: 5 });
  expect(told(first, other({ name: 'Lukasz  Bak', affiliation: 'lodz' }))).toEqual([
    `row 5, column Start: Łukasz Bąk presents ${first.reference} (row 2) in Hall A at the same time, Friday 09:00–09:20`.replace(
      'Łukasz Bąk',
      'Lukasz  Bak',
    ),
  ]);
  expect(told(first, other({ affiliation: 'Paris' }))).toEqual([]);
  expect(told(first, other({}, undefined))).toHaveLength(1);
  const known = talk({ by: { ...by, orcid: '0000-0002-1825-0097' }, row: 2 });
  expect(told(known, other({ orcid: '0000-0001-5109-3700' }))).toEqual([]);
  expect(
    told(known, other({ name: 'L. Bąk', affiliation: 'Paris', orcid: '0000-0002-1825-0097' })),
  ).toHaveLength(1);
  const poster = talk({ by, presentation: 'Poster', room: 'Foyer' });
  expect(told(first, poster)).toEqual([]);
});

test('a poster has a number of its own, however it is written', () => {
  const [one, two] = [placed({ number: 'P01', row: 2 }), placed({ number: 'p 1', row: 3 })];
  expect(told(one, two)).toEqual([
    `row 3, column Number: p 1 is the number of ${one.reference} (row 2), too`,
  ]);
  expect(['P01', 'p1', 'P-1', '12', 'P100', 'A2-007'].map(posterKey)).toEqual([
    'p 1',
    'p 1',
    'p 1',
    '12',
    'p 100',
    'a 2 7',
  ]);
});

test('a session chair in two rooms at the same time is named, and a placeholder is no mistake', () => {
  const mine = talk({ chair: 'Cy Moreau' });
  const later = talk({ chair: 'Cy Moreau', room: 'Hall B', starts: '09:20', ends: '09:40' });
  const tomorrow = talk({ chair: 'Cy Moreau', room: 'Hall B', day: saturday });
  expect(chairsTwice([mine, later, tomorrow, talk({ room: 'Hall B' })])).toEqual([]);
  const beside = talk({ chair: 'cy moreau', room: 'Hall B', starts: '09:10', ends: '09:30' });
  expect(chairsTwice([mine, beside])).toEqual([
    'Cy Moreau is the chair in Hall A and Hall B at the same time, Friday 09:00.',
  ]);
  expect(told(mine, beside)).toEqual([]);
});

test('500 talks are compared in a moment', () => {
  const many = Array.from({ length: 500 }, (_, at) =>
    talk({
      room: `Hall ${at % 50}`,
      starts: `${10 + Math.floor(at / 50)}:00`,
      ends: `${10 + Math.floor(at / 50)}:59`,
      day: saturday,
    }),
  );
  const begin = performance.now();
  expect(told(...many)).toEqual([]);
  expect(performance.now() - begin).toBeLessThan(2000);
});

test.each([
  [
    { day: friday, starts: '09:00', ends: '09:20', room: 'Hall A' },
    'Friday, May 29, 2026, 09:00–09:20, Hall A',
  ],
  [{ day: friday, slot: 'morning' }, 'Friday, May 29, 2026'],
  [{ slot: 'Friday morning' }, 'Friday morning'],
  [{ number: 'P12' }, 'Poster P12'],
  [
    { number: 'P12', slot: 'Poster session 2', room: 'Foyer' },
    'Poster session 2, Foyer, poster P12',
  ],
  [{ track: 'Coatings', chair: 'Cy Moreau' }, undefined],
])('the slot %o is written %s', (slot, words) => {
  expect(slotWords(slot)).toBe(words);
});

test.each([
  ['Poster', undefined, true],
  ['e-poster', 'P1', true],
  ['Talk and poster', 'P1', false],
  [undefined, 'P1', true],
  [undefined, undefined, false],
])('%s with the number %s', (presentation, number, isIt) => {
  expect(isPoster({ presentation, number })).toBe(isIt);
});

test('who has a talk during the session of the own poster, or is the chair elsewhere, is named', () => {
  const days: AgendaDay[] = [
    {
      label: 'Day 1',
      date: friday,
      dateText: 'May 29, 2026',
      items: [
        { start: '14:00', end: '16:00', title: 'Posters', room: 'Foyer', posters: 'P1-P9' },
        { start: '09:00', end: '09:40', title: 'Opening', room: 'Aula', chair: 'Dr. Ada Two' },
      ],
    },
  ];
  const [ada, bo] = [{ name: 'Ada One' }, { name: 'Bo Two' }];
  const all = [
    placed({ presentation: 'Poster', number: 'P2', by: ada }),
    placed({ presentation: 'Poster', number: 'P12', by: bo }),
    talk({ starts: '15:00', ends: '15:20', by: ada, chair: 'Cy Three' }),
    talk({ starts: '15:00', ends: '15:20', room: 'Hall B', by: { ...ada, affiliation: 'Other' } }),
    talk({ starts: '15:10', ends: '15:30', room: 'Hall B', by: { name: 'Cy Three' } }),
    talk({ starts: '15:20', ends: '15:40', by: bo, chair: 'Bo Two' }),
    talk({ by: { name: 'Ada Two' } }),
  ];
  const [poster, , first, , second, , third] = all.map(({ reference }) => reference);
  const accepted = all.map(({ reference, decided, presenters }) => ({
    abstract: { reference, sessionId: 'smart-polymers', withdrawnAt: undefined },
    decision: decided,
    presenters,
  }));
  const content = { agenda: { days }, sessions: { sessions: [], interestAreas: [] } };
  const presented = presentedAmong(accepted, content);
  expect(peopleTwice(presented, { agenda: days })).toEqual([
    `Ada One presents ${first} during the session of the own poster P2 (${poster}), Friday 15:00–15:20.`,
    `Cy Three is the chair in Hall A and presents ${second} at the same time, Friday 15:10–15:30.`,
    `Dr. Ada Two is the chair in Aula and presents ${third} at the same time, Friday 09:00–09:20.`,
  ]);
  const session = { day: friday, starts: '14:00', ends: '16:00' };
  expect(presentedBy('ada one', presented, session).map(({ reference }) => reference)).toEqual([
    poster,
    first,
    all[3]?.reference,
  ]);
});
