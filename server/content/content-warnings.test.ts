import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { testFolder } from '#tests/support/test-folder.ts';
import { checkFolder } from '#server/content/content-warnings.ts';
import { readContent } from '#server/content/read-content.ts';
import { editContent } from '#tests/support/edit-content.ts';
import { fixtureSettings } from '#tests/support/fixture-settings.ts';
import { needsFeatures } from '#tests/support/has-feature.ts';

const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function contentWith(opening: object, edits: Parameters<typeof editContent>[1] = []): string {
  const folder = testFolder();
  folders.push(folder);
  cpSync(fixtureSettings.CONTENT_DIR, folder, { recursive: true });
  editContent(join(folder, 'conference.yaml'), [[['opening'], opening], ...edits]);
  return folder;
}

/** The warnings without the lines of the file. */
function warnings(folder: string): string[] {
  return checkFolder(folder)
    .warnings.map((warning) =>
      warning
        .replace(new RegExp(`^${basename(folder)}/(?:conference\\.yaml)?`), '')
        .replace(/:\d+ /, ' ')
        .trimStart(),
    )
    .filter((warning) => !warning.startsWith('questions[0].until'));
}

test('deadlines that differ from each other are no contradiction while the forms have no end', () => {
  expect(warnings(contentWith({}))).toEqual([]);
});

test('a text that names another day than the end of its form is named with both days', () => {
  const folder = contentWith({
    abstracts: { until: '2026-02-02 18:00' },
    registration: { until: '2026-03-10 AoE' },
  });
  expect(warnings(folder)).toEqual([
    `deadlines.abstract_page: says "January 25, 2026", but opening.abstracts.until is February 2, 2026: '{abstracts_until}' in its place follows the opening`,
    `deadlines.registration_page: says "August 25, 2025", but opening.registration.until is March 10, 2026: '{registration_until}' in its place follows the opening`,
    `deadlines.landing[0].date: says "Jan 15", but opening.abstracts.until is February 2, 2026: '{abstracts_until}' in its place follows the opening`,
  ]);
});

test.each(['15 January', 'Jan. 15th', '2026-01-15', 'January 15, 2026', 'by 15. Jan 2026', 'soon'])(
  'a text with the same day, or with none, is no contradiction: %s',
  (text) => {
    const folder = contentWith({ abstracts: { until: '2026-01-15' } }, [
      [['deadlines', 'abstract_page'], text],
    ]);
    expect(warnings(folder)).toEqual([]);
  },
);

test.each<[string, boolean]>([
  ['1 December', true],
  ['from 1 December 2025', true],
  ['1 December 2025 to 15 January 2026', true],
  ['December 1 – January 15', true],
  ['1 December to 20 January', false],
  ['2 December', false],
])('a text may name the beginning of the form: %s', (text, isRight) => {
  const folder = contentWith({ abstracts: { from: '2025-12-01', until: '2026-01-15' } }, [
    [['deadlines', 'abstract_page'], text],
    [['deadlines', 'landing', 0], { label: 'Abstracts open', date: text }],
  ]);
  expect(warnings(folder)).toHaveLength(isRight ? 0 : 2);
});

test('a day of the home page that differs from its text is named', () => {
  const folder = contentWith({}, [[['deadlines', 'landing', 0, 'day'], '2026-01-16']]);
  expect(warnings(folder)).toEqual([
    'deadlines.landing[0].date: says "Jan 15", but its day is 2026-01-16',
  ]);
});

test('texts that name the end of a form follow it, with hour and time zone, and have its day', () => {
  const followed: Parameters<typeof editContent>[1] = [
    [['deadlines', 'abstract_page'], '{abstracts_until}'],
    [['deadlines', 'registration_page'], 'until {registration_until}'],
    [['deadlines', 'landing', 0], { label: 'Abstracts', date: '{abstracts_until}' }],
    [['deadlines', 'abstract_decisions'], 'in spring'],
  ];
  const opening = {
    abstracts: { until: '2026-02-02 AoE' },
    registration: { until: '2026-03-10 18:00' },
  };
  const folder = contentWith(opening, followed);
  expect(warnings(folder)).toEqual([]);
  expect(readContent(folder).conference.deadlines).toMatchObject({
    abstractPage: 'February 2, 2026 (anywhere on Earth)',
    registrationPage: 'until March 10, 2026 at 18:00 (Europe/Berlin)',
    landing: [
      { label: 'Abstracts', date: 'February 2, 2026 (anywhere on Earth)', day: '2026-02-02' },
      {},
      {},
    ],
  });
  const open = readContent(contentWith({}, followed)).conference.deadlines;
  expect(open.abstractPage).toBe('to be announced');
  expect(open.landing[0]).toEqual({ label: 'Abstracts', date: 'to be announced' });
});

