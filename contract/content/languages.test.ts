import { expect, test } from 'vitest';
import { aroundAddress, inOneLine, withColon, inBrackets, withNumber } from './languages.ts';

test.each([
  ['en', 'Berlin, Germany', 'Hotel: 3 nights', 'Dinner (sold out)', [' ', '.']],
  ['ar', 'Berlin، Germany', 'Hotel: 3 nights', 'Dinner (sold out)', [' ', '.']],
  ['ja', 'Berlin、Germany', 'Hotel：3 nights', 'Dinner（sold out）', ['', '']],
  ['zh-Hant', 'Berlin，Germany', 'Hotel：3 nights', 'Dinner（sold out）', [' ', '。']],
  // Javanese and Zhuang are no Japanese and no Chinese.
  ['jav', 'Berlin, Germany', 'Hotel: 3 nights', 'Dinner (sold out)', [' ', '.']],
  ['zha', 'Berlin, Germany', 'Hotel: 3 nights', 'Dinner (sold out)', [' ', '.']],
])('parts of a line have the signs of %s', (language, line, stay, note, around) => {
  expect(inOneLine(['Berlin', undefined, 'Germany'], language)).toBe(line);
  expect(withColon('Hotel', '3 nights', language)).toBe(stay);
  expect(inBrackets('Dinner', 'sold out', language)).toBe(note);
  expect(aroundAddress(language)).toEqual(around);
});

test('parts and numbers keep their places among letters that are read from right to left', () => {
  expect(inOneLine(['المبنى B-4', '11194 عمّان', 'الأردن'], 'ar')).toBe(
    'المبنى B-4\u200f، 11194 عمّان، الأردن',
  );
  expect(inOneLine(['בניין B-4', '11194'], 'he')).toBe('בניין B-4\u200f, 11194');
  expect(inOneLine(['B-4', '11194'], 'he')).toBe('B-4, 11194');
  expect(withNumber('الرقم الضريبي', '1234567-8', 'ar')).toBe('الرقم الضريبي \u200e1234567-8');
  expect(withNumber('VAT number', 'DE 1', 'en')).toBe('VAT number DE 1');
});

test.each([
  ['fr', 'Reçu\u00a0: 3', 'Reçu\u00a0:'],
  ['fr-BE', 'Reçu\u00a0: 3', 'Reçu\u00a0:'],
  ['fy', 'Reçu: 3', 'Reçu:'],
  ['it', 'Reçu: 3', 'Reçu:'],
])('a colon in %s', (language, text, alone) => {
  expect(withColon('Reçu', '3', language)).toBe(text);
  expect(withColon('Reçu', '', language)).toBe(alone);
});
