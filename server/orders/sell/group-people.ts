import * as z from 'zod/mini';
import { calls } from '#contract/calls.ts';
import type { Content, Prices } from '#contract/content.ts';
import { countryOf } from '#contract/countries.ts';
import { withIncluded } from '#contract/content/combinations.ts';
import { GUESTS, NIGHTS } from '#contract/registration-options.ts';
import { requests } from '#contract/requests.ts';
import { SEMICOLONS } from '#contract/signs.ts';
import { copiedAddress } from '#contract/copied-address.ts';
import { isSamePerson, normalised } from '#server/identity.ts';
import { findNamedType } from './named-type.ts';
import type { Choice } from './registration-price.ts';
import { ActionImpossible } from '#server/operations/plan.ts';
import {
  type Cell,
  type ColumnNames,
  readTable,
  type SheetTable,
} from '#server/files/sheet-table.ts';
import { combinationMistakes } from './refuse-combination.ts';
import { countryRefusal } from './typed-country.ts';

/** One person of a group, as in the sheet. */
export type GroupPerson = {
  /** The number of the row, as spreadsheet programs count. */
  row: number;
  name: string;
  email: string;
  phone: string;
  institute: string;
  country: string;
  choice: Choice;
  membershipNumber?: string;
};

/** The columns in the sheet of a group; the optional columns may be left out. */
export const groupColumns = {
  needed: ['Name', 'Email', 'Phone', 'Institute', 'Country', 'Presentation type'],
  optional: ['Room', 'Nights', 'Guests', 'Extras'],
} as const;
/** A further column, for a conference with prices for members. */
export const MEMBERSHIP = 'Membership number';
type Column = (typeof groupColumns)['needed' | 'optional'][number] | typeof MEMBERSHIP;

/** An invented person, to show how a sheet is filled in. */
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
    [MEMBERSHIP]: '',
  };
}

/** Other names of these columns; the person's name may be in two columns. */
type ColumnInSheet = Column | 'First name' | 'Last name';
const names: ColumnNames<ColumnInSheet> = [
  ['Name', 'Full name', 'Participant', 'Name of participant', 'Participant name', 'Attendee'],
  ['First name', 'Given name', 'Given names', 'Forename'],
  ['Last name', 'Family name', 'Surname'],
  ['Email', 'Email address', 'Mail', 'Mail address'],
  ['Phone', 'Telephone', 'Mobile', 'Phone number', 'Telephone number', 'Mobile number', 'Tel'],
  [
    'Institute',
    'Institute / University',
    'Institution',
    'Affiliation',
    'University',
    'Organisation',
    'Organization',
  ],
  ['Country'],
  ['Presentation type', 'Type', 'Presentation', 'Participation', 'Takes part as'],
  ['Room', 'Accommodation', 'Registration type'],
  ['Nights', 'Number of nights'],
  ['Guests', 'Number of guests'],
  ['Extras'],
  [MEMBERSHIP, 'Member number', 'Membership', 'Membership no', 'Mitgliedsnummer'],
];

/** The columns of people, also with the headings that our form has in the languages of a conference. */
export function personColumns(contents: GroupContents): ColumnNames<ColumnInSheet> {
  const own: Partial<Record<ColumnInSheet, (content: GroupContent) => string>> = {
    Name: ({ labels }) => labels.forms.fullName,
    Email: ({ labels }) => labels.forms.email,
    Phone: ({ labels }) => labels.forms.phone,
    Institute: ({ labels }) => labels.forms.institute,
    Country: ({ labels }) => labels.forms.countryField,
    'Presentation type': ({ labels }) => labels.registration.presentationType,
    Room: ({ labels }) => labels.registration.registrationType,
    Nights: ({ labels }) => labels.registration.nights,
    Guests: ({ labels }) => labels.registration.guests,
    Extras: ({ labels }) => labels.registration.extras,
    [MEMBERSHIP]: ({ labels }) => labels.memberPrice.field,
  };
  return names.map(([column, ...others]) => {
    const label = own[column];
    return [column, ...others, ...(label ? contents.map(label) : [])];
  });
}

