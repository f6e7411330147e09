import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { keyedItems } from '#contract/content/agenda-items.ts';
import { inLanguage, languagesOf } from '#contract/content.ts';
import { readTranslated } from '#tests/support/conference-copy.ts';
import { fixtureSettings } from '#tests/support/fixture-settings.ts';
import { needsFeatures } from '#tests/support/has-feature.ts';
import { fixtureContent } from '#tests/support/fixture-content.ts';

test('a translation has its own words, and the facts of the first language', () => {
  const content = inLanguage(
    readTranslated({
      'conference.yaml':
        'full_title: Tagung über Polymere\ndeadlines: { abstract_page: "{abstracts_until}" }',
      'prices.yaml': 'presentation_types:\n  - { id: poster, label: Posterbeitrag }',
      'agenda.yaml':
        'days: [{ label: Tag 1, items: [{ title: Anmeldung }, { title: Eröffnung }] }, { label: Tag 2 }]',
      'labels.yaml': 'moments: { not_set: wird noch bekannt gegeben }',
    }),
    'de',
  );
  const { conference, prices, language } = content;
  expect(language).toBe('de');
  expect(conference.fullTitle).toBe('Tagung über Polymere');
  expect(conference.dates.text).toBe('29.–30. Mai 2026');
  expect(conference.deadlines.abstractPage).toBe('wird noch bekannt gegeben');
  expect(conference.name).toBe(fixtureContent.conference.name);
  const [first, second] = prices.presentationTypes;
  expect([first?.label, second?.label]).toEqual(['Speaker', 'Posterbeitrag']);
  expect(second?.price).toEqual(fixtureContent.prices.presentationTypes[1]?.price);
  const keys = (days: typeof content.agenda.days) =>
    days.flatMap((day) => keyedItems(day).map(({ key }) => key));
  expect(keys(content.agenda.days)).toEqual(keys(fixtureContent.agenda.days));
});

test('a translation may have the labels and placeholders that an earlier version knew', () => {
  const labels = (words: string) => readTranslated({ 'labels.yaml': words });
  const { refusals } = inLanguage(
    labels(
      'forms: { countries_missing: "{again}, oder {contact}." }\nrefusals: { all_taken: "Voll: {contact}" }\n',
    ),
    'de',
  ).labels;
  expect(refusals.allTaken).toBe('Voll: {contact}');
  expect(() => labels('forms: { countries_mising: Fehlt }')).toThrow(
    'countries_mising: unknown key',
  );
  expect(() => labels('refusals: { all_taken: "Voll: {person}" }')).toThrow('{person} is neither');
});

test('items of contributions have the words of their authors, between the translated items', () => {
  const item = (start: string, end: string, title: string, more = '') =>
    `{ start: "${start}", end: "${end}", title: ${title}${more} }`;
  const read = (...titles: string[]) =>
    readTranslated(
      {
        'agenda.yaml': `days: [{ items: [${titles.map((title) => `{ title: ${title} }`).join()}] }, { label: Tag 2 }]`,
      },
      {
        'agenda.yaml': `days: [{ label: Day 1, items: [${[
          item('08:00', '09:00', 'Registration'),
          item('09:00', '09:20', 'Chains that forget', ', id: talk-1, abstract: AB26-7K3M-9QXW'),
          item('09:20', '10:00', 'Coffee'),
        ].join()}] }, { label: Day 2, items: [] }]`,
      },
    );
  const titles = inLanguage(read('Anmeldung', 'Kaffee'), 'de').agenda.days[0]?.items.map(
    ({ title }) => title,
  );
  expect(titles).toEqual(['Anmeldung', 'Chains that forget', 'Kaffee']);
  expect(() => read('Anmeldung')).toThrow(
    'de/agenda.yaml:1 days[0].items: has 1 entries, and the first language has 2',
  );
});

test('the key of a text may be called as the key of a fact is elsewhere', () => {
  const { mails, yourAbstract, pages } = inLanguage(
    readTranslated({
      'mails.yaml': 'labels: { digest: SHA-256-Prüfsumme }\nreceipt: { tax: USt. }',
      'your-abstract.yaml': 'until: bis',
      'pages.yaml': 'menu: { register: Anmelden }',
    }),
    'de',
  );
  expect([mails.labels.digest, mails.receipt.tax]).toEqual(['SHA-256-Prüfsumme', 'USt.']);
  expect([yourAbstract.until, pages.menu?.register]).toEqual(['bis', 'Anmelden']);
});

