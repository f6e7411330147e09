import { periodText } from '#contract/content/periods.ts';
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { needsFeatures } from '#tests/support/has-feature.ts';
import { testFolder } from '#tests/support/test-folder.ts';
import { countryOf } from '#contract/countries.ts';
import { ContentError } from '#server/content/content-error.ts';
import { readContent } from '#server/content/read-content.ts';
import { fixtureSettings } from '#tests/support/fixture-settings.ts';

const ours = fixtureSettings.CONTENT_DIR;
const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

const NAMED_TOO_OFTEN =
  'content/home.yaml:1 the file names values by & and * too often, or within themselves: write them out';

/** The content of the tests with some files replaced; null removes a file. */
function contentWith(files: Record<string, string | Uint8Array | null>): string {
  const root = testFolder();
  folders.push(root);
  const folder = join(root, 'content');
  cpSync(ours, folder, { recursive: true });
  // server/content/translation.test.ts tests the folders of further languages.
  rmSync(join(folder, 'de'), { recursive: true });
  for (const [name, text] of Object.entries(files)) {
    if (text === null) rmSync(join(folder, name));
    else writeFileSync(join(folder, name), text);
  }
  return folder;
}

/** The lines of the error message for these files. */
function complaints(files: Record<string, string | Uint8Array | null>): string[] {
  try {
    readContent(contentWith(files));
  } catch (error) {
    if (error instanceof ContentError) return error.message.split('\n');
    throw error;
  }
  return [];
}

const ourConference = readFileSync(join(ours, 'conference.yaml'), 'utf8');

const ourHome = readFileSync(join(ours, 'home.yaml'), 'utf8');

const ourPrivacy = readFileSync(join(ours, 'privacy.yaml'), 'utf8');

const prices = `currency: EUR
processing_fee: { percent: 5 }
presentation_types:
  - { id: speaker, label: Speaker, price: "399.00" }
  - { id: poster, label: Poster, price: "299.5" }
  - { id: delegate, label: Delegate, price: 449 }
  - { id: listener, label: Listener, price: 0.70 }
  - { id: student, label: Student, price: "0" }
room: { night: "129.00", guest_per_night: "35.00" }
`;

describe('good content', () => {
  const content = readContent(ours);

  test('says when one of its files was last changed', () => {
    const folder = contentWith({});
    const [before, later] = [new Date('2026-03-01T10:00:00Z'), new Date('2026-03-02T10:00:00Z')];
    for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      utimesSync(join(folder, file), before, before);
    }
    expect(readContent(folder).changedAt).toBe(before.toISOString());
    utimesSync(join(folder, 'agenda.yaml'), later, later);
    expect(readContent(folder).changedAt).toBe(later.toISOString());
  });

  test('is the same after JSON.stringify and JSON.parse', () => {
    expect(JSON.parse(JSON.stringify(content))).toEqual(content);
  });

  test('ends the long country list, which is sorted, with Other', () => {
    const { registration, discountFallback } = content.countries;
    const countries = discountFallback.slice(0, -1);
    expect(discountFallback.at(-1)).toBe('Other');
    expect(countries).toEqual(countries.toSorted(new Intl.Collator('en').compare));
    expect(countries).toEqual(expect.arrayContaining(registration));
    expect(new Set(countries).size).toBe(countries.length);
  });

  test('names the countries of the forms as the orders do', () => {
    const { registration, discountFallback } = content.countries;
    expect(registration.length).toBeLessThan(200);
    expect(registration).toEqual(expect.arrayContaining(['Hong Kong', 'Macao']));
    expect(discountFallback.map(countryOf)).toEqual(discountFallback);
  });
});

