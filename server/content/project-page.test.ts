import { expect, test } from 'vitest';
import { checkFolder } from './content-warnings.ts';

test('the folder of the project’s own page has no mistake', () => {
  expect(checkFolder('docs/site').mistakes).toEqual([]);
});
