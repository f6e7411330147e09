import { expect, test } from 'vitest';
import { fillFacts } from './content-facts.ts';
import { documentNumber, seriesIn, seriesPattern } from './series-pattern.ts';

test.each([
  ['{year}-{n:5}', '2026-{n}', '2026-00007'],
  ['{n}', '{n}', '7'],
  ['RE{year}.{n:3}_A', 'RE2026.{n}_A', 'RE2026.007_A'],
])('the pattern %s has the series %s and the number %s', (pattern, series, number) => {
  expect(seriesPattern.parse(pattern)).toBe(pattern);
  expect(seriesIn(pattern, '2026')).toBe(series);
  expect(documentNumber(pattern, '2026', 7)).toBe(number);
});

test('a number with more digits than its pattern is written in full', () => {
  expect(documentNumber('{n:2}', '2026', 12_345)).toBe('12345');
});

test.each([
  ['{year}', 'has no {n}, the number of the document'],
  ['{n}-{n:5}', 'has several {n}, and a document has one number'],
  ['{year}{n}{year}', 'has several {year}'],
  ['{month}-{n}', '{month} is unknown; a pattern has {n}, {n:5} and {year}'],
  ['{n:x}', '{n:x} is unknown; a pattern has {n}, {n:5} and {year}'],
  ['{n:0}', '{n:0} has to have 1 to 9 digits'],
  ['{n:10}', '{n:10} has to have 1 to 9 digits'],
  ['-{n}', 'begins with a letter, a digit, {n} or {year}'],
  ['INVOICE-OF-THE-CONFERENCE-{n}', 'has more than 20 letters beside {n} and {year}'],
  ...['{year}/{n}', 'A {n}', '{n}\u0000', 'Nº{n}', '..{n}/..'].map((pattern) => [
    pattern,
    'has only letters, digits, full stops, - and _ beside {n} and {year}: numbers are names of files',
  ]),
])('a pattern is refused %s: %s', (pattern = '', message = '') => {
  const { error } = seriesPattern.safeParse(pattern);
  expect(error?.issues.map((issue) => issue.message)).toEqual([message]);
});

test('the year of a pattern is not the year of the conference', () => {
  const documents = { series: '{year}-{n}' };
  const conference = { name: 'Summit {year}', dates: { start: '2027-05-01' }, documents };
  expect(fillFacts({ conference })).toMatchObject({
    conference: { name: 'Summit 2027', dates: { start: '2027-05-01' }, documents },
  });
});