describe('good files', () => {
  test('prices become cents, quoted or not', () => {
    const read = readContent(contentWith({ 'prices.yaml': prices })).prices;
    expect(read).toMatchObject({
      currency: { code: 'EUR', sign: '€', decimals: 2, most: 10_000_000 },
      fee: { percent: 5, fixed: 0 },
      phases: [],
      room: { night: [12900], guestPerNight: [3500] },
    });
    expect(read.presentationTypes.map(({ id, price }) => [id, ...price])).toEqual([
      ['speaker', 39900],
      ['poster', 29950],
      ['delegate', 44900],
      ['listener', 70],
      ['student', 0],
    ]);
  });

  test('a speaker needs an id and a name, and keys with underscores are read', () => {
    const file = `speakers:
  - { id: a-b, name: A B }
  - { id: c-d, name: C D, image_url: /favicon.svg }
`;
    expect(readContent(contentWith({ 'speakers.yaml': file })).speakers).toEqual([
      { id: 'a-b', name: 'A B' },
      { id: 'c-d', name: 'C D', imageUrl: '/favicon.svg' },
    ]);
  });

  test('cancellation rules end with their day, in the time zone of the conference, and are in order', () => {
    const rules = `cancellation:
  - { until: 2026-03-30, refund_percent: 80, keeps_fee: true }
  - { until: 2026-05-01 12:00, refund_percent: 50 }
`;
    const { cancellation } = readContent(
      contentWith({ 'conference.yaml': ourConference + rules }),
    ).conference;
    expect(cancellation).toMatchObject([
      { refundPercent: 80, keepsFee: true, until: { at: '2026-03-30T22:00:00.000Z' } },
      { refundPercent: 50, keepsFee: false, until: { at: '2026-05-01T10:00:00.000Z' } },
    ]);
    const turned = rules.replace('2026-03-30', '2026-06-30').replace('50 }', '150 }');
    expect(complaints({ 'conference.yaml': ourConference + turned }).join('\n')).toContain(
      'must not be above 100',
    );
    const late = rules.replace('2026-03-30', '2026-06-30');
    expect(complaints({ 'conference.yaml': ourConference + late }).join('\n')).toContain(
      'cancellation[1].until: must be after the end of the previous rule',
    );
  });

  test('one edit of the dates changes the agenda and all texts that name the dates', () => {
    const moved = ourConference
      .replace('start: 2026-05-29', 'start: 2027-06-30')
      .replace('end: 2026-05-30', 'end: 2027-07-02');
    const home = ourHome.replace(/heading: .*/, "heading: '{name}, {dates}, {city}'");
    const { conference, agenda, ...content } = readContent(
      contentWith({ 'conference.yaml': moved, 'home.yaml': home }),
    );
    expect(conference).toMatchObject({
      name: 'Polymer Summit 2027',
      dates: { text: 'June 30 - July 2, 2027', year: 2027 },
    });
    expect(agenda.days.map(({ date, dateText }) => [date, dateText])).toEqual([
      ['2027-06-30', 'June 30, 2027'],
      ['2027-07-01', 'July 1, 2027'],
    ]);
    expect(content.home.hero.heading).toBe('Polymer Summit 2027, June 30 - July 2, 2027, Berlin');
    expect(content.home.highlights.datesNote).toBe('3 days of innovation & collaboration');
  });

  test('a file with Windows line ends and a byte order mark is read', () => {
    const file = `\uFEFF${prices.replaceAll('\n', '\r\n')}`;
    expect(complaints({ 'prices.yaml': file })).toEqual([]);
  });
});

test('the privacy page names the periods that purge uses', () => {
  const privacy = ourPrivacy
    .replace(/unpaid: .*/, 'unpaid: 31 days')
    .replace(/payment: .*/, 'payment: 1 year');
  const { periods, page } = readContent(contentWith({ 'privacy.yaml': privacy })).privacy;
  expect(periods.unpaid).toEqual({ count: 31, unit: 'day' });
  const said = JSON.stringify(page);
  // The sample asks for no proofs and has no survey, so its page says nothing about them.
  const { proof: _proof, survey: _survey, ...named } = periods;
  for (const [name, period] of Object.entries(named)) {
    expect(said, name).toContain(periodText(period, 'en'));
  }
  expect(said).not.toContain('10 years');
});

