import { expect, test } from 'vitest';
import { ABSTRACT_FILE_LIMIT } from './abstract.ts';
import { sizeText } from './size-text.ts';

test.each([
  [0, '0 KB'],
  [1, '1 KB'],
  [870_400, '850 KB'],
  [1_048_576, '1.0 MB'],
  [13_002_342, '12.4 MB'],
  [ABSTRACT_FILE_LIMIT, '25.0 MB'],
])('%i bytes are %s', (bytes, words) => {
  expect(sizeText(bytes, 'en')).toBe(words);
});
