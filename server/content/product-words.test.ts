import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { pluralText } from '#contract/content/plural.ts';
import { inLanguage } from '#contract/content.ts';
import { copyConference, readConference, readTranslated } from '#tests/support/conference-copy.ts';
import { editContent } from '#tests/support/edit-content.ts';
import { englishWords, TRANSLATIONS, translatedWords, usableWords } from './product-words.ts';
import { fileOf, productTexts, reportOn, valueIn } from './translation-problems.ts';

const languages = globSync('*.json', { cwd: TRANSLATIONS }).map((file) => basename(file, '.json'));

/** The words of a small product. */
const english = {
  labels: {
    orders: { nights: { one: '{n} night', other: '{n} nights' } },
    people: { position: { one: '{n}st', two: '{n}nd', few: '{n}rd', other: '{n}th' } },
  },
  mails: {
    greeting: 'Dear {person},',
    button: 'View and pay',
    received: { subject: 'Received', paragraphs: ['Thank you.', 'Your place at {name} waits.'] },
  },
};

test.each(languages)('the words of the product in %s have no mistakes', (language) => {
  const file: unknown = JSON.parse(readFileSync(new URL(`${language}.json`, TRANSLATIONS), 'utf8'));
  const { missing, problems } = reportOn(file, englishWords(), language);
  // The English words are those of the code, and the sample is in German, too.
  const ours = ['en', 'de'].includes(language) ? missing : [];
  const left =
    language === 'en' ? problems.filter((each) => !/still English/.test(each)) : problems;
  expect({ problems: left, missing: ours }).toEqual({ problems: [], missing: [] });
});

test('a file can lack words, and one that could not be used is English', () => {
  const used = usableWords(english, {
    labels: 'no group',
    mails: {
      greeting: 'Bonjour {nom},',
      button: ' ',
      received: { subject: ['no text'], paragraphs: ['Merci.'] },
      newer: 'A text of another version',
    },
  });
  expect(used).toEqual({ mails: { received: {} } });
  for (const file of [undefined, null, [], 'words', 7])
    expect(usableWords(english, file)).toEqual({});
});

test('a text may name facts of the conference, and a list is used as a whole', () => {
  const paragraphs = ['Merci.', 'Votre place à {name}, {city}, vous attend.'];
  const used = usableWords(english, {
    mails: { greeting: 'Bonjour,', received: { paragraphs } },
  });
  expect(used['mails']).toEqual({ greeting: 'Bonjour,', received: { paragraphs } });
});

test('a language has its own plural forms, and ordinals have theirs', () => {
  const { labels } = usableWords(english, {
    labels: {
      orders: { nights_one: '{n} noc', nights_few: '{n} noce', nights_many: '{n} nocy' },
      people: { position: { other: '{n}.' } },
    },
  });
  const nights = Object(labels?.['orders']).nights;
  expect([1, 3, 5].map((n) => pluralText(nights, n, 'pl'))).toEqual(['1 noc', '3 noce', '5 nocy']);
  expect(labels?.['people']).toEqual({ position: { other: '{n}.' } });
  const places = (language: string) => productTexts(english, language).map(({ place }) => place);
  expect(places('pl')).toContain('labels.orders.nights_few');
  expect(places('ja').filter((place) => place.includes('nights'))).toEqual([
    'labels.orders.nights_other',
  ]);
});

test('the check names each mistake of a file with its place', () => {
  const whole = fileOf(productTexts(english, 'fr'), ({ english: text }) => text);
  expect(valueIn(whole, { place: 'mails.received.paragraphs[1]' })).toBe(
    'Your place at {name} waits.',
  );
  const { problems, missing, same } = reportOn(
    {
      labels: { orders: { nights_one: 'Une nuit', nights_other: 'nuits' } },
      mails: {
        greeting: 'Bonjour {nom} {person',
        button: 'View and pay',
        received: { subject: '', paragraphs: ['Merci.'] },
        colour: 'rouge',
      },
    },
    english,
    'fr',
  );
  expect(problems).toEqual([
    'mails.colour: the product has no such text',
    'labels.orders.nights_other: {n} is missing',
    'mails.greeting: {person} is missing',
    'mails.greeting: {nom} is nothing that this text can name',
    'mails.greeting: a brace has no other one',
    'mails.received.subject: is empty: delete the line, and it is shown in English',
    'mails.received.paragraphs: has 1 of 2 paragraphs',
    'mails.button: still English: View and pay',
  ]);
  expect(missing.map(({ place }) => place)).toEqual([
    'labels.people.position.one',
    'labels.people.position.other',
    'mails.received.paragraphs[1]',
  ]);
  expect(same).toEqual([]);
});

