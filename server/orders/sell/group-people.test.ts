import { describe, expect, test } from 'vitest';
import type { Prices } from '#contract/content.ts';
import { asCents } from '#contract/money.ts';
import { columnsNotRead, exampleRow, groupColumns, readGroup } from './group-people.ts';
import { ActionImpossible } from '#server/operations/plan.ts';
import type { Cell } from '#server/files/sheet-table.ts';
import { fixtureContent } from '#tests/support/fixture-content.ts';

const prices: Prices = {
  ...fixtureContent.prices,
  extras: [
    { id: 'dinner', label: 'Conference dinner', price: [asCents(6500)], most: 2, opening: {} },
    { id: 'tour-2', label: 'Tour 2', price: [asCents(2000)], most: 1, opening: {} },
  ],
};
const contents = [{ ...fixtureContent, prices }] as const;
const head = [...groupColumns.needed, ...groupColumns.optional];
const ilse = ['Ilse Ketten', 'ilse@lab.example', 4_930_555_014, 'Lab', 'Germany', 'Speaker'];

/** The errors about a sheet with these rows. */
function trouble(...rows: readonly Cell[][]): string {
  try {
    readGroup(contents, [head, ...rows]);
    return '';
  } catch (error) {
    if (error instanceof ActionImpossible) return error.message;
    throw error;
  }
}

test('people are read with their rooms and extras, whatever program wrote the cells', () => {
  const people = readGroup(contents, [
    head.map((name) => ` ${name.toUpperCase()} `),
    [...ilse, true, 2, null, 'Conference dinner 2; tour 2'],
    [],
    [
      '  Bo Fibre ',
      'bo@lab.example',
      '+46 8 1',
      'Lab',
      'Sweden',
      'poster',
      'No',
      0,
      '-',
      'DINNER x2',
    ],
  ]);
  expect(people).toEqual([
    {
      row: 2,
      name: 'Ilse Ketten',
      email: 'ilse@lab.example',
      phone: '4930555014',
      institute: 'Lab',
      country: 'Germany',
      choice: {
        presentation: 'speaker',
        registration: 'stay',
        nights: 2,
        guests: 0,
        extras: { dinner: 2, 'tour-2': 1 },
      },
    },
    expect.objectContaining({
      row: 4,
      name: 'Bo Fibre',
      choice: {
        presentation: 'poster',
        registration: 'registration',
        nights: 0,
        guests: 0,
        extras: { dinner: 2 },
      },
    }),
  ]);
});

test('extras may be divided by the semicolons of Chinese and Arabic', () => {
  const rows = ['；', '؛'].map((sign) => [...ilse, '', '', '', `Conference dinner${sign}tour-2`]);
  for (const row of rows) {
    const [person] = readGroup(contents, [head, row]);
    expect(person?.choice.extras).toEqual({ dinner: 1, 'tour-2': 1 });
  }
});

test('a sheet may be our table of participants, and may have its columns in another order', () => {
  const rows = [
    ['Reference', 'State', ...head.toReversed()],
    ['PS26-7K3M-9QXW', 'REGISTERED', null, null, null, null, ...ilse.toReversed()],
  ];
  expect(readGroup(contents, rows)).toMatchObject([{ name: 'Ilse Ketten', country: 'Germany' }]);
});

describe('mistakes are listed by row and column, all at once', () => {
  test.each([
    [
      ['', 'nobody', '', 'Lab', 'Germany', 'Speaker'],
      ['Name: is empty', 'Email: "nobody" cannot be used', 'Phone: is empty'],
    ],
    [
      ['A\u0007', 'a@lab.example', '1', 'Lab', 'Germany', 'Speaker'],
      [String.raw`Name: "A\u0007" cannot be used`],
    ],
    [[...ilse.slice(0, 5), 'Juggler'], ['Presentation type: "Juggler" is none of Speaker, Poster']],
    [[...ilse.slice(0, 5), ''], ['Presentation type: is empty']],
    [[...ilse, 'maybe'], ['Room: "maybe" is neither yes nor no']],
    [
      [...ilse, 'yes', 11, -1],
      ['Nights: "11" is no number from 1 to 10', 'Guests: "-1" is no number from 0 to 10'],
    ],
    [
      [...ilse, '', 2, 1],
      ['Nights: "2" has no effect without a room', 'Guests: "1" has no effect without a room'],
    ],
    [[...ilse, 'no', 3], ['Nights: "3" has no effect without a room: write yes under Room']],
    [
      [...ilse, '', '', '', 'Juggling; dinner 3'],
      [
        'Extras: "Juggling" is not offered',
        'Extras: One person can have at most 2 of Conference dinner.',
      ],
    ],
  ])('%j', (row, words) => {
    const said = trouble(row);
    for (const each of words) expect(said).toContain(`row 2, ${each}`);
    expect(said.split('\n')).toHaveLength(words.length);
  });

  test('a person in two rows, and the example row', () => {
    expect(trouble(ilse, [' ILSE  Ketten', 'Ilse@lab.example', ...ilse.slice(2)])).toBe(
      'row 3, Name: the same person as in row 2',
    );
    const rest = ['jo@lab.example', ...ilse.slice(2)];
    expect(trouble(['Jo O’Neil', ...rest], ["Dr. Jo O'Neil", ...rest])).toBe(
      'row 3, Name: the same person as in row 2',
    );
    expect(trouble(['Yu Zhang', ...rest], ['Yue Zhang', ...rest])).toBe('');
    const example = exampleRow(prices);
    expect(trouble(head.map((column) => example[column]))).toBe('row 2 is still the example');
  });

  test('columns that are missing or unknown, and a sheet without people', () => {
    expect(() => readGroup(contents, [['Name', 'Emial']])).toThrow(
      'row 1: the column Email is missing',
    );
    expect(() => readGroup(contents, [['Name', 'Emial']])).toThrow('"Emial" is not known');
    expect(trouble()).toBe('The sheet names nobody.');
    expect(trouble([null, ' '])).toBe('The sheet names nobody.');
  });

  test('a room at a conference without rooms', () => {
    expect(() =>
      readGroup(
        [{ ...fixtureContent, prices: { ...prices, room: undefined } }],
        [head, [...ilse, 'yes']],
      ),
    ).toThrow('row 2, Room: the conference offers no rooms');
  });
});