test('a day for decisions before the form closes, or after the answers are due, is named', () => {
  const until = '2026-01-25';
  const answers = { until: '2026-04-30' };
  const decisions = (text: string) =>
    warnings(
      contentWith({ abstracts: { until } }, [
        [['abstracts'], { answers }],
        [['deadlines', 'abstract_decisions'], text],
      ]),
    );
  expect(decisions('by January 20, 2026')).toContain(
    'deadlines.abstract_decisions: says "by January 20, 2026", which is before opening.abstracts.until, January 25, 2026',
  );
  expect(decisions('July 1, 2026')).toContain(
    'deadlines.abstract_decisions: says "July 1, 2026", which is after the answers of authors are due, April 30, 2026',
  );
  expect(decisions('in spring').join('\n')).not.toContain('abstract_decisions');
});

test('deadlines in the language of the conference are compared, too', () => {
  const german = (answers: string) =>
    warnings(
      contentWith({ abstracts: { until: '2026-03-15' } }, [
        [['language'], 'de'],
        [['abstracts'], { answers: { until: answers } }],
        [['deadlines', 'abstract_page'], '15. März 2026'],
        [['deadlines', 'abstract_decisions'], '1. Mai 2026'],
        [['deadlines', 'landing', 0], { label: 'Abstracts', date: '16. März' }],
      ]),
    );
  expect(german('2026-05-20')).toEqual([
    `deadlines.landing[0].date: says "16. März", but opening.abstracts.until is 15. März 2026: '{abstracts_until}' in its place follows the opening`,
  ]);
  expect(german('2026-04-20')).toContain(
    'deadlines.abstract_decisions: says "1. Mai 2026", which is after the answers of authors are due, 20. April 2026',
  );
});

test.each([
  ['ko', '2026년 3월 15일', '3월 16일'],
  ['ja', '2026年3月15日', '3月16日'],
  ['zh', '2026年3月15日', '2026年3月16日'],
  ['th', '15 มีนาคม 2569', '16 มีนาคม'],
  ['he', '15 במרץ 2026', '16 במרץ'],
  ['vi', '15 tháng 3, 2026', undefined],
])('days in %s are read', (language, right, wrong) => {
  const deadlines = (date: string) =>
    warnings(
      contentWith({ abstracts: { until: '2026-03-15' } }, [
        [['language'], language],
        [['deadlines', 'abstract_page'], '{abstracts_until}'],
        [['deadlines', 'registration_page'], '{registration_until}'],
        [['deadlines', 'landing', 0], { label: 'Abstracts', date, day: '2026-03-15' }],
      ]),
    ).filter((words) => words.startsWith('deadlines.landing[0]'));
  expect(deadlines(right)).toEqual([]);
  expect(deadlines('{abstracts_until}')).toEqual([]);
  if (wrong !== undefined) expect(deadlines(wrong)).toHaveLength(2);
});

test.each([
  [
    ['opening'],
    { abstracts: { from: '2026-02-01', until: '2026-01-31' } },
    'opening.abstracts.until: must be after `from`',
  ],
  [
    ['abstracts'],
    { final: { from: '2026-04-01', until: '2026-03-31' } },
    'abstracts.final.until: must be after `from`',
  ],
  [
    ['abstracts'],
    { answers: { until: '2026-05-31' } },
    'abstracts.answers.until: must not be after the end of the conference, May 30, 2026',
  ],
  [
    ['abstracts'],
    { final: { until: '2026-06-30' } },
    'abstracts.final.until: must not be after the end',
  ],
  [
    ['abstracts'],
    { edits: { until: '2026-06-30' } },
    'abstracts.edits.until: must not be after the end of the conference',
  ],
  [
    ['abstracts'],
    { edits: { until: '2026-04-02' }, final: { until: '2026-04-01' } },
    'abstracts.edits.until: must not be after the end of final versions',
  ],
] as const)('deadlines that cannot be true together are a mistake: %j %j', (path, value, words) => {
  const folder = contentWith({}, [[path, value]]);
  expect(() => readContent(folder)).toThrow(words);
});

