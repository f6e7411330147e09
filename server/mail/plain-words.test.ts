import { expect, test } from 'vitest';
import { plainFileName, plainName, plainTitle } from './plain-words.ts';

test.each([
  'Ada Lovelace',
  '王小明',
  'Siân O’Brien-Núñez',
  "Dr. J.R. D'Arcy",
  'Sean O‘Neil',
  'Sean O´Neil',
  'Hans–Jürgen Groß',
  'محمد علي',
  'Maria da Conceição de Albuquerque',
])('%s is a name', (name) => {
  expect(plainName(name)).toBe(name);
});

test.each([
  'You have won https://evil.example/prize',
  'evil.example',
  'Call +1 900 5550 199',
  'win@evil.example',
  'Your account is closed please call the bank',
  'A'.repeat(61),
  'Ada\u2028<b>Lovelace</b>',
  '',
])('%j is more than a name', (name) => {
  expect(plainName(name)).toBeUndefined();
});

test.each(['abstract_2026-01-15 (final).pdf', '摘要.DOCX', 'Köhler.doc', 'O’Neil – Gels.pdf'])(
  '%s is a file',
  (name) => {
    expect(plainFileName(name)).toBe(name);
  },
);

test.each([
  'evil.example.pdf',
  'call 1 900 5550 199.pdf',
  'https evil.example prize.pdf',
  'a/b.pdf',
])('%s is more than the name of a file', (name) => {
  expect(plainFileName(name)).toBeUndefined();
});

test.each([
  ['Chains, 2.5 times slower (in water): a 12-fold story', true],
  ['Über Poly(N-isopropylacrylamid) … e.g. in H2O', true],
  ['Win at evil.example', false],
  ['Win at www.evil', false],
  ['https://evil', false],
  ['Write to win@evil', false],
  ['Call 030 5550 117 now', false],
])('the title %j is plain: %s', (title, isPlain) => {
  expect(plainTitle(title)).toBe(isPlain ? title : undefined);
});