describe('bad files', () => {
  const speakers = `speakers:
  - id: first
    name: First
  - id: second
    name: Second
    title: [a, list]
    bio: 42
  - id: third
    nmae: Third
    type: Best Speaker
    image_url: https://elsewhere.example/third.jpg
  - id: first
    name:
    bio: >-

  - just a name
`;

  test.each(['01067', '007', '1.10', 'true'])(
    'the message for a text that YAML takes for another type quotes it as it is typed: %s',
    (typed) => {
      const conference = ourConference.replace(/postal_code: .*/, `postal_code: ${typed}`);
      expect(complaints({ 'conference.yaml': conference })).toEqual([
        expect.stringMatching(`expected text: put "${typed}" in quotes$`),
      ]);
    },
  );

  test('every mistake is reported with its file, line and field, in the order of the file', () => {
    expect(complaints({ 'speakers.yaml': speakers })).toEqual([
      'content/speakers.yaml:6 speakers[1].title: expected text, and found a list: remove the dash or the brackets',
      'content/speakers.yaml:7 speakers[1].bio: expected text: put "42" in quotes',
      'content/speakers.yaml:9 speakers[2].nmae: unknown key: did you mean "name"?',
      'content/speakers.yaml:10 speakers[2].type: expected one of: Keynote Speaker, Plenary Speaker, Invited Speaker',
      'content/speakers.yaml:11 speakers[2].image_url: expected a path under public/ of letters, digits and hyphens, such as /portraits/name.svg',
      'content/speakers.yaml:12 speakers[3].id: "first" appears twice',
      'content/speakers.yaml:13 speakers[3].name: is empty',
      'content/speakers.yaml:14 speakers[3].bio: must not be empty',
      'content/speakers.yaml:16 speakers[4]: expected a group of named entries',
    ]);
  });

  test.each([
    ['written with a comma', '"399.00"', '"399,00"', 4, 0, '399,00": write "399.00'],
    ['more exact than a cent', '"399.00"', '"399.001"', 4, 0, '399.001'],
    ['negative', '449', '-1', 6, 2, '-1'],
  ])('a price that is %s is refused', (_, was, is, line, at, found) => {
    expect(complaints({ 'prices.yaml': prices.replace(was, is) })).toEqual([
      `content/prices.yaml:${line} presentation_types[${at}].price: expected an amount in EUR, such as "399.00", and found "${found}"`,
    ]);
  });

  test('a tax holds for all prices that have none of their own', () => {
    const taxed = prices
      .replace('price: 449', 'price: 449, tax: exempt')
      .replace(
        'presentation_types',
        'tax: 19\ntax_exemption: Nobody pays tax here.\npresentation_types',
      );
    const untaxed = ourConference.replace(/ +tax_note: .*\n/, '');
    const { presentationTypes, fee, taxBasisPoints } = readContent(
      contentWith({ 'prices.yaml': taxed, 'conference.yaml': untaxed }),
    ).prices;
    expect(presentationTypes.map((type) => type.taxBasisPoints)).toContain(undefined);
    expect([presentationTypes[0]?.taxBasisPoints, fee.taxBasisPoints, taxBasisPoints]).toEqual([
      1900, 1900, 1900,
    ]);
    const without = taxed.replace('tax_exemption: Nobody pays tax here.\n', '');
    expect(complaints({ 'prices.yaml': without, 'conference.yaml': untaxed })).toEqual([
      'content/prices.yaml:1 tax_exemption: is missing, though something is exempt',
    ]);
    for (const wrong of ['-1', '101', '7.755', 'reduced']) {
      expect(
        complaints({
          'prices.yaml': taxed.replace('tax: 19', `tax: ${wrong}`),
          'conference.yaml': untaxed,
        }),
      ).toHaveLength(1);
    }
    const note = complaints({ 'prices.yaml': taxed }).join();
    expect(note).toContain(
      'organiser.tax_note: says why no VAT is charged, but prices.yaml has a tax',
    );
  });

  test('e-invoices need the number of the seller, a country and a reason for no tax', () => {
    const wanted = ourConference.replace(
      'organiser:',
      "documents:\n  series: '{year}-{n:5}'\n  e_invoice: true\norganiser:",
    );
    const line = wanted.split('\n').findIndex((text) => text.includes('e_invoice')) + 1;
    const found = (text: string) => complaints({ 'conference.yaml': text });
    const begin = `content/conference.yaml:${line} documents.e_invoice:`;
    expect(found(wanted)).toEqual([`${begin} needs organiser.vat_id or organiser.tax_number`]);
    const right = wanted.replace(/( +)tax_note: .*/, '$&\n$1vat_id: DE123456789');
    expect(found(right)).toEqual([]);
    expect(found(right.replace('DE123456789', 'DE 123'))).toEqual([
      `${begin} needs organiser.vat_id with its country and without blanks, and found "DE 123"`,
    ]);
    expect(found(right.replace(/ +tax_note: .*\n/, ''))).toEqual([
      `${begin} needs a tax in prices.yaml, or in organiser.tax_note the reason for no tax`,
    ]);
    expect(found(right.replace(/(organiser:[^]*?country: ).*/, '$1Nowhere'))).toEqual([
      `${begin} needs the name of a country in organiser.country, and found "Nowhere"`,
    ]);
    const withFiles = right.replace(
      'e_invoice: true',
      '$&\n  e_invoice_files: [xrechnung, peppol]\n  exemption_code: VATEX-EU-132-1I',
    );
    const lacking = `content/conference.yaml:${line + 1} documents.e_invoice_files: needs`;
    expect(found(withFiles)).toEqual([
      `${lacking} secretary.phone, which the rules want`,
      `${lacking} organiser.electronic_address, with which the Peppol network finds the seller`,
    ]);
    const complete = withFiles
      .replace('organiser:', "$&\n  electronic_address: '9930:DE123456788'")
      .replace('secretary:', "$&\n  phone: '+49 351 1234'");
    expect(found(complete)).toEqual([]);
    for (const [now, wrong] of [
      ['9930:DE123456788', 'EM:a@b.example'],
      ['+49 351 1234', 'by mail'],
      ['VATEX-EU-132-1I', 'VATEX-EU-AE'],
      ['[xrechnung, peppol]', '[xrechnung, zugferd]'],
      ['e_invoice: true', 'e_invoice: false'],
    ] as const) {
      expect(found(complete.replace(now, wrong))).toHaveLength(1);
    }
  });

  test('a list of prices has one for each phase', () => {
    const byDate = prices
      .replace('price: 449', 'price: [449, 499]')
      .replace(
        'presentation_types',
        'phases: [{ name: Early, until: 2026-01-15 }, { name: Late }]\npresentation_types',
      );
    expect(complaints({ 'prices.yaml': byDate })).toEqual([]);
    expect(complaints({ 'prices.yaml': byDate.replace('[449, 499]', '[449]') })).toEqual([
      'content/prices.yaml:7 presentation_types[2].price: expected 2 amounts, one for each phase, and found 1',
    ]);
    expect(complaints({ 'prices.yaml': byDate.replace(', until: 2026-01-15', '') })).toEqual([
      'content/prices.yaml:3 phases[0]: needs an end, because another phase follows',
    ]);
    expect(
      complaints({ 'prices.yaml': byDate.replace('name: Late', 'name: Late, until: 2026-01-15') }),
    ).toEqual([
      'content/prices.yaml:3 phases[1].until: the last phase cannot have an end: conference.yaml says when registration closes',
    ]);
    const back = byDate
      .replace('{ name: Late }', '{ name: Regular, until: 2026-01-10 }, { name: Late }')
      .replace('[449, 499]', '449');
    expect(complaints({ 'prices.yaml': back })).toEqual([
      'content/prices.yaml:3 phases[1].until: must be after the end of the previous phase',
    ]);
    expect(complaints({ 'prices.yaml': byDate.replace('2026-01-15', '2026-01-32') })).toEqual([
      'content/prices.yaml:3 phases[0].until: expected a moment such as 2026-03-10, 2026-03-10 18:00 or 2026-03-10 AoE, and found "2026-01-32": there is no such day',
    ]);
  });

  test('choices, groups, types and days of extras name what there is', () => {
    const extras = (text: string) => `${prices}\n${text}`;
    const dinner =
      'extras:\n  - { id: dinner, label: Dinner, price: "65.00", places: 9, choices: [{ id: meat, label: Meat }, { id: vegan, label: Vegan, price: "60.00", places: 2 }] }';
    const sold = readContent(contentWith({ 'prices.yaml': extras(dinner) })).prices.extras;
    expect(sold.map(({ id, label, price, places }) => [id, label, price, places])).toEqual([
      ['dinner:meat', 'Dinner (Meat)', [6500], undefined],
      ['dinner:vegan', 'Dinner (Vegan)', [6000], 2],
    ]);
    const ticket = prices.replace('price: 449', 'price: 449, days: [2026-05-30 afternoon]');
    const [, , day] = readContent(contentWith({ 'prices.yaml': ticket })).prices.presentationTypes;
    expect(day?.label).toMatch(/ \(Sat May 30, afternoon\)$/);
    const wrong = (traits: string) =>
      complaints({
        'prices.yaml': extras(`extras: [{ id: gels, label: Gels, price: "30.00", ${traits} }]`),
      }).join();
    expect(wrong('group: workshops')).toContain(
      '"workshops" is no group in `groups`: there is none',
    );
    expect(wrong('for: [speakers]')).toContain('"speakers" is no presentation type: speaker, ');
    expect(wrong('excludes: [gels]')).toContain('"gels" is no other extra');
    expect(wrong('day: 2026-06-30')).toContain('2026-06-30 is no day of the conference');
    expect(wrong('day: 2026-05-30 evening')).toContain('expected a day such as 2026-05-29');
    expect(wrong('choices: [{ id: a, label: A }]')).toContain('needs at least two');
    const including = prices.replace('price: 449', 'price: 449, includes: [dinner]');
    expect(complaints({ 'prices.yaml': including }).join()).toContain('"dinner" is no extra');
  });

  test('an amount has the decimals of its currency', () => {
    const yen = prices.replace('EUR', 'JPY').replace('"399.00"', '39900');
    expect(complaints({ 'prices.yaml': yen })).toContainEqual(
      'content/prices.yaml:5 presentation_types[1].price: expected an amount in JPY, such as "39900", and found "299.5"',
    );
    const dinars = prices.replace('EUR', 'KWD').replace('"399.00"', '12.500');
    expect(
      readContent(contentWith({ 'prices.yaml': dinars })).prices.presentationTypes[0]?.price,
    ).toEqual([12_500]);
    expect(complaints({ 'prices.yaml': dinars.replace('12.500', '"12.505"') })).toEqual([
      'content/prices.yaml:4 presentation_types[0].price: expected an amount in KWD with a 0 as its last digit, such as "399.000", and found "12.505"',
    ]);
    for (const typed of ['1.000', '1e3', '12.345', '"1.000"', '"1,000"']) {
      const found = typed.replaceAll('"', '');
      expect(complaints({ 'prices.yaml': prices.replace('"399.00"', typed) })).toEqual([
        `content/prices.yaml:4 presentation_types[0].price: expected an amount in EUR, such as "399.00", and found "${found}"`,
      ]);
    }
    expect(complaints({ 'prices.yaml': prices.replace('EUR', 'EURO') })).toEqual([
      'content/prices.yaml:1 currency: expected the code of a currency that can be charged, such as EUR',
    ]);
  });

  test.each([
    ['[transfer]', 'EUR', 'names transfer, which needs the account in `bank_transfer`'],
    [
      '[paypal, card]',
      'MAD',
      'names paypal, which takes no payments in MAD, the currency of prices.yaml',
    ],
    ['[cash]', 'EUR', 'expected card, paypal, transfer'],
    ['[]', 'EUR', 'needs at least one way to pay'],
    ['[card, card]', 'EUR', '"card" appears twice'],
  ])('the ways to pay %s in %s are refused', (ways, code, words) => {
    const conference = `${ourConference.replace(/\nbank_transfer:\n(?: .*\n)+/, '\n')}\nways: ${ways}\n`;
    const found = complaints({
      'conference.yaml': conference,
      'prices.yaml': prices.replace('EUR', code),
    });
    expect(found.join()).toContain(words);
  });

  test('a presentation type without a price is refused, and so are two with one form value', () => {
    expect(complaints({ 'prices.yaml': prices.replace('price: 449', 'cost: 449') })).toEqual([
      'content/prices.yaml:6 presentation_types[2].price: is missing',
      'content/prices.yaml:6 presentation_types[2].cost: unknown key',
    ]);
    const twin = prices.replace('label: Poster', 'label: Poster, form: speaker');
    expect(complaints({ 'prices.yaml': twin })).toEqual([
      'content/prices.yaml:5 presentation_types[1].form: "speaker" appears twice',
    ]);
  });

  test.each([
    ['2.555', 'must not have more than two decimals'],
    ['-1', 'must not be negative'],
    ['101', 'must not be above 100'],
  ])('a processing fee of %s per cent is refused', (fee, words) => {
    const file = prices.replace('percent: 5', `percent: ${fee}`);
    expect(complaints({ 'prices.yaml': file })).toEqual([
      `content/prices.yaml:2 processing_fee.percent: ${words}`,
    ]);
  });

  test('a room needs the hotel that the registration page names', () => {
    const conference = ourConference.replace(/accommodation:\n(?: .*\n)+/, '');
    expect(complaints({ 'conference.yaml': conference })).toEqual([
      expect.stringMatching(/conference\.yaml:\d+ accommodation: is missing/),
    ]);
    const file = prices.replace(/room:.*\n/, '');
    expect(complaints({ 'conference.yaml': conference, 'prices.yaml': file })).toEqual([]);
  });

  test('a missing key is reported in the line of its group, in the spelling of the file', () => {
    const file = prices.replace(', guest_per_night: "35.00"', '');
    expect(complaints({ 'prices.yaml': file })).toEqual([
      'content/prices.yaml:9 room.guest_per_night: is missing',
    ]);
  });

  test('two options of a form with one id are refused', () => {
    const file = `sessions: [{ id: a, name: A }]
interest_areas:
  - { id: a, name: A }
  - { id: a, name: B }
`;
    expect(complaints({ 'sessions.yaml': file })).toEqual([
      'content/sessions.yaml:4 interest_areas[1].id: "a" appears twice',
    ]);
  });

  test('a folder may name the countries of the registration form, and has the other lists of the product', () => {
    const file = { 'countries.yaml': 'registration: [Norway, Oman]\n' };
    const { registration, discountFallback, sponsorship } = readContent(
      contentWith(file),
    ).countries;
    expect(registration).toEqual(['Norway', 'Oman']);
    expect(discountFallback).toEqual(['Greenland', 'Norway', 'Oman', 'Puerto Rico', 'Other']);
    expect(sponsorship).toEqual(['India', 'UAE', 'USA', 'UK', 'Germany']);
  });

  test('a country that appears twice, in any spelling, is refused', () => {
    const file = `registration: [Norway, Oman, Norway, UK, Great Britain]
territories: []
last_choice: Other
abstract_fallback: [India]
sponsorship: []
`;
    expect(complaints({ 'countries.yaml': file })).toEqual([
      'content/countries.yaml:1 registration[2]: "Norway" appears twice',
      'content/countries.yaml:1 registration[4]: "United Kingdom" appears twice',
      'content/countries.yaml:5 sponsorship: the list is empty',
    ]);
  });

  test('a mistake in the YAML itself is reported with its line', () => {
    expect(complaints({ 'partners.yaml': 'partners:\n  - name: [PSU\n' })).toEqual([
      'content/partners.yaml:2 the bracket is not closed: add ] at the end',
    ]);
    expect(complaints({ 'partners.yaml': 'partners:\n  - name: A\n    name: B\n' })).toEqual([
      'content/partners.yaml:3 this key is there twice: it is in line 2 already. A new entry of a list begins with a dash',
    ]);
  });

  test.each([
    ['missing', null, 'content/home.yaml: there is no such file'],
    ['empty', '# nothing yet\n', 'content/home.yaml:1 the file is empty'],
    ['a value within itself', 'a: &a [*a]\n', NAMED_TOO_OFTEN],
    [
      'a value named hundreds of times',
      `a: &a [1]\nb: [${'*a, '.repeat(300)}1]\n`,
      NAMED_TOO_OFTEN,
    ],
    ['a list', '- one\n', 'content/home.yaml:1 expected a group of named entries'],
  ])('a file that is %s is refused', (_, file, words) => {
    expect(complaints({ 'home.yaml': file })).toEqual([words]);
  });

  test.each([
    ['exhibtion.yaml', 'did you mean exhibition.yaml?'],
    ['your_registration.yml', 'did you mean your-registration.yaml?'],
    ['theme.yaml', 'did you mean theme/theme.yaml?'],
    ['committee.yaml', 'delete it'],
  ])('a file that nothing reads, %s, is refused', (name, advice) => {
    expect(complaints({ [name]: 'a: b' })).toEqual([
      `content/${name}: no file of a conference has this name: ${advice}`,
    ]);
  });

  test.each([
    ['english', 'the folder of a translation is called as the tag of its language, such as de'],
    ['Page', 'did you mean pages/?'],
  ])('a folder that nothing reads, %s, is refused', (name, advice) => {
    const folder = contentWith({});
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, 'home.yaml'), 'a: b');
    expect(() => readContent(folder)).toThrow(
      `content/${name}/: no folder of a conference has this name: ${advice}`,
    );
  });

  test('the labels of another file are unknown keys of the conference', () => {
    const text = `${ourConference}phrases: { closed: "{what} is over." }\n`;
    expect(complaints({ 'conference.yaml': text })).toEqual([
      expect.stringMatching(/^content\/conference\.yaml:\d+ phrases: unknown key/),
    ]);
  });

  test('a folder of notes is no mistake', () => {
    const folder = contentWith({});
    mkdirSync(join(folder, 'letters'));
    expect(() => readContent(folder)).not.toThrow();
  });

  test('mistakes in several files are reported together', () => {
    const found = complaints({ 'home.yaml': null, 'prices.yaml': '', 'agenda.yaml': 'days: 2' });
    expect(found).toEqual([
      'content/home.yaml: there is no such file',
      'content/prices.yaml:1 the file is empty',
      'content/agenda.yaml:1 days: expected a list: a dash before each entry, or [one, two]',
    ]);
  });

  test('a day of the agenda after the last day of the conference is refused', () => {
    const conference = ourConference.replace('end: 2026-05-30', 'end: 2026-05-29');
    expect(complaints({ 'conference.yaml': conference })).toEqual([
      expect.stringMatching(
        /^content\/agenda\.yaml:\d+ days\[1\]: is after the end of the conference, May 29, 2026: .*dates\.end in conference\.yaml$/,
      ),
    ]);
  });

  test('a picture that does not exist is refused, and so is a path that leaves public/', () => {
    const file = `partners:
  - { name: A, logo: /favicon.svg }
  - name: B
    logo: /partners/b.svg
  - { name: C, logo: /portraits }
`;
    expect(complaints({ 'partners.yaml': file })).toEqual([
      'content/partners.yaml:4 partners[1].logo: there is no file content/public/partners/b.svg',
      'content/partners.yaml:5 partners[2].logo: there is no file content/public/portraits',
    ]);
    expect(complaints({ 'partners.yaml': file.replace('/partners/b', '/../b') })).toContainEqual(
      expect.stringMatching(/yaml:4 partners\[1\]\.logo: expected a path under public/),
    );
  });

  test('a drawing that does not exist is refused, and a conference needs no drawing', () => {
    const drawing = /^drawing: .*$/m;
    expect(
      complaints({ 'conference.yaml': ourConference.replace(drawing, 'drawing: /bern.svg') }),
    ).toEqual([
      expect.stringMatching(
        /^content\/conference\.yaml:\d+ drawing: there is no file content\/public\/bern\.svg$/,
      ),
    ]);
    expect(complaints({ 'conference.yaml': ourConference.replace(drawing, '') })).toEqual([]);
  });

  test('a missing picture that the pages always use is refused', () => {
    // The build makes icons and the picture to share if they are missing.
    expect(complaints({ 'public/favicon.svg': null, 'public/sponsor.svg': null })).toEqual([
      'content/public/sponsor.svg: there is no such file',
    ]);
  });

  test.each([
    [
      'an unknown name',
      "'{nmae} today'",
      '{nmae} is not a fact of the conference. The facts are {name}, {year}, ',
    ],
    ['no quotes before it', '{name} today', 'put a text that begins with { in quotes'],
    ['no quotes around it', '{name}', 'expected text: put a text that begins with { in quotes'],
  ])('a fact in braces with %s is refused', (_, text, words) => {
    const home = ourHome.replace(/heading: .*/, `heading: ${text}`);
    expect(complaints({ 'home.yaml': home })).toEqual([expect.stringContaining(words)]);
  });

  test.each(['90', '0 days', 'three months', '2 weeks', '-1 days'])('%j is no period', (wrong) => {
    const privacy = ourPrivacy.replace(/unpaid: .*/, `unpaid: '${wrong}'`);
    expect(complaints({ 'privacy.yaml': privacy })).toEqual([
      expect.stringMatching(/privacy.yaml:\d+ periods\.unpaid: expected a number of days, months/),
    ]);
  });

  test('items at the same time need different rooms, and an item may end after midnight', () => {
    const agenda = `days:
  - label: Day 1
    items:
      - { start: '10:00', end: '11:00', title: Films, room: Hall A, track: Coatings, chair: Ada, speakers: [Bea, Cy] }
      - { start: '10:00', end: '10:30', title: Gels, room: Hall B }
      - { start: '20:00', end: '01:00', title: Dinner, room: Hall A }
`;
    expect(complaints({ 'agenda.yaml': agenda })).toEqual([]);
    expect(complaints({ 'agenda.yaml': agenda.replace('Hall B', 'Hall A') })).toEqual([
      'content/agenda.yaml:5 days[0].items[1].room: "Hall A" is taken by "Films" at that time',
    ]);
  });

  test('nobody speaks in two rooms at the same time, but in a session and in a talk of it', () => {
    const agenda = `days:
  - label: Day 1
    items:
      - { start: '10:00', end: '11:00', title: Session 1, speakers: [Bea, Cy] }
      - { start: '10:00', end: '10:30', title: Films, room: Hall A, speakers: [Bea, Cy] }
      - { start: '10:20', end: '10:40', title: Gels, room: Hall B, speakers: [Dora, Cy] }
`;
    expect(complaints({ 'agenda.yaml': agenda })).toEqual([
      'content/agenda.yaml:6 days[0].items[2].speakers[1]: Cy speaks in "Hall A" at that time: "Films"',
    ]);
    expect(complaints({ 'agenda.yaml': agenda.replace('10:20', '10:30') })).toEqual([]);
  });

  test('an id of the agenda is unique in the whole conference', () => {
    const item = "{ id: dinner, start: '19:00', end: '21:00', title: Dinner }";
    const agenda = `days:
  - { label: Day 1, items: [${item}] }
  - { label: Day 2, items: [${item}] }
`;
    expect(complaints({ 'agenda.yaml': agenda })).toEqual([
      'content/agenda.yaml:3 days[1].items[0].id: "dinner" is on Day 1 already',
    ]);
  });

  test('impossible references, times, time zones and addresses are refused', () => {
    const conference = ourConference
      .replace('Europe/Berlin', 'Europe/Bärlin')
      .replace('start: 2026-05-29', 'start: 2026-05-31')
      .replace('reference_prefix: PS26', 'reference_prefix: AB26')
      .replace('https://sponsor', 'sponsor');
    const agenda = `days:
  - label: Day 1
    items: [{ start: '10:00', end: '09:30', title: Back in time }]
`;
    expect(complaints({ 'conference.yaml': conference, 'agenda.yaml': agenda })).toEqual([
      expect.stringMatching(/yaml:\d+ reference_prefix: must not be AB with two digits/),
      expect.stringMatching(/yaml:\d+ dates\.end: must not be before the start$/),
      expect.stringMatching(
        /yaml:\d+ dates\.timezone: expected a time zone such as Europe.Berlin$/,
      ),
      expect.stringMatching(/yaml:\d+ sponsor\.url: expected a web address/),
      'content/agenda.yaml:3 days[0].items[0].end: must be after the start, or in the small hours until 06:00 of the next day',
    ]);
  });
});

