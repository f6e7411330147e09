import { expect, test } from 'vitest';
import { pluralText } from './plural.ts';

const english = { one: '{n} night', other: '{n} nights' };
const polish = { one: '{n} noc', few: '{n} noce', many: '{n} nocy', other: '{n} nocy' };

test.each([
  [1, 'en', english, '1 night'],
  [3, 'en', english, '3 nights'],
  [1, 'pl', polish, '1 noc'],
  [3, 'pl', polish, '3 noce'],
  [5, 'pl', polish, '5 nocy'],
])('%i in %s is %s', (n, language, words, text) => {
  expect(pluralText(words, n, language)).toBe(text);
});