test('deadlines in their order are no mistake', () => {
  const folder = contentWith({ abstracts: { until: '2026-01-25 AoE' } }, [
    [
      ['abstracts'],
      {
        edits: { until: '2026-02-10' },
        answers: { until: '2026-03-31' },
        final: { from: '2026-03-01', until: '2026-04-30' },
      },
    ],
    [['deadlines', 'abstract_page'], '{abstracts_until}'],
    [['deadlines', 'landing', 0, 'date'], '{abstracts_until}'],
    [['deadlines', 'landing', 0, 'day'], '2026-01-25'],
  ]);
  expect(warnings(folder)).toEqual([]);
});

test('dates of last year are named after the dates of the conference have moved', () => {
  const folder = contentWith(
    {
      registration: { until: '2026-05-10' },
      abstracts: { until: '2026-01-25' },
    },
    [
      [['dates'], { start: '2027-05-28', end: '2027-05-30', timezone: 'Europe/Berlin' }],
      [['cancellation'], [{ until: '2026-03-30', refund_percent: 50 }]],
      [['self_service'], { change: { until: '2026-05-15' }, cancel: { until: '2027-06-01' } }],
      [['documents'], { series: '2026-{n}' }],
      [['deadlines', 'abstract_page'], '{abstracts_until}'],
      [['deadlines', 'registration_page'], '{registration_until}'],
      [['deadlines', 'landing'], [{ label: 'Dinner', date: 'in May', day: '2026-05-01' }]],
    ],
  );
  editContent(join(folder, 'prices.yaml'), [
    [['phases'], [{ name: 'Early', until: '2026-02-01' }, { name: 'Late' }]],
    [['presentation_types', 0, 'until'], '2027-06-02'],
    [
      ['presentation_types', 4, 'proof'],
      { text: 'Your card', until: '2027-06-03', otherwise: 'speaker' },
    ],
  ]);
  const on = 'the conference is on May 28-30, 2027';
  expect(warnings(folder)).toEqual([
    `opening.registration.until: is May 10, 2026, more than 6 months before the first day: ${on}`,
    `opening.abstracts.until: is January 25, 2026, more than 10 months before the first day: ${on}`,
    `cancellation[0].until: is March 30, 2026, more than 10 months before the first day: ${on}`,
    `self_service.change.until: is May 15, 2026, more than 6 months before the first day: ${on}`,
    `self_service.cancel.until: is June 1, 2027, after the last day: ${on}`,
    `prices.yaml phases[0].until: is February 1, 2026, more than 6 months before the first day: ${on}`,
    `prices.yaml presentation_types[4].proof.until: is June 3, 2027, after the last day: ${on}`,
    `prices.yaml presentation_types[0].until: is June 2, 2027, after the last day: ${on}`,
    'deadlines.landing[0].day: is May 1, 2026, and the conference is on May 28-30, 2027',
    'reference_prefix: is PS26, and the conference is in 2027',
    'copyright_year: is 2026, and the conference is in 2027',
    'documents.series: has the year 2026: {year} in its place is the year of each document',
    'agenda.yaml days: has 2 of the 3 days of the conference: a day without items has `items: []` and a placeholder',
  ]);
});

test('an agenda that is not known yet is no contradiction', () => {
  const folder = contentWith({});
  editContent(join(folder, 'agenda.yaml'), [[['days'], []]]);
  expect(warnings(folder).filter((words) => words.includes('agenda.yaml'))).toEqual([]);
});

test.each([
  ['reviewer-pages', 'reviewer_pages', {}],
  ['talk-material', 'material', {}],
  ['posters', 'posters', {}],
  ['poster-judges', 'posters.judging', { criteria: [{ id: 'science', name: 'Science' }] }],
] as const)('an opening of %s that ends before it begins is a mistake', (feature, key, others) => {
  needsFeatures(feature);
  const times = { from: '2026-05-29 18:00', until: '2026-05-29 16:30 Europe/Lisbon', ...others };
  const folder = contentWith({}, [[['abstracts', ...key.split('.')], times]]);
  expect(() => readContent(folder)).toThrow(`abstracts.${key}.until: must be after \`from\``);
});

test('a sale that ends before it begins is a mistake', () => {
  const folder = contentWith({});
  editContent(join(folder, 'prices.yaml'), [
    [['presentation_types', 1, 'from'], '2026-03-10 18:00'],
    [['presentation_types', 1, 'until'], '2026-03-10 17:00'],
  ]);
  expect(() => readContent(folder)).toThrow(
    /prices\.yaml:\d+ presentation_types\[1\]\.until: must be after `from`/,
  );
});

