import { cpSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { siteFolders } from '#server/content/folders.ts';
import { openOffice } from '#tests/support/office.ts';
import { testFolder } from '#tests/support/test-folder.ts';
import { startTestSite } from '#tests/support/test-site.ts';

test('a build that fails publishes nothing, and the files get their texts of before', async () => {
  const folder = testFolder();
  const settings = { CONTENT_DIR: join(folder, 'content'), SITE_DIR: join(folder, 'site') };
  cpSync('tests/support/content', settings.CONTENT_DIR, { recursive: true });
  mkdirSync(siteFolders(settings).build, { recursive: true });
  const office = await openOffice(await startTestSite(), settings);
  const { call } = await office.colleague('ada@example.org', 'secretary');
  const at = (file: string) => join(settings.CONTENT_DIR, file);
  const save = async (change: object) => {
    const request = { change: JSON.stringify(change) };
    const { plan } = (await call('/plan', { action: 'content', request })).json;
    expect((await call('/perform', { plan })).status).toBe(200);
  };
  const [before, travel] = ['prices.yaml', 'pages/travel.md'].map((file) =>
    readFileSync(at(file), 'utf8'),
  );
  const edits = [{ do: 'set', path: ['room', 'night'], value: '139.00' }];
  await save({ file: 'prices', base: before, edits });
  // A new page, and one that is removed.
  const text = '---\ntitle: A\ndescription: B\n---\n';
  await save({ file: 'pages/hotels.md', base: '', text });
  await save({ file: 'pages/travel.md', base: travel, text: '' });
  // Somebody breaks another file by hand before the build has read it.
  writeFileSync(at('speakers.yaml'), 'speakers: [');
  const state = async () => (await call('/content/publishing')).json;
  await expect.poll(state).toMatchObject({
    is: 'refused',
    words: expect.stringMatching(/nothing was published[^]*speakers\.yaml/),
  });
  await expect.poll(() => readFileSync(at('prices.yaml'), 'utf8')).toBe(before);
  await expect.poll(() => existsSync(at('pages/hotels.md'))).toBe(false);
  await expect.poll(() => existsSync(at('pages/travel.md'))).toBe(true);
  expect(readFileSync(at('pages/travel.md'), 'utf8')).toBe(travel);
  expect(await office.organise('log')).toContain('put back, because the site could not be built');
});

test('saves that a build has read cause no second one', async () => {
  const folder = testFolder();
  const settings = { CONTENT_DIR: join(folder, 'content'), SITE_DIR: join(folder, 'site') };
  cpSync('tests/support/content', settings.CONTENT_DIR, { recursive: true });
  const { build } = siteFolders(settings);
  mkdirSync(build, { recursive: true });
  const office = await openOffice(await startTestSite(), settings);
  const { call } = await office.colleague('ada@example.org', 'secretary');
  const prices = join(settings.CONTENT_DIR, 'prices.yaml');
  const save = async (value: string) => {
    const edits = [{ do: 'set', path: ['room', 'night'], value }];
    const change = { file: 'prices', base: readFileSync(prices, 'utf8'), edits };
    const request = { change: JSON.stringify(change) };
    const { plan } = (await call('/plan', { action: 'content', request })).json;
    expect((await call('/perform', { plan })).status).toBe(200);
  };
  const state = async () => String((await call('/content/publishing')).json['is']);
  const madeAt = () => statSync(build).ino;
  await save('139.00');
  await save('138.00');
  const before = madeAt();
  expect(await state()).toBe('building');
  await expect.poll(madeAt, { timeout: 120_000 }).not.toBe(before);
  await expect.poll(state, { timeout: 10_000 }).toBe('waiting');
  const after: string[] = [];
  // No server of this folder runs, so the wait ends without one.
  while (after.at(-1) !== 'elsewhere' && after.length < 400) {
    after.push(await state());
    await pause(100);
  }
  expect(after.at(-1)).toBe('elsewhere');
  expect(after.filter((is) => is === 'building').length).toBeLessThan(3);
});