const asRead = { name: 'Ilse Ketten', email: 'ilse@lab.example', institute: 'Lab, Dresden' };

test.each([
  [
    'other headings',
    ['Full name', 'E-mail', 'Telephone', 'Affiliation', 'Country', 'Type'],
    ['Ilse Ketten', 'ilse@lab.example', '1', 'Lab, Dresden', 'Germany', 'Speaker'],
  ],
  [
    'headings with marks, blanks and line breaks',
    [
      'Name *',
      'Email\naddress',
      '\ufeffPHONE',
      'Organisation:',
      'country\u00a0',
      'Presentation\r\ntype',
    ],
    ['Ilse\u00a0Ketten', 'mailto:ilse@lab.example', '1', 'Lab,\r\nDresden', 'Germany', 'Speaker'],
  ],
  [
    'the name in two columns',
    ['Title', 'First name', 'Last name', 'Mail', 'Mobile', 'University', 'Country', 'Type'],
    ['Dr', 'Ilse', 'Ketten', 'ilse@lab.example;', '1', 'Lab, Dresden', 'Germany', 'Speaker'],
  ],
  [
    'the family name as name',
    ['Name', 'First name', 'Email', 'Phone', 'Institution', 'Country', 'Presentation type'],
    ['Ketten', 'Ilse', 'Ilse <ilse@lab.example>', '1', 'Lab, Dresden', 'Germany', 'Speaker'],
  ],
])('a sheet with %s is read', (_, headings, cells) => {
  const rows = [['Participants of the institute'], [], headings, cells, ['', '', '']];
  expect(readGroup(contents, rows)).toMatchObject([{ row: 4, ...asRead }]);
});

test('a sheet may have the headings, types and answers of the form, in each language of the conference', () => {
  const { labels } = fixtureContent;
  const inGerman = {
    prices: {
      ...prices,
      presentationTypes: prices.presentationTypes.map((type) =>
        type.id === 'speaker' ? { ...type, label: 'Vortragende' } : type,
      ),
    },
    labels: {
      ...labels,
      forms: {
        ...labels.forms,
        fullName: 'Ihr Name',
        institute: 'Institut / Universität',
        phone: 'Telefon',
        countryField: 'Land',
      },
      registration: {
        ...labels.registration,
        presentationType: 'Art der Teilnahme',
        registrationType: 'Art der Anmeldung',
        registrationAndAccommodation: 'Anmeldung und Zimmer',
        nights: 'Nächte',
      },
    },
  };
  const sheets = [
    [
      [
        'Name',
        'Email',
        'Phone',
        'Institute / University',
        'Country',
        'Presentation type',
        'Registration type',
        'Nights',
      ],
      [...ilse, 'Registration and accommodation', 3],
    ],
    [
      [
        'Ihr Name',
        'Email',
        'Telefon',
        'Institut / Universität',
        'Land',
        'Art der Teilnahme',
        'Art der Anmeldung',
        'Nächte',
      ],
      [...ilse.slice(0, 5), 'Vortragende', 'Anmeldung und Zimmer', 3],
    ],
  ];
  for (const rows of sheets) {
    expect(readGroup([fixtureContent, inGerman], rows)).toMatchObject([
      { name: 'Ilse Ketten', choice: { presentation: 'speaker', registration: 'stay', nights: 3 } },
    ]);
  }
});

test('a wish in a column of our table is named, and an empty one is not', () => {
  const wish = (cell: string) =>
    columnsNotRead(contents, [
      [...head, 'Accompanying person'],
      [...ilse, '', '', '', '', cell],
    ]);
  expect([wish('yes'), wish('no'), wish('')]).toEqual([['Accompanying person'], [], []]);
});

test('unknown columns are named, except the columns of our own table', () => {
  expect(columnsNotRead(contents, [['No.', 'State', ...head, 'Remarks'], ['1']])).toEqual([
    'No.',
    'Remarks',
  ]);
});

test.each([
  ['ja', 'stay'],
  ['X', 'stay'],
  ['TRUE', 'stay'],
  ['nein', 'registration'],
  ['–', 'registration'],
])('%j says whether somebody wants a room', (room, registration) => {
  const [one] = readGroup(contents, [head, [...ilse, room]]);
  expect(one?.choice.registration).toBe(registration);
});

test('a cell with an error is named by row and column', () => {
  expect(trouble([{ trouble: 'shows #N/A' }, ...ilse.slice(1)])).toBe('row 2, Name: shows #N/A');
});

test('formulas in cells are text like any other', () => {
  const [person] = readGroup(contents, [head, ['=1+1', ...ilse.slice(1)]]);
  expect(person?.name).toBe('=1+1');
});
