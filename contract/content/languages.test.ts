import { expect, test } from 'vitest';
import { withColon } from './languages.ts';

test.each([
  ['fr', 'Reçu\u00a0:'],
  ['fr-BE', 'Reçu\u00a0:'],
  ['fy', 'Reçu:'],
  ['it', 'Reçu:'],
])('a colon in %s', (language, text) => {
  expect(withColon('Reçu', language)).toBe(text);
});