test('a language without a folder has the words of the first language', () => {
  const content = readTranslated({});
  expect(languagesOf(content)).toEqual(['en', 'de']);
  expect(inLanguage(content, 'fr')).toBe(content);
  expect(inLanguage(content, 'toString')).toBe(content);
});

test('a label that a translation leaves out is that of the product, whatever the first language is', () => {
  const labels = 'forms: { other_country: Another Country }';
  const content = readTranslated({}, { 'labels.yaml': labels });
  expect(content.labels.forms.otherCountry).toBe('Another Country');
  expect(inLanguage(content, 'de').labels.forms.otherCountry).toBe('Anderes Land');
});

const types = (entry: string) => `presentation_types:\n  - ${entry}`;

test.each([
  [
    'prices.yaml',
    'presentation_types:\n  - id: poster\n    price: "1.00"',
    '3 presentation_types[0].price: is a fact',
  ],
  [
    'prices.yaml',
    types('{ id: postre, label: Poster }'),
    '2 presentation_types[0]: expected an entry with an id of the first language',
  ],
  [
    'conference.yaml',
    'statistics: []',
    '1 statistics: has 0 entries, and the first language has 5',
  ],
  ['conference.yaml', 'dates: { start: 2027-01-01 }', '1 dates.start: is a fact'],
  [
    'prices.yaml',
    types('{ id: poster, price: ["1.00"] }'),
    '2 presentation_types[0].price: is a fact',
  ],
  [
    'prices.yaml',
    types('{ id: poster, only_for: members }'),
    '2 presentation_types[0].only_for: is a fact',
  ],
  [
    'prices.yaml',
    types('{ id: poster, includes: [dinner] }'),
    '2 presentation_types[0].includes: is a fact',
  ],
  ['prices.yaml', types('{ id: poster, most: 3 }'), '2 presentation_types[0].most: is a fact'],
  ['conference.yaml', 'status: { is: cancelled, text: Abgesagt }', '1 status.is: is a fact'],
  ['conference.yaml', 'waiting_list: warteliste@example.org', '1 waiting_list: is a fact'],
  ['conference.yaml', 'waiting_for_more: { hours: 1 }', '1 waiting_for_more.hours: is a fact'],
  ['conference.yaml', 'abstracts: { material: {} }', '1 abstracts.material: is a fact'],
  ['conference.yaml', 'certificate: {}\nsurvey: {}', '2 survey: is a fact'],
  ['prices.yaml', 'room: { extras: {} }', '1 room.extras: is a fact'],
  ['prices.yaml', '__proto__: { places: 1 }', '1 __proto__'],
  ['privacy.yaml', 'periods: { mail: 1 year }', '1 periods.mail: is a fact'],
  ['mails.yaml', 'digest: daily', '1 digest: is a fact'],
  ['home.yaml', 'hero: Willkommen', '1 hero: expected a group of named entries'],
  ['home.yaml', 'herro: {}', '1 herro: unknown key'],
  ['mail.yaml', 'a: b', ' there is no such file in'],
  ['labels.yaml', 'moments: { at_time: "{tag} {zeit}" }', '1 moments.at_time: {tag} is neither'],
])('a mistake in de/%s is reported with its line', (name, text, words) => {
  expect(() => readTranslated({ [name]: text })).toThrow(`de/${name}:${words}`);
});

test('a translation switches nothing on that the first language leaves out', () => {
  const first = (text: string) => text.replace(/^self_service:\n(?: .*\n)+/m, '');
  expect(() =>
    readTranslated(
      { 'conference.yaml': 'self_service: { cancel: {} }' },
      {
        'conference.yaml': first(
          readFileSync(join(fixtureSettings.CONTENT_DIR, 'conference.yaml'), 'utf8'),
        ),
      },
    ),
  ).toThrow('de/conference.yaml:1 self_service.cancel: is a fact');
});

test('a translation has the words of a visa letter only if the first language has one', () => {
  needsFeatures('visa-letter');
  const letter = 'visa_letter: { heading: Visum }';
  expect(readTranslated({ 'your-registration.yaml': letter })).toBeDefined();
  expect(() =>
    readTranslated(
      { 'your-registration.yaml': letter },
      { 'your-registration.yaml': 'back: Back' },
    ),
  ).toThrow('de/your-registration.yaml:1 visa_letter: is a fact');
});
