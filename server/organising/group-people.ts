import * as z from 'zod/mini';
import { calls } from '#contract/calls.ts';
import type { Prices } from '#contract/content.ts';
import { countryOf } from '#contract/countries.ts';
import { GUESTS, NIGHTS } from '#contract/registration-options.ts';
import { isSamePerson, normalised } from '#server/identity.ts';
import type { Choice } from '#server/registration/registration-price.ts';
import { ActionImpossible } from './plan.ts';
import { countryRefusal } from './typed-country.ts';

/** A cell of a sheet as it was read: text, a number, a date, yes or no; null where it is empty. */
export type Cell = unknown;

/** Somebody of a group as the sheet has them. */
export type GroupPerson = {
  /** Of the sheet, as programs show it: the first one below the names of the columns is 2. */
  row: number;
  name: string;
  email: string;
  phone: string;
  institute: string;
  country: string;
  choice: Choice;
};

/** The columns that a sheet of a group has; the last ones may be left out. */
export const groupColumns = {
  needed: ['Name', 'Email', 'Phone', 'Institute', 'Country', 'Presentation type'],
  optional: ['Room', 'Nights', 'Guests', 'Extras'],
} as const;
type Column = (typeof groupColumns)['needed' | 'optional'][number];

/** Somebody who does not exist, to show how a sheet is filled in. */
export function exampleRow({ presentationTypes: [first] }: Prices): Record<Column, string> {
  return {
    Name: 'Ada Example',
    Email: 'ada@institute.example',
    Phone: '+49 30 5550 100',
    Institute: 'Institute of Examples',
    Country: 'Germany',
    'Presentation type': first?.label ?? '',
    Room: 'no',
    Nights: '',
    Guests: '',
    Extras: '',
  };
}

/** Further columns of the table of participants, which may be left in a sheet that was made from it. */
const OF_THE_TABLE = [
  'Reference',
  'Accompanying person',
  'Extra nights',
  'State',
  'Paid at',
  'Amount',
  'Refunded',
  'Provider',
  'Receipt link',
];

const MOST_PEOPLE = 500;

/** Reads the people of a group by the rules of the registration form; all that is wrong is said at once, by row and column. */
export function readGroup(prices: Prices, rows: readonly (readonly Cell[])[]): GroupPerson[] {
  const [head = [], ...body] = rows;
  const columns = columnsOf(head);
  const trouble: string[] = [];
  const people = body.flatMap((cells, at): GroupPerson[] => {
    const cell = (column: Column) => textOf(cells[columns.get(column) ?? -1]);
    if (cells.every((each) => textOf(each) === '')) return [];
    const row = at + 2;
    const wrong = (column: Column, what: string) =>
      void trouble.push(`row ${row}, ${column}: ${what}`);
    const person = readPerson(cell, wrong);
    const choice = readChoice(prices, cell, wrong);
    return [{ ...person, row, choice }];
  });
  const example = exampleRow(prices);
  for (const [at, person] of people.entries()) {
    if (person.email === example.Email) trouble.push(`row ${person.row}: is the example still`);
    const before = people.slice(0, at).find((other) => isSamePerson(other, person));
    if (before) trouble.push(`row ${person.row}, Name: the same person as in row ${before.row}`);
  }
  if (people.length === 0) trouble.push('The sheet names nobody.');
  if (people.length > MOST_PEOPLE) trouble.push(`A group has at most ${MOST_PEOPLE} people.`);
  if (trouble.length > 0) throw new ActionImpossible(trouble.join('\n'));
  return people;
}

function columnsOf(head: readonly Cell[]): ReadonlyMap<Column, number> {
  const names = head.map(textOf);
  const { needed, optional } = groupColumns;
  const columns = new Map<Column, number>();
  for (const column of [...needed, ...optional]) {
    const at = names.findIndex((name) => normalised(name) === normalised(column));
    if (at !== -1) columns.set(column, at);
  }
  const missing = needed.filter((column) => !columns.has(column));
  const known = [...needed, ...optional, ...OF_THE_TABLE].map(normalised);
  const unknown = names.filter((name) => name !== '' && !known.includes(normalised(name)));
  const trouble = [
    ...missing.map((column) => `row 1: the column ${column} is missing`),
    ...unknown.map((name) => `row 1: there is no column ${quoted(name)}`),
  ];
  if (trouble.length > 0) throw new ActionImpossible(trouble.join('\n'));
  return columns;
}

