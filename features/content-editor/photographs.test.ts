import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DAY } from '#contract/time-spans.ts';
import { testFolder } from '#tests/support/test-folder.ts';
import { addPhotograph } from './photographs.ts';

test('a photograph that no save names waits for thirty days, and is then forgotten', async () => {
  const folder = testFolder();
  const now = Date.now();
  const add = (name: string, days: number) => {
    const pixels = Buffer.alloc(480 * 480 * 4, days).toString('base64');
    return addPhotograph(folder, { name, pixels }, new Date(now + days * DAY));
  };
  const waiting = () => readdirSync(join(folder, 'new-photographs')).map((file) => file[0]);
  await add('a', 0);
  await add('b', 29);
  expect(waiting()).toEqual(['a', 'b']);
  await add('c', 31);
  expect(waiting()).toEqual(['c']);
});
