import { expect, test } from 'vitest';
import { aroundAddress, inOneLine, withColon, withNote } from './languages.ts';

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
  expect(withNote('Dinner', 'sold out', language)).toBe(note);
  expect(aroundAddress(language)).toEqual(around);
});
