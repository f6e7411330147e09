import { expect, test } from 'vitest';
import { moments } from './labels/moments.ts';
import { nightsText, stayAt, stayText } from './stay.ts';

const words = { language: 'en', phrases: moments };
const hotel = 'Heron Inn, Berlin, Germany';

test.each([
  ['2026-05-28', 3, 'Thu May 28 to Sun May 31, 2026'],
  ['2026-05-31', 1, 'Sun May 31 to Mon Jun 1, 2026'],
  ['2026-12-30', 3, 'Wed Dec 30, 2026 to Sat Jan 2, 2027'],
])('from the night of %s, %i nights are %s', (firstNight, nights, text) => {
  expect(nightsText(stayAt({ hotel, firstNight }, nights), words)).toBe(text);
  expect(stayText(stayAt({ hotel, firstNight }, nights), words)).toBe(`${hotel}: ${text}`);
});

test.each([
  ['ja', '2027-05-27', '2027年5月27日(木) to 5月28日(金)'],
  ['ja', '2027-12-31', '2027年12月31日(金) to 2028年1月1日(土)'],
  ['zh', '2027-05-27', '2027年5月27日周四 to 5月28日周五'],
  ['pl', '2027-05-27', 'czw., 27 maja to pt., 28 maja 2027'],
  ['de', '2027-05-27', 'Do., 27. Mai to Fr., 28. Mai 2027'],
])('in %s the year stands once, where the language has it', (language, firstNight, text) => {
  expect(nightsText(stayAt({ hotel, firstNight }, 1), { ...words, language })).toBe(text);
});

test('without a first night the text names the hotel only', () => {
  expect(stayText(stayAt({ hotel }, 3), words)).toBe(hotel);
  expect(nightsText(stayAt({ hotel }, 3), words)).toBeUndefined();
});