test('a text that is far too long, turns the direction, breaks a French line or is in other letters is a mistake', () => {
  const greeting = `Bonjour {person}, ${'et encore '.repeat(9)}`.trim();
  expect(reportOn({ mails: { greeting } }, english, 'fr').problems).toEqual([
    expect.stringMatching(/^mails\.greeting: has \d+ letters, and there is room for 45$/),
  ]);
  const thai = { mails: { greeting: `{person} ${'ที่'.repeat(30)}` } };
  expect(reportOn(thai, english, 'th').problems).toEqual([]);
  const turned = { mails: { greeting: 'עזיז {person}\u202e,' } };
  expect(reportOn(turned, english, 'he').problems).toEqual([
    'mails.greeting: has a character that is not seen',
  ]);
  for (const [subject, language, mistakes] of [
    ['Reçu !', 'fr', 1],
    ['Reçu « ici\u00a0»', 'fr-CA', 1],
    ['Reçu\u00a0: «\u00a0ici\u00a0»', 'fr', 0],
    ['Ne « 9', 'it', 0],
  ] as const)
    expect(reportOn({ mails: { received: { subject } } }, english, language).problems).toHaveLength(
      mistakes,
    );
  const dated = (day: string) => ({ mails: { received: { subject: `כמו ${day}` } } });
  expect(reportOn(dated('1990-05-31'), english, 'he').problems).toEqual([
    'mails.received.subject: write the mark U+200E before 1990-05-31, which is turned round without it',
  ]);
  expect(reportOn(dated('https://'), english, 'he').problems).toEqual([
    'mails.received.subject: write the mark U+200E after https://, which is turned round without it',
  ]);
  expect(reportOn(dated('\u200e1990-05-31'), english, 'he').problems).toEqual([]);
  const one = { mails: { received: { subject: 'Received' } } };
  expect(reportOn(one, english, 'fr').same.map(({ place }) => place)).toEqual([
    'mails.received.subject',
  ]);
  expect(reportOn(one, english, 'he').problems).toEqual([
    'mails.received.subject: still English: Received',
  ]);
});

test('a folder fr/ with two lines is a site in French, and its own words replace those of the product', () => {
  const files = {
    'conference.yaml': 'full_title: Le Sommet des polymères\n',
    'labels.yaml': 'forms: { phone: Tél. }\norders: { nights: { other: "{n} nuitées" } }\n',
    'mails.yaml': 'payment_confirmed: { subject: Bienvenue }\n',
  };
  const content = readTranslated(files, {}, 'fr');
  const french = inLanguage(content, 'fr');
  expect(french.conference.fullTitle).toBe('Le Sommet des polymères');
  expect(french.conference.dates.text).toBe('29–30 mai 2026');
  expect(french.labels.forms).toMatchObject({ phone: 'Tél.', countryField: 'Pays' });
  expect(french.labels.orders.nights).toEqual({ other: '{n} nuitées' });
  expect(french.mails.paymentConfirmed.subject).toBe('Bienvenue');
  expect(french.mails.greeting).toBe('Bonjour {person},');
  expect(french.yourRegistration.title).toBe('Votre inscription');
  expect(french.yourAbstract.title).toBe('Votre résumé');
  expect(content.labels.forms.countryField).toBe('Country');
  // The product has no Dutch.
  const dutch = inLanguage(
    readTranslated({ 'conference.yaml': 'full_title: De top\n' }, {}, 'nl'),
    'nl',
  );
  expect(dutch.labels.forms.countryField).toBe('Country');
  expect(dutch.mails.greeting).toBe(content.mails.greeting);
});

test('pt-BR has the words of pt, and Chinese in traditional characters not those of zh', () => {
  expect(translatedWords('de-CH')).toEqual(translatedWords('de'));
  expect(translatedWords('en')).toBeUndefined();
  expect(translatedWords('en-GB')).toBeUndefined();
  expect(translatedWords('zh-TW')).toBeUndefined();
  expect(translatedWords('nl')).toBeUndefined();
});

test('a conference in French needs no words of its own', () => {
  const { folder, remove } = copyConference('summit');
  try {
    editContent(join(folder, 'conference.yaml'), [[['language'], 'fr']]);
    const { labels, mails } = readConference(folder);
    expect(labels.pages.register).toBe('S’inscrire');
    expect(mails.labels.reference).toBe('Référence');
  } finally {
    remove();
  }
});

test('no label has a placeholder with the name of a fact, which the folder would fill first', () => {
  const facts = /\{(?:name|city|country|year|dates|days)\}/;
  const named = productTexts(englishWords(), 'en').filter(
    ({ place, english: text }) => place.startsWith('labels.') && facts.test(String(text)),
  );
  expect(named.map(({ place }) => place)).toEqual([]);
});
