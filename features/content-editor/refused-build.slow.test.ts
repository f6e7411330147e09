import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { siteFolders } from '#server/content/folders.ts';
import { openOffice } from '#tests/support/office.ts';
import { testFolder } from '#tests/support/test-folder.ts';
import { startTestSite } from '#tests/support/test-site.ts';

test('a build that fails publishes nothing, and the file gets its text of before', async () => {
  const folder = testFolder();
  const settings = { CONTENT_DIR: join(folder, 'content'), SITE_DIR: join(folder, 'site') };
  cpSync('tests/support/content', settings.CONTENT_DIR, { recursive: true });
  mkdirSync(siteFolders(settings).build, { recursive: true });
  const office = await openOffice(await startTestSite(), settings);
  const { call } = await office.colleague('ada@example.org', 'secretary');
  const file = join(settings.CONTENT_DIR, 'prices.yaml');
  const before = readFileSync(file, 'utf8');
  const edits = [{ do: 'set', path: ['room', 'night'], value: '139.00' }];
  const request = { change: JSON.stringify({ file: 'prices', base: before, edits }) };
  const { plan } = (await call('/plan', { action: 'content', request })).json;
  expect((await call('/perform', { plan })).status).toBe(200);
  // Somebody breaks another file by hand before the build has read it.
  writeFileSync(join(settings.CONTENT_DIR, 'speakers.yaml'), 'speakers: [');
  const state = async () => (await call('/content/publishing')).json;
  await expect.poll(state).toMatchObject({
    is: 'refused',
    words: expect.stringMatching(/nothing was published[^]*speakers\.yaml/),
  });
  expect(readFileSync(file, 'utf8')).toBe(before);
  expect(await office.organise('log')).toContain('put back, because the site could not be built');
});
