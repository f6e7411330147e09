import { expect, test } from 'vitest';
import { buildSite } from './build-site.ts';

test('a build that cannot begin has failed, and the next one is tried', async () => {
  // No process takes this sign in a setting.
  const impossible = () => buildSite({ content: 'a\0b', site: undefined });
  const failed = { isDone: false, output: expect.stringContaining('null bytes') };
  expect(await impossible()).toEqual(failed);
  expect(await impossible()).toEqual(failed);
});