test('a speaker of the agenda whose name is in no other file is named, with a similar one', () => {
  const folder = contentWith({});
  const item = { start: '11:00', end: '12:00', title: 'Talk' };
  editContent(join(folder, 'agenda.yaml'), [
    [
      ['days', 1, 'items'],
      [
        { ...item, speakers: ['Ilse Vanderharen', 'Ilse Vanderhaeren'] },
        { ...item, start: '10:00', abstract: 'AB26-AAAA-AAAA', speakers: ['Somebody'] },
      ],
    ],
  ]);
  expect(warnings(folder)).toEqual([
    'agenda.yaml days[1].items[0].speakers[0]: Ilse Vanderharen is not in speakers.yaml: did you mean Ilse Vanderhaeren?',
  ]);
});

test('texts about a fee or euros are named where there are none', () => {
  const folder = contentWith({});
  editContent(join(folder, 'prices.yaml'), [
    [['currency'], 'CHF'],
    [['processing_fee'], { percent: 0 }],
  ]);
  const said = warnings(folder);
  expect(said).toContain(
    'pages.yaml discount.amount_hint: speaks of the processing fee, and prices.yaml has none',
  );
  expect(said).toContainEqual(
    expect.stringMatching(
      /^pages\.yaml .*: speaks of euros, and the currency in prices.yaml is CHF$/,
    ),
  );
  expect(said.join('\n')).not.toContain('your-registration');
});

test('texts that no tax is charged, or that name card and PayPal alone, are named where it is otherwise', () => {
  const folder = contentWith({});
  const about = () => warnings(folder).filter((one) => /no tax|PayPal/.test(one));
  expect(about()).toEqual([]);
  editContent(join(folder, 'prices.yaml'), [[['tax'], 19]]);
  editContent(join(folder, 'conference.yaml'), [
    [['organiser', 'tax_note'], undefined],
    [
      ['bank_transfer'],
      { holder: 'Society', iban: 'DE02120300000000202051', bic: 'BYLADEM1001', days: 14 },
    ],
  ]);
  const untaxed = 'says that no tax is charged, and prices.yaml has a tax of 19 per cent';
  const alone = 'names card and PayPal alone, and people can pay by bank transfer, too';
  expect(about()).toEqual([
    `pages.yaml documents.fees.intro: ${alone}`,
    `legal.yaml pages[0].sections[0].points[2]: ${untaxed}`,
    `legal.yaml pages[1].sections[1].points[0]: ${alone}`,
  ]);
  editContent(join(folder, 'legal.yaml'), [
    [['pages', 0, 'sections', 0, 'points', 2], 'All prices include VAT.'],
    [
      ['pages', 1, 'sections', 1, 'points', 0],
      'The refund goes to the card, the PayPal account or the bank account that paid.',
    ],
  ]);
  expect(about()).toEqual([`pages.yaml documents.fees.intro: ${alone}`]);
});

test('a text that a # shortens, or that has typographic quotes, is named', () => {
  const folder = contentWith({}, [
    [['brand_line'], '“Berlin”'],
    [['tagline'], '„{city}“'],
  ]);
  const file = join(folder, 'conference.yaml');
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.replace('name: Kettenwerk Instruments', 'name: Kettenwerk #1'));
  expect(warnings(folder)).toEqual([
    'brand_line: is shown as “Berlin”: type straight quotes, " or \', if the quotes are not meant',
    'name: is "Kettenwerk", because # begins a note: put the text in quotes',
  ]);
});

test.each([
  ['after the last day of a registration without an end', '2026-05-31T00:00:00Z', {}, 1],
  ['on the last day', '2026-05-30T12:00:00Z', {}, 0],
  ['with an end that has passed', '2026-06-09T00:00:00Z', { until: '2026-05-20' }, 0],
  ['before a registration that opens later', '2026-06-09T00:00:00Z', { from: '2027-01-01' }, 0],
  ['with an end that is still ahead', '2026-06-09T00:00:00Z', { until: '2026-12-31' }, 1],
])('a folder that goes on selling is named: %s', (_, now, registration, count) => {
  const folder = contentWith({ registration });
  const late = checkFolder(folder, { now: new Date(now) }).warnings.filter((words) =>
    words.startsWith('The conference was on May 29-30, 2026, and registration is still open.'),
  );
  expect(late).toHaveLength(count);
});
