import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fixtureSettings } from '#tests/support/fixture-settings.ts';
import { ContentError } from './content-error.ts';
import { readContent } from '#server/content/read-content.ts';

/** The mistakes that people make who do not program, and the sentence about each. */

let folder: string;
beforeAll(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'plenary-')), 'content');
  cpSync(fixtureSettings.CONTENT_DIR, folder, { recursive: true });
});
afterAll(() => rmSync(join(folder, '..'), { recursive: true }));

/** The complaint about the folder, while a file of it has another text. */
function complaint(file: string, text: string | Uint8Array): string {
  const path = join(folder, file);
  const before = readFileSync(path);
  writeFileSync(path, text);
  try {
    readContent(folder);
    return '';
  } catch (error) {
    if (error instanceof ContentError) return error.message;
    throw error;
  } finally {
    writeFileSync(path, before);
  }
}

test.each<[name: string, file: string, from: string | RegExp, to: string, said: string]>([
  [
    'missing colon',
    'conference',
    'city: Berlin\n',
    'city Berlin\n',
    ':{0} there is no colon in this line: write "city: Berlin", or # before a note',
  ],
  [
    'missing colon of group',
    'conference',
    'dates:\n',
    'dates\n',
    ':{0} there is no colon in this line: write "dates:", or # before a note',
  ],
  [
    'no space after colon',
    'conference',
    'city: Berlin\n',
    'city:Berlin\n',
    ':{0} there is no space after the colon: write "city: Berlin"',
  ],
  [
    'no space after colon in group',
    'conference',
    '  street: Silber',
    '  street:Silber',
    ':{0} there is no space after the colon: write "street: Silberreiherufer 14"',
  ],
  [
    'colon in text',
    'conference',
    'tagline: Polymer science and',
    'tagline: Polymers: a story and',
    ":{0} put a text with a colon in quotes: tagline: 'Polymers: a story and composite materials, from the chain …'",
  ],
  [
    'colon in list text',
    'speakers',
    'title: Professor of Macro',
    'title: Professor: Macro',
    ":{0} put a text with a colon in quotes: title: 'Professor: Macromolecular Chemistry'",
  ],
  [
    'text ends with colon',
    'conference',
    'brand_line: A meeting in {city} of the people who make, measure and use polymers.',
    'brand_line: A meeting in {city}:',
    ":{0} put a text with a colon in quotes: brand_line: 'A meeting in {city}:'",
  ],
  [
    'tab',
    'conference',
    '  street: Silber',
    '\tstreet: Silber',
    ':{0} the line begins with a tab: type spaces in its place',
  ],
  [
    'tab list',
    'speakers',
    '    title: Professor of Macro',
    '\ttitle: Professor of Macro',
    ':{0} the line begins with a tab: type spaces in its place',
  ],
  [
    'too deep',
    'conference',
    '  street: Silber',
    '   street: Silber',
    ':{0} begins with 3 spaces, and the line above with 2 spaces: lines of one group begin alike',
  ],
  [
    'too deep first',
    'conference',
    '  name: Hotel',
    '   name: Hotel',
    ':{1} begins with 2 spaces: write 3 spaces, as "name" does, or no space, as "venue" does',
  ],
  [
    'too deep top',
    'conference',
    'city: Berlin\n',
    ' city: Berlin\n',
    ':{0} begins with 1 space: write 2 spaces, as "timezone" does, or no space, as "dates" does',
  ],
  [
    'too shallow',
    'conference',
    '  street: Silber',
    ' street: Silber',
    ':{0} begins with 1 space: write 2 spaces, as "name" does, or no space, as "venue" does',
  ],
  [
    'not indented',
    'conference',
    '  street: Silber',
    'street: Silber',
    ':{1} begins with 2 spaces, and the line above with no space: lines of one group begin alike',
  ],
  [
    'list key too shallow',
    'speakers',
    '    title: Professor of Macro',
    '  title: Professor of Macro',
    ':{0} begins where the dashes of a list begin: write 4 spaces, as "name" does',
  ],
  [
    'list key one less',
    'speakers',
    '    title: Professor of Macro',
    '   title: Professor of Macro',
    ':{0} begins with 3 spaces: write 4 spaces, as "name" does, or 2 spaces, as the dashes of the list',
  ],
  [
    'list key too deep',
    'speakers',
    '    title: Professor of Macro',
    '      title: Professor of Macro',
    ':{0} begins with 6 spaces, and the line above with 4 spaces: lines of one group begin alike',
  ],
  [
    'unclosed single',
    'conference',
    "accent: '#b93a16'",
    "accent: '#b93a16",
    ":{0} the quote ' is not closed: add ' at the end of the text",
  ],
  [
    'unclosed double',
    'conference',
    'city: Berlin\n',
    'city: "Berlin\n',
    ':{0} the quote " is not closed: add " at the end of the text',
  ],
  [
    'unclosed at the end',
    'conference',
    'url: https://sponsor.polymersummit.example/',
    'url: "https://sponsor.polymersummit.example/',
    ':{0} the quote " is not closed: add " at the end of the text',
  ],
  [
    'typographic german',
    'prices',
    "price: '399.00'",
    'price: „399.00“',
    ':{0} presentation_types[0].price: expected an amount in EUR, such as "399.00", and found "„399.00“": type straight quotes, " or \', in place of these',
  ],
  [
    'typographic colour',
    'conference',
    "accent: '#b93a16'",
    'accent: ‘#b93a16’',
    ':{0} accent: expected a colour such as "#b93a16" or "oklch(53% 0.17 36)", and found "‘#b93a16’": type straight quotes, " or \', in place of these',
  ],
  [
    'apostrophe',
    'conference',
    'brand_line: A meeting in',
    "brand_line: 'A people's meeting in",
    ':{0} the apostrophe ends the text: use double quotes, brand_line: "A people\'s meeting in {city} of the people who make, measu…"',
  ],
  [
    'apostrophe closed',
    'conference',
    /brand_line: .*/,
    "brand_line: 'The people's meeting'",
    ':{0} the apostrophe ends the text: use double quotes, brand_line: "The people\'s meeting"',
  ],
  [
    'quotes then more',
    'conference',
    /brand_line: .*/,
    'brand_line: "Polymers" in Berlin',
    ':{0} put the whole text in quotes: brand_line: \'"Polymers" in Berlin\'',
  ],
  [
    '# colour',
    'conference',
    "accent: '#b93a16'",
    'accent: #b93a16',
    ':{0} accent: is empty, because # begins a note: put the text in quotes',
  ],
  [
    '# text',
    'conference',
    'label: Ad-sponsor',
    'label: #1 sponsor',
    ':{0} sponsor.label: is empty, because # begins a note: put the text in quotes',
  ],
  [
    'leading zero',
    'conference',
    "postal_code: '10999'\n  note",
    'postal_code: 01099\n  note',
    ':{0} venue.postal_code: expected text: put "01099" in quotes',
  ],
  [
    'number postal',
    'conference',
    "postal_code: '10999'\n  note",
    'postal_code: 10999\n  note',
    ':{0} venue.postal_code: expected text: put "10999" in quotes',
  ],
  [
    'price comma',
    'prices',
    "price: '399.00'",
    "price: '399,00'",
    ':{0} presentation_types[0].price: expected an amount in EUR, such as "399.00", and found "399,00": write "399.00"',
  ],
  [
    'price comma unquoted',
    'prices',
    "price: '399.00'",
    'price: 399,00',
    ':{0} presentation_types[0].price: expected an amount in EUR, such as "399.00", and found "399,00": write "399.00"',
  ],
  [
    'price thousands and comma',
    'prices',
    "price: '399.00'",
    "price: '1.250,00'",
    ':{0} presentation_types[0].price: expected an amount in EUR, such as "399.00", and found "1.250,00": write "1250.00"',
  ],
  [
    'price with the sign of reals',
    'prices',
    "price: '399.00'",
    'price: R$ 1.250,50',
    ':{0} presentation_types[0].price: expected an amount in EUR, such as "399.00", and found "R$ 1.250,50": write "1250.50"',
  ],
  [
    'price that may be two amounts',
    'prices',
    "price: '399.00'",
    "price: '1.250'",
    ':{0} presentation_types[0].price: expected an amount in EUR, such as "399.00", and found "1.250"',
  ],
  [
    'day of a ticket',
    'prices',
    "price: '399.00'",
    "price: '399.00'\n    days: [2026-5-29]",
    ':{1} presentation_types[0].days[0]: expected a day such as 2026-05-29, or a half such as 2026-05-29 morning, and found "2026-5-29": write 2026-05-29',
  ],
  [
    'price currency',
    'prices',
    "price: '399.00'",
    'price: 399 EUR',
    ':{0} presentation_types[0].price: expected an amount in EUR, such as "399.00", and found "399 EUR": write "399"',
  ],
  [
    'price euro',
    'prices',
    "price: '399.00'",
    'price: €399',
    ':{0} presentation_types[0].price: expected an amount in EUR, such as "399.00", and found "€399": write "399"',
  ],
  [
    'price dash',
    'prices',
    "price: '399.00'",
    'price: 399.-',
    ':{0} presentation_types[0].price: expected an amount in EUR, such as "399.00", and found "399.-": write "399"',
  ],
  [
    '8.30',
    'agenda',
    "start: '08:00'",
    'start: 8.30',
    ':{0} days[0].items[0].start: expected a time in quotes, such as "09:30", and found "8.30": write "08:30"',
  ],
  [
    '8:30',
    'agenda',
    "start: '08:00'",
    'start: 8:30',
    ':{0} days[0].items[0].start: expected a time in quotes, such as "09:30", and found "8:30": write "08:30"',
  ],
  [
    '24:00',
    'agenda',
    "end: '09:30'",
    "end: '24:00'",
    ':{0} days[0].items[1].end: expected a time in quotes, such as "09:30", and found "24:00": the end of a day is "00:00"',
  ],
  [
    '9.30 Uhr',
    'agenda',
    "end: '09:30'",
    'end: 9:30 am',
    ':{0} days[0].items[1].end: expected a time in quotes, such as "09:30", and found "9:30 am": write "09:30"',
  ],
  [
    '2027-6-16',
    'conference',
    'start: 2026-05-29',
    'start: 2027-6-16',
    ':{0} dates.start: expected a date such as 2026-05-29, and found "2027-6-16": write 2027-06-16',
  ],
  [
    'German date',
    'conference',
    'start: 2026-05-29',
    'start: 29.05.2026',
    ':{0} dates.start: expected a date such as 2026-05-29, and found "29.05.2026": write 2026-05-29',
  ],
  [
    'US date',
    'conference',
    'start: 2026-05-29',
    'start: May 29, 2026',
    ':{0} dates.start: expected a date such as 2026-05-29, and found "May 29, 2026": write 2026-05-29',
  ],
  [
    '31 June',
    'conference',
    'end: 2026-05-30',
    'end: 2026-06-31',
    ':{0} dates.end: expected a date such as 2026-05-29, and found "2026-06-31": there is no such day',
  ],
  [
    'moment 24',
    'conference',
    'until: 2099-05-15 18:00',
    'until: 2099-05-15 24:00',
    ':{0} questions[0].until: expected a moment such as 2026-03-10, 2026-03-10 18:00 or 2026-03-10 AoE, and found "2099-05-15 24:00": write 2099-05-15, which ends with its day',
  ],
  [
    'moment 31 june',
    'conference',
    'until: 2099-05-15 18:00',
    'until: 2099-06-31',
    ':{0} questions[0].until: expected a moment such as 2026-03-10, 2026-03-10 18:00 or 2026-03-10 AoE, and found "2099-06-31": there is no such day',
  ],
  [
    'yes',
    'conference',
    'required: true',
    'required: yes',
    ':{0} questions[0].required: expected true or false, and found "yes": write true',
  ],
  [
    'missing dash',
    'speakers',
    '  - id: rafael',
    '    id: rafael',
    ':{0} this key is there twice: it is in line {-10} already. A new entry of a list begins with a dash',
  ],
  [
    'missing dash of the first',
    'speakers',
    '  - id: ilse',
    '    id: ilse',
    ':{10} begins with 2 spaces: write 4 spaces, as "image_url" does, or no space, as "speakers" does',
  ],
  [
    'missing space after dash',
    'speakers',
    '  - id: rafael',
    '  -id: rafael',
    ':{0} there is no space after the dash: write "- id: rafael-quintanar-belmez"',
  ],
  [
    'dash too many',
    'conference',
    '  street: Silber',
    '  - street: Silber',
    ':{0} this dash is too many: "venue" has named entries, and no list',
  ],
  [
    'dash before top',
    'conference',
    'city: Berlin\n',
    '- city: Berlin\n',
    ':{0} this dash is too many: the file has named entries, and no list',
  ],
  [
    'list instead of text',
    'conference',
    'city: Berlin\n',
    'city: [Berlin]\n',
    ':{0} city: expected text, and found a list: remove the dash or the brackets',
  ],
  [
    'text instead of list',
    'conference',
    'options: [Everything, Vegetarian, Vegan, Gluten-free]',
    'options: Everything, Vegetarian',
    ':{0} questions[0].options: expected a list: a dash before each entry, or [one, two]',
  ],
  [
    'text instead of group',
    'conference',
    /dates:\n.*\n.*\n.*\n/,
    'dates: 2026-05-29\n',
    ':{0} dates: expected a group of named entries',
  ],
  [
    'group instead of list',
    'speakers',
    /speakers:\n[^]*/,
    'speakers:\n  id: ada\n  name: Ada\n',
    ':{0} speakers: expected a list: a dash before each entry, or [one, two]',
  ],
  [
    'twice',
    'conference',
    'city: Berlin\n',
    'city: Berlin\ncity: Bonn\n',
    ':{1} this key is there twice: it is in line {0} already',
  ],
  [
    'misspelt',
    'conference',
    '  street: Silber',
    '  stret: Silber',
    ':{0} venue.stret: unknown key: did you mean "street"?',
  ],
  [
    'misspelt hyphen',
    'conference',
    "  postal_code: '10999'\n  note",
    "  postal-code: '10999'\n  note",
    ':{0} venue.postal-code: unknown key: did you mean "postal_code"?',
  ],
  [
    'misspelt capital',
    'conference',
    'city: Berlin\n',
    'City: Berlin\n',
    ':{0} City: unknown key: did you mean "city"?',
  ],
  [
    'misspelt blank',
    'conference',
    'copyright_year: 2026',
    'copyright year: 2026',
    ':{0} copyright year: unknown key: did you mean "copyright_year"?',
  ],
  [
    'unknown',
    'conference',
    'city: Berlin\n',
    'city: Berlin\nhashtag: polymers\n',
    ':{1} hashtag: unknown key',
  ],
  [
    '{',
    'conference',
    /brand_line: .*/,
    'brand_line: {city} welcomes you',
    ":{0} put a text that begins with { in quotes: brand_line: '{city} welcomes you'",
  ],
  [
    '{ alone',
    'conference',
    /brand_line: .*/,
    'brand_line: {city}',
    ':{0} brand_line: expected text: put a text that begins with { in quotes',
  ],
  [
    '[',
    'conference',
    /brand_line: .*/,
    'brand_line: [New] A meeting',
    ":{0} put a text that begins with [ in quotes: brand_line: '[New] A meeting'",
  ],
  [
    '*',
    'conference',
    /brand_line: .*/,
    'brand_line: *New* A meeting',
    ":{0} put a text that begins with * in quotes: brand_line: '*New* A meeting'",
  ],
  [
    '&',
    'conference',
    /brand_line: .*/,
    'brand_line: & more in Berlin',
    ":{0} put a text that begins with & in quotes: brand_line: '& more in Berlin'",
  ],
  [
    '&b',
    'conference',
    /brand_line: .*/,
    'brand_line: &more in Berlin',
    ":{0} put a text that begins with & in quotes: '&more in Berlin'",
  ],
  [
    '@',
    'conference',
    /brand_line: .*/,
    'brand_line: @polymersummit',
    ":{0} put a text that begins with @ in quotes: brand_line: '@polymersummit'",
  ],
  [
    '%',
    'conference',
    /brand_line: .*/,
    'brand_line: %100 polymers',
    ":{0} put a text that begins with % in quotes: brand_line: '%100 polymers'",
  ],
  [
    'backtick',
    'conference',
    /brand_line: .*/,
    'brand_line: `polymers`',
    ":{0} put a text that begins with ` in quotes: brand_line: '`polymers`'",
  ],
  [
    '!',
    'conference',
    /brand_line: .*/,
    'brand_line: !Polymers',
    ":{0} put a text that begins with ! in quotes: brand_line: '!Polymers'",
  ],
  [
    '! bold',
    'conference',
    /brand_line: .*/,
    'brand_line: ! Polymers',
    ":{0} put a text that begins with ! in quotes: '! Polymers'",
  ],
  [
    '>',
    'conference',
    /brand_line: .*/,
    'brand_line: > 300 people',
    ":{0} put a text that begins with > in quotes: brand_line: '> 300 people'",
  ],
  [
    '|',
    'conference',
    /brand_line: .*/,
    'brand_line: | 300 people',
    ":{0} put a text that begins with | in quotes: brand_line: '| 300 people'",
  ],
  [
    '-',
    'conference',
    /brand_line: .*/,
    'brand_line: - 300 people',
    ":{0} put a text that begins with - in quotes: brand_line: '- 300 people'",
  ],
  [
    '?',
    'conference',
    /brand_line: .*/,
    'brand_line: ? who',
    ":{0} put a text that begins with ? in quotes: brand_line: '? who'",
  ],
  [
    ',',
    'conference',
    /brand_line: .*/,
    'brand_line: , who',
    ":{0} put a text that begins with , in quotes: brand_line: ', who'",
  ],
  [
    'backslash',
    'conference',
    /brand_line: .*/,
    'brand_line: "C:\\polymers"',
    ":{0} a backslash has a meaning in double quotes: use single quotes, brand_line: 'C:\\polymers'",
  ],
  [
    'merge marks',
    'conference',
    'city: Berlin\n',
    '<<<<<<< HEAD\ncity: Berlin\n=======\ncity: Bonn\n>>>>>>> other\n',
    ':{0} two people changed these lines: keep one version, and delete the lines with <<<<<<<, ======= and >>>>>>>',
  ],
  [
    'flow no brace',
    'conference',
    '{ icon: people, number: 300, label: Global Delegates }',
    '{ icon: people, number: 300, label: Global Delegates',
    ':{0} the bracket is not closed: add } at the end',
  ],
  [
    'flow no comma',
    'conference',
    '{ icon: people, number: 300, label: Global Delegates }',
    '{ icon: people number: 300, label: Global Delegates }',
    ':{0} there is no comma between "people" and "number"',
  ],
  [
    'flow list no bracket',
    'conference',
    '[Everything, Vegetarian, Vegan, Gluten-free]',
    '[Everything, Vegetarian, Vegan, Gluten-free',
    ':{0} the bracket is not closed: add ] at the end',
  ],
  [
    'flow colon no space',
    'conference',
    '{ icon: people, number: 300, label: Global Delegates }',
    '{ icon:people, number: 300, label: Global Delegates }',
    ':{0} there is no space after the colon: write "icon: people"',
  ],
  [
    'flow comma in text',
    'conference',
    'label: Global Delegates }',
    'label: Delegates, all over the world }',
    ':{0} put a text with a comma in quotes: ", all over the world"',
  ],
  [
    'folded text not indented',
    'conference',
    '  An international conference on',
    'An international conference on',
    ':{0} this line belongs to the text of "description", and has to begin with more spaces than "description"',
  ],
  [
    'folded second line',
    'conference',
    '  on {dates}. Programme',
    'on {dates}. Programme',
    ':{0} this line belongs to the text of "description", and has to begin with 2 spaces, as its other lines',
  ],
  [
    'two lines text colon',
    'conference',
    'brand_line: A meeting in',
    'brand_line: A meeting\n  time: in',
    ':{1} begins with 2 spaces, and the line above with no space: lines of one group begin alike',
  ],
  [
    'number as text',
    'conference',
    'copyright_year: 2026',
    'copyright_year: twenty',
    ':{0} copyright_year: expected a number',
  ],
  [
    'number quoted',
    'conference',
    'copyright_year: 2026',
    "copyright_year: '2026'",
    ':{0} copyright_year: expected a number, and found "2026": remove the quotes',
  ],
  [
    'number with plus',
    'conference',
    'number: 300',
    'number: 300+',
    ':{0} statistics[0].number: expected a number, and found "300+": write 300',
  ],
  [
    'number 1.000',
    'conference',
    'number: 300',
    'number: 1.000',
    ':{0} statistics[0].number: expected a number, and found "1.000": write 1000',
  ],
  [
    'percent',
    'prices',
    'percent: 5',
    'percent: 5%',
    ':{0} processing_fee.percent: expected a number, and found "5%": write 5',
  ],
  [
    'percent comma',
    'prices',
    'percent: 5',
    'percent: 5,5',
    ':{0} processing_fee.percent: expected a number, and found "5,5": write 5.5',
  ],
  ['empty value', 'conference', 'city: Berlin\n', 'city:\n', ':{0} city: is empty'],
  ['null', 'conference', 'city: Berlin\n', 'city: ~\n', ':{0} city: is empty'],
  [
    'word',
    'conference',
    /[^]*/,
    '{\\rtf1\\ansi hello}',
    ': the file is a document of a word processor (RTF): copy its text into a plain text file, and save that',
  ],
  [
    'html',
    'conference',
    /[^]*/,
    '<!DOCTYPE html>\n<html>\n',
    ': the file is a web page: copy its text into a plain text file, and save that',
  ],
  [
    'markdown fence',
    'conference',
    /[^]*/,
    '```yaml\nname: x\n```\n',
    ':{0} delete the lines with ```, which are no part of the file',
  ],
  [
    'doc marker',
    'conference',
    'city: Berlin\n',
    '---\ncity: Berlin\n',
    ':{0} delete this line: --- ends the file',
  ],
  [
    'nbsp',
    'conference',
    '  street: Silber',
    '\u00a0\u00a0street: Silber',
    ':{0} the line has a blank of another kind, as web pages and Word have: type plain spaces in its place',
  ],
  [
    'nbsp after colon',
    'conference',
    'city: Berlin\n',
    'city:\u00a0Berlin\n',
    ':{0} the line has a blank of another kind, as web pages and Word have: type plain spaces in its place',
  ],
  [
    'fullwidth colon',
    'conference',
    'city: Berlin\n',
    'city：Berlin\n',
    ':{0} the colon is of another kind: write "city: Berlin"',
  ],
  [
    'equals',
    'conference',
    'city: Berlin\n',
    'city = Berlin\n',
    ':{0} a key has a colon in place of the =: write "city: Berlin"',
  ],
  [
    '// comment',
    'conference',
    'city: Berlin\n',
    '// the city\ncity: Berlin\n',
    ':{0} a note begins with #, in place of the first letters',
  ],
  [
    'comment without #',
    'conference',
    'city: Berlin\n',
    'The city of the conference.\ncity: Berlin\n',
    ':{0} this line has no key with a colon: a note begins with #',
  ],
])('%s', (_, name, from, to, said) => {
  const file = `${name}.yaml`;
  const before = readFileSync(join(folder, file), 'utf8');
  const text = before.replace(from, () => to);
  expect(text).not.toBe(before);
  const words = complaint(file, text);
  // {1} is the line after the one with the edit.
  const line = before
    .slice(0, typeof from === 'string' ? before.indexOf(from) : before.search(from))
    .split('\n').length;
  const expected = said.replaceAll(/\{(-?\d+)\}/g, (_whole, offset) =>
    String(line + Number(offset)),
  );
  expect(words).toBe(`content/${file}${expected}`);
  expect(words).not.toMatch(/implicit|compact|scalar|mapping|sequence|token|collection|flow/i);
});

test.each([
  [
    'Windows-1252',
    Buffer.from('topics:\n  - name: Grüße\n', 'latin1'),
    ':2 the file is not saved as UTF-8, but as Windows-1252 or Latin-1 ("Grüße"): choose UTF-8 when you save it',
  ],
  [
    'UTF-16 without its mark',
    Buffer.from('topics: []', 'utf16le'),
    ': the file is saved as UTF-16: choose UTF-8 when you save it',
  ],
  [
    'Word',
    Buffer.from('PK\u0003\u0004docx'),
    ': the file is a document of Word, Excel, LibreOffice or Pages: copy its text into a plain text file, and save that',
  ],
  ['nothing', Buffer.from(''), ':1 the file is empty'],
])('a file in %s', (_, bytes, said) => {
  expect(complaint('topics.yaml', bytes)).toBe(`content/topics.yaml${said}`);
});

test.each(['topics.yml', 'topics.yaml.txt', 'Topics.yaml'])('a file called %s', (name) => {
  const [path, other] = [join(folder, 'topics.yaml'), join(folder, name)];
  renameSync(path, other);
  expect(() => readContent(folder)).toThrow(
    `content/topics.yaml: there is no such file: rename ${name} to topics.yaml`,
  );
  renameSync(other, path);
});