describe('self_service', () => {
  const withActs = (acts: string) => ({
    'conference.yaml': ourConference.replace(/^self_service:\n(?: .*\n)*/m, acts),
  });

  test('says which acts are open, each until its moment; without it entries can be corrected', () => {
    const acts = `self_service:
  change: { until: 2026-05-20 AoE }
  cancel: { until: '2026-05-10 18:00 America/New_York' }
  hand_over: {}
`;
    expect(readContent(contentWith(withActs(acts))).conference.selfService).toEqual({
      change: { until: expect.objectContaining({ at: '2026-05-21T12:00:00.000Z' }) },
      cancel: { until: expect.objectContaining({ at: '2026-05-10T22:00:00.000Z' }) },
      handOver: {},
    });
    expect(readContent(contentWith(withActs(''))).conference.selfService).toEqual({ correct: {} });
  });

  test('names an act that does not exist, and a moment that cannot be read', () => {
    const wrong = `self_service:
  swap: {}
  cancel: { until: soon }
`;
    const said = complaints(withActs(wrong)).join('\n');
    expect(said).toContain('swap');
    expect(said).toContain('self_service.cancel.until');
  });
});

describe('questions', () => {
  const withQuestions = (questions: string) => ({
    'conference.yaml': ourConference.replace(/^questions:\n(?: .*\n)*/m, questions),
  });

  test('end with their day, in the time zone of the conference; without questions there are none', () => {
    const { questions } = readContent(
      contentWith(
        withQuestions(`questions:
  - { id: diet, label: Diet, kind: choice, options: [No, Yes], until: 2026-05-15, for: [speaker] }
  - { id: access, label: 'Access at {name}', kind: line, required: true, badge: true }
`),
      ),
    ).conference;
    expect(questions).toEqual([
      {
        id: 'diet',
        label: 'Diet',
        kind: 'choice',
        options: ['No', 'Yes'],
        required: false,
        badge: false,
        for: ['speaker'],
        until: expect.objectContaining({ at: '2026-05-15T22:00:00.000Z', day: 'May 15, 2026' }),
      },
      {
        id: 'access',
        label: 'Access at Polymer Summit 2026',
        kind: 'line',
        options: [],
        required: true,
        badge: true,
      },
    ]);
    expect(readContent(contentWith(withQuestions(''))).conference.questions).toEqual([]);
  });

  test.each([
    ['{ id: diet, label: Diet, kind: choise }', '.kind: expected one of: line, choice, yes_no'],
    ['{ id: diet, label: Diet }', '.kind: is missing'],
    ['{ id: My Diet, label: Diet, kind: line }', '.id: expected an id of small letters'],
    ['{ id: diet, label: Diet, kind: choice }', '.options: is missing'],
    [
      '{ id: diet, label: Diet, kind: choice, options: [Vegan] }',
      '.options: a choice needs at least two options',
    ],
    [
      '{ id: diet, label: Diet, kind: choice, options: [Vegan, vegan] }',
      '.options[1]: "vegan" appears twice',
    ],
    [
      '{ id: size, label: Size, kind: choice, options: [38, 40] }',
      '.options[0]: expected text: put "38" in quotes',
    ],
    [
      '{ id: diet, label: Diet, kind: line, options: [Vegan, Meat] }',
      '.options: only a choice has options',
    ],
    ['{ id: diet, label: Diet, kind: line, required: maybe }', '.required: expected true or false'],
    [
      '{ id: diet, label: Diet, kind: line, until: soon }',
      '.until: expected a moment such as 2026-03-10',
    ],
    [
      '{ id: diet, label: Diet, kind: line, for: [keynote] }',
      '.for[0]: "keynote" is no presentation type of prices.yaml: speaker, poster',
    ],
    ['{ id: diet, label: Diet, kind: line, requird: true }', '.requird: unknown key'],
  ])('%s is refused', (question, words) => {
    const [first] = complaints(withQuestions(`questions:\n  - ${question}\n`));
    expect(first).toMatch(/^content\/conference\.yaml:\d+ questions\[0\]/);
    expect(first).toContain(words);
  });

  test('are known to the notes of the certificate, which have hours if the conference has them', () => {
    needsFeatures('badges');
    const pages = readFileSync(join(ours, 'pages.yaml'), 'utf8');
    const files = (note: string, hours = '') => ({
      'conference.yaml': ourConference.replace(/^certificate:\n/m, `$&${hours}`),
      'pages.yaml': pages.replace(/^ {4}took_part:/m, `    notes: ['${note}']\n$&`),
    });
    const known = 'Diet: {answer:diet}, {ticket_days} of {days} days';
    expect(complaints(files(known))).toEqual([]);
    expect(complaints(files('{hours} h', '  hours: [6, 4.5]\n'))).toEqual([]);
    for (const [note, hours, words] of [
      ['{answer:licence}', '', '{answer:licence} is neither a fact of the conference nor a place'],
      ['{hours} h', '', 'documents.certificate.notes[0]: {hours} is neither'],
      [known, '  hours: [6]\n', 'certificate.hours: expected a number for each day'],
    ] as const) {
      expect(complaints(files(note, hours)).join('\n')).toContain(words);
    }
  });

  test('with one id or one label twice are refused', () => {
    const twice = `questions:
  - { id: diet, label: Diet, kind: line }
  - { id: diet, label: Diet, kind: yes_no }
`;
    expect(
      complaints(withQuestions(twice)).map((line) => line.replace(/^.*questions/, '')),
    ).toEqual(['[1].id: "diet" appears twice', '[1].label: "Diet" appears twice']);
  });
});