/** The content of a group's sheet in one language. */
type GroupContent = Pick<Content, 'prices' | 'labels'>;

/** The content in each language of a conference, its first one first. */
type GroupContents = readonly [GroupContent, ...GroupContent[]];

export function inEachLanguage(content: Content): GroupContents {
  return [content, ...Object.values(content.translations)];
}

/** Columns of the table of participants. A sheet that was made from the table may still have these columns. */
const OF_THE_TABLE = [
  'Reference',
  'State',
  'Paid at',
  'Amount',
  'Refunded',
  'Provider',
  'Receipt link',
];

const MOST_PEOPLE = 500;

/**
 * Reads the members of a group by the rules of the registration form; reports all mistakes at once, by row and column.
 */
export function readGroup(
  contents: GroupContents,
  rows: readonly (readonly Cell[])[],
): GroupPerson[] {
  const [{ prices }] = contents;
  const trouble: string[] = [];
  const wrongIn = (row: number, column: string, what: string) =>
    void trouble.push(`row ${row}, ${column}: ${what}`);
  const table = readTable(rows, personColumns(contents), wrongIn);
  refuseMissing(table);
  const people = table.rows.map(({ row, cell: cellOf }): GroupPerson => {
    const cell = (column: Column) => (column === 'Name' ? nameIn(cellOf) : cellOf(column));
    const wrong = (column: Column, what: string) => wrongIn(row, column, what);
    const person = readPerson(cell, wrong);
    const choice = readChoice(contents, cell, wrong);
    const number = cell(MEMBERSHIP);
    return { ...person, row, choice, ...(number !== '' && { membershipNumber: number }) };
  });
  const example = exampleRow(prices);
  for (const [at, person] of people.entries()) {
    if (person.email === example.Email) trouble.push(`row ${person.row} is still the example`);
    const before = people.slice(0, at).find((other) => isSamePerson(other, person));
    if (before) trouble.push(`row ${person.row}, Name: the same person as in row ${before.row}`);
  }
  if (people.length === 0 && trouble.length === 0) trouble.push('The sheet names nobody.');
  if (people.length > MOST_PEOPLE) trouble.push(`A group has at most ${MOST_PEOPLE} people.`);
  if (trouble.length > 0) throw new ActionImpossible(trouble.join('\n'));
  return people;
}

/** The headings of columns that are not read. Wishes of the form are not read either: they count if a row has one. */
export function columnsNotRead(
  contents: GroupContents,
  rows: readonly (readonly Cell[])[],
): string[] {
  const table = readTable(rows, personColumns(contents), () => undefined);
  const wished = table.rows.flatMap(({ others }) =>
    others.filter(({ cell }) => !NO.includes(normalised(String(cell)))),
  );
  const isKnown = (heading: string, known: readonly string[]) =>
    known.some((one) => normalised(one) === normalised(heading));
  return table.passedOver.filter((heading) => {
    const isWish = isKnown(
      heading,
      requests.map(({ label }) => label),
    );
    if (isWish) return wished.some((one) => one.heading === heading);
    return !isKnown(heading, OF_THE_TABLE);
  });
}

function refuseMissing({ headRow, columns, passedOver }: SheetTable<ColumnInSheet>): void {
  const hasName = columns.has('Name') || (columns.has('First name') && columns.has('Last name'));
  const missing = groupColumns.needed.filter((column) =>
    column === 'Name' ? !hasName : !columns.has(column),
  );
  if (missing.length === 0) return;
  const others = passedOver.map(quoted).join(', ');
  const trouble = missing.map((column) => `row ${headRow}: the column ${column} is missing`);
  if (others !== '') {
    const verb = passedOver.length === 1 ? 'is' : 'are';
    trouble.push(`row ${headRow}: ${others} ${verb} not known`);
  }
  throw new ActionImpossible(trouble.join('\n'));
}