type Wrong = (column: Column, what: string) => void;
type CellOf = (column: Column) => string;

/** What the fields of the call are called here. */
const COLUMNS: Record<string, Column> = {
  name: 'Name',
  email: 'Email',
  phone: 'Phone',
  instituteOrUniversity: 'Institute',
  country: 'Country',
  presentationType: 'Presentation type',
};

function readPerson(cell: CellOf, wrong: Wrong) {
  const typed = {
    name: cell('Name'),
    email: cell('Email'),
    phone: cell('Phone'),
    instituteOrUniversity: cell('Institute'),
    country: cell('Country'),
    presentationType: cell('Presentation type'),
  };
  const read = z.safeParse(calls.register.body, typed);
  const failing = new Set(read.error?.issues.map(({ path: [first] }) => String(first)));
  for (const field of failing) {
    const column = COLUMNS[field];
    if (!column) continue;
    const text = cell(column);
    wrong(column, text === '' ? 'is empty' : `${quoted(text)} cannot be used`);
  }
  const { name, email, phone, instituteOrUniversity, country } = read.data ?? typed;
  const refusal = failing.has('country') ? undefined : countryRefusal(country);
  if (refusal !== undefined) wrong('Country', refusal);
  return { name, email, phone, institute: instituteOrUniversity, country: countryOf(country) };
}

function readChoice(prices: Prices, cell: CellOf, wrong: Wrong): Choice {
  const typed = cell('Presentation type');
  const type = prices.presentationTypes.find(({ id, label }) =>
    [id, label].some((name) => normalised(name) === normalised(typed)),
  );
  if (!type && typed !== '') {
    const known = prices.presentationTypes.map(({ label }) => label).join(', ');
    wrong('Presentation type', `${quoted(typed)} is none of ${known}`);
  }
  const room = normalised(cell('Room'));
  const hasRoom = ['yes', 'true', '1'].includes(room);
  if (!hasRoom && !['', 'no', 'false', '0'].includes(room)) {
    wrong('Room', `${quoted(cell('Room'))} is neither yes nor no`);
  }
  if (hasRoom && !prices.room) wrong('Room', 'the conference offers no rooms');
  const count = (column: 'Nights' | 'Guests', { least, most }: { least: number; most: number }) => {
    const text = cell(column);
    if (!hasRoom) return 0;
    if (text === '') return least;
    const number = /^\d{1,3}$/.test(text) ? Number(text) : -1;
    if (number >= least && number <= most) return number;
    wrong(column, `${quoted(text)} is no number from ${least} to ${most}`);
    return least;
  };
  return {
    presentation: type?.id ?? '',
    registration: hasRoom ? 'stay' : 'registration',
    nights: count('Nights', NIGHTS),
    guests: count('Guests', GUESTS),
    extras: readExtras(prices, cell('Extras'), wrong),
  };
}

/** "Conference dinner 2; Excursion", by name or id, divided by semicolons. */
function readExtras({ extras }: Prices, text: string, wrong: Wrong): Record<string, number> {
  const wanted: Record<string, number> = {};
  for (const part of text.split(';').map((each) => each.trim())) {
    if (part === '') continue;
    const [, before = '', number = '1'] = /^(.*?)\s+(?:x\s*)?(\d{1,2})$/.exec(part) ?? [];
    const whole = extras.find((extra) => isNamed(extra, part));
    const counted = extras.find((extra) => isNamed(extra, before));
    const extra = whole ?? counted;
    if (!extra) {
      const known = extras.map(({ label }) => label).join(', ') || 'nothing';
      wrong('Extras', `${quoted(part)} is not offered: ${known}`);
      continue;
    }
    const sum = (wanted[extra.id] ?? 0) + (whole ? 1 : Number(number));
    wanted[extra.id] = sum;
    if (sum > extra.most) wrong('Extras', `at most ${extra.most} of ${extra.label}`);
  }
  return wanted;
}

function isNamed({ id, label }: { id: string; label: string }, text: string): boolean {
  return [id, label].some((name) => normalised(name) === normalised(text));
}

/** What a cell says, in a sentence for a terminal: line breaks and other control characters are written out. */
function quoted(text: string): string {
  return JSON.stringify(text);
}

function textOf(cell: Cell): string {
  if (cell === null || cell === undefined) return '';
  return (cell instanceof Date ? cell.toISOString() : String(cell)).trim();
}
