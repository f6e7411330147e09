import { describe, expect, test } from 'vitest';
import { fixtureContent } from '#tests/support/fixture-content.ts';
import {
  countryCodeOf,
  countryNames,
  countryOf,
  findCountry,
  similarCountry,
} from './countries.ts';
import { countryIn } from './country-name.ts';

const { labels } = fixtureContent;

describe('a country is known', () => {
  test.each([
    ['by its name, in any case', 'Germany', 'germany', ' GERMANY ', 'gerMany'],
    ['by its codes', 'Germany', 'DE', 'de', 'DEU', 'GER'],
    [
      'in other languages',
      'Germany',
      'Deutschland',
      'Allemagne',
      'Niemcy',
      'Saksa',
      '德国',
      'ドイツ',
    ],
    ['with its form of government', 'Germany', 'Federal Republic of Germany'],
    ['in capitals with accents', 'Türkiye', 'TÜRKİYE', 'Turkey', 'Turkiye', 'Türkei', 'TR'],
    ['by the names of its parts', 'United Kingdom', 'UK', 'U.K.', 'Great Britain', 'England', 'GB'],
    ['by abbreviations', 'United States', 'USA', 'U.S.A.', 'US', 'the United States of America'],
    [
      'by the usual names of its parts',
      'United Kingdom',
      'Großbritannien',
      'Grossbritannien',
      'Grande Bretagne',
      'Gran Bretaña',
      'Wielka Brytania',
      'Angleterre',
      'Schottland',
    ],
    ['by the name of a province', 'Netherlands', 'Hollande', 'Olanda', 'Holandia'],
    [
      'with its whole name',
      'United States',
      'Vereinigte Staaten von Amerika',
      'EE. UU.',
      'Amerika',
    ],
    ['as a republic', 'Czechia', 'Tschechische Republik', 'Česká republika', 'República Checa'],
    ['with a sharp s', 'Belarus', 'Weißrussland', 'WEISSRUSSLAND'],
    ['in one word or two', 'Vietnam', 'Viet Nam', 'VIETNAM'],
    ['by the older name', 'Czechia', 'Czech Republic', 'Tschechien', 'Česko'],
    ['with any apostrophe', 'Ivory Coast', "Cote d'Ivoire", 'Côte d’Ivoire', 'CÔTE DIVOIRE'],
    ['with and without an article', 'Netherlands', 'The Netherlands', 'Holland', 'Niederlande'],
    ['as ISO writes it', 'Iran', 'Iran, Islamic Republic of', 'Iran (Islamic Republic of)'],
    ['without "south"', 'South Korea', 'Korea', 'Republic of Korea', 'Korea, South', '대한민국'],
    ['with "north"', 'North Korea', 'DPRK', "Democratic People's Republic of Korea"],
    ['as a region', 'Hong Kong', 'Hong Kong, China', 'Hong Kong SAR', 'HK', 'Hongkong', '香港'],
    ['as a region with two spellings', 'Macao', 'Macau', 'Macau SAR, China', 'MO', '澳門'],
    [
      'by names of the mainland',
      'China',
      'PR China',
      'P.R. China',
      "People's Republic of China",
      '中国',
    ],
    ['by names of the island', 'Taiwan', 'Taiwan, R.O.C.', 'Republic of China', 'TW', '台灣'],
    [
      'with Congo in its name, if the capital is Kinshasa',
      'Democratic Republic of the Congo',
      'DR Congo',
      'Congo - Kinshasa',
    ],
    [
      'with Congo in its name, if the capital is Brazzaville',
      'Republic of the Congo',
      'Congo',
      'Congo-Brazzaville',
    ],
    ['with a saint', 'Saint Kitts and Nevis', 'St. Kitts & Nevis', 'St Kitts and Nevis'],
    ['without an ISO code', 'Kosovo', 'XK', 'Kosova'],
    ['under several names', 'Palestine', 'Palestinian Territories', 'State of Palestine', 'PS'],
    ['as none of the list', 'Other', 'other'],
  ])('%s', (_, name, ...spellings) => {
    for (const spelling of spellings) expect(findCountry(spelling), spelling).toBe(name);
    expect(countryNames).toContain(name);
  });

  test.each([
    ['Germnay', 'Germany'],
    ['Chnia', 'China'],
    ['Untied Kingdom', 'United Kingdom'],
    ['Inda', 'India'],
  ])('%s is not a country, and the most similar one is %s', (typed, similar) => {
    expect(findCountry(typed)).toBeUndefined();
    expect(similarCountry(typed)).toBe(similar);
  });
});

test.each(['Atlantis', 'Europe', '', '-', '49'])(
  '%o names no country and remains unchanged',
  (typed) => {
    expect(findCountry(typed)).toBeUndefined();
    expect(countryOf(typed)).toBe(typed);
  },
);

test('the list is complete and sorted, and each name finds its own country', () => {
  expect(countryNames).toHaveLength(251);
  expect(new Set(countryNames).size).toBe(251);
  expect(countryNames.slice(0, 3)).toEqual(['Afghanistan', 'Åland Islands', 'Albania']);
  expect(countryNames).toEqual(expect.arrayContaining(['Hong Kong', 'Macao', 'Kosovo', 'Other']));
  for (const name of countryNames) expect(countryOf(name)).toBe(name);
});

// If this test fails after an update of Node, a country has a new name: add it to the country's spellings in the table.
test.each(['en', 'de', 'fr', 'pt', 'it', 'pl', 'tr', 'ru', 'zh', 'ja'])(
  'the name that Node has for a country in this language finds the country: %s',
  (language) => {
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
    const codes = letters.flatMap((first) => letters.map((second) => `${first}${second}`));
    const named = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
    const known = codes.filter((code) => findCountry(code) !== undefined && named.of(code));
    const names = new Intl.DisplayNames(language, { type: 'region' });
    const unlike = known.filter((code) => findCountry(names.of(code) ?? '') !== findCountry(code));
    // 249 codes of ISO, XK for Kosovo, and UK.
    expect(known).toHaveLength(251);
    expect(unlike).toEqual([]);
  },
);

test.each([
  ['Hong Kong', 'Hongkong'],
  ['Macao', 'Macau'],
  ['United Kingdom', 'Vereinigtes Königreich'],
])('%s has its usual name in a German list: %s', (name, german) => {
  expect(countryIn(name, { language: 'de', labels })).toBe(german);
  expect(countryIn(name, { language: 'en', labels })).toBe(name);
});

test('the code of a country is known by any spelling of its name', () => {
  expect(['Germany', 'Türkei', 'UK', 'de'].map(countryCodeOf)).toEqual(['DE', 'TR', 'GB', 'DE']);
  expect(['Other', 'Nowhere', ''].map(countryCodeOf)).toEqual([undefined, undefined, undefined]);
});