/** If the sheet has a column of first names, its column "Name" has the family name. */
function nameIn(cell: (column: 'Name' | 'First name' | 'Last name') => string): string {
  const [whole, first, last] = [cell('Name'), cell('First name'), cell('Last name')];
  if (whole !== '' && (last !== '' || whole.includes(first))) return whole;
  return [first, last || whole].filter((part) => part !== '').join(' ');
}

type Wrong = (column: Column, what: string) => void;
type CellOf = (column: Column) => string;

/** The column of each field of the endpoint. */
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
    email: copiedAddress(cell('Email')),
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

const YES = ['yes', 'y', 'true', '1', 'x', 'ja', 'j', 'oui', 'si', 'sí', 'sim', '✓', '✔'];
const NO = ['', 'no', 'n', 'false', '0', 'nein', 'non', 'não', '-', '–', '—'];

function readChoice(contents: GroupContents, cell: CellOf, wrong: Wrong): Choice {
  const [{ prices }] = contents;
  const typed = cell('Presentation type');
  const named = contents.flatMap((content) => findNamedType(content.prices, typed) ?? [])[0];
  const type = prices.presentationTypes.find(({ id }) => id === named?.id);
  if (!type && typed !== '') {
    const known = prices.presentationTypes.map(({ label }) => label).join(', ');
    wrong('Presentation type', `${quoted(typed)} is none of ${known}`);
  }
  const room = normalised(cell('Room'));
  const isLabel = (label: 'registrationOnly' | 'registrationAndAccommodation') =>
    contents.some(({ labels }) => normalised(labels.registration[label]) === room);
  const hasRoom = YES.includes(room) || isLabel('registrationAndAccommodation');
  if (!hasRoom && !NO.includes(room) && !isLabel('registrationOnly')) {
    wrong('Room', `${quoted(cell('Room'))} is neither yes nor no`);
  }
  if (hasRoom && !prices.room) wrong('Room', 'the conference offers no rooms');
  const count = (column: 'Nights' | 'Guests', { least, most }: { least: number; most: number }) => {
    const text = cell(column);
    if (!hasRoom) {
      if (!NO.includes(normalised(text))) {
        wrong(
          column,
          `${quoted(text)} has no effect without a room: write yes under Room, or remove it`,
        );
      }
      return 0;
    }
    if (text === '') return least;
    const number = /^\d{1,3}$/.test(text) ? Number(text) : -1;
    if (number >= least && number <= most) return number;
    wrong(column, `${quoted(text)} is no number from ${least} to ${most}`);
    return least;
  };
  const choice: Choice = {
    presentation: type?.id ?? '',
    registration: hasRoom ? 'stay' : 'registration',
    nights: count('Nights', NIGHTS),
    guests: count('Guests', GUESTS),
    extras: readExtras(prices, cell('Extras'), wrong),
  };
  if (!type) return choice;
  const whole = withIncluded(prices, choice);
  for (const mistake of combinationMistakes(prices, whole)) wrong('Extras', mistake);
  return whole;
}

const SEMICOLON = new RegExp(`[${SEMICOLONS}]`);

/** "Conference dinner 2; Excursion", by name or id, divided by semicolons. */
function readExtras({ extras }: Prices, text: string, wrong: Wrong): Record<string, number> {
  const wanted: Record<string, number> = {};
  for (const part of text.split(SEMICOLON).map((each) => each.trim())) {
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
  }
  return wanted;
}

function isNamed({ id, label }: { id: string; label: string }, text: string): boolean {
  return [id, label].some((name) => normalised(name) === normalised(text));
}

/** The text of a cell in a sentence for a terminal: line breaks and other control characters are written out. */
function quoted(text: string): string {
  return JSON.stringify(text);
}
