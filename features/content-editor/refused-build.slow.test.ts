import { cpSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { siteFolders } from '#server/content/folders.ts';
import { openOffice } from '#tests/support/office.ts';
import { testFolder } from '#tests/support/test-folder.ts';
import { startTestSite } from '#tests/support/test-site.ts';
import { unpublishedSaves } from './saves.ts';

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

test('a save during a build is published after it at once', async () => {
  const folder = testFolder();
  const settings = { CONTENT_DIR: join(folder, 'content'), SITE_DIR: join(folder, 'site') };
  cpSync('tests/support/content', settings.CONTENT_DIR, { recursive: true });
  const { build } = siteFolders(settings);
  mkdirSync(build, { recursive: true });
  const server = await startTestSite();
  const office = await openOffice(server, settings);
  const { call } = await office.colleague('ada@example.org', 'secretary');
  const prices = join(settings.CONTENT_DIR, 'prices.yaml');
  const save = async (value: string) => {
    const edits = [{ do: 'set', path: ['room', 'night'], value }];
    const change = { file: 'prices', base: readFileSync(prices, 'utf8'), edits };
    const request = { change: JSON.stringify(change) };
    const { plan } = (await call('/plan', { action: 'content', request })).json;
    expect((await call('/perform', { plan })).status).toBe(200);
  };
  const madeAt = () => statSync(build).ino;
  const lastIsPublished = async () => {
    const saves = await unpublishedSaves(server.db);
    return saves.every(({ after }) => after !== readFileSync(prices, 'utf8'));
  };
  await save('139.00');
  await save('138.00');
  const before = madeAt();
  await expect.poll(madeAt, { timeout: 120_000 }).not.toBe(before);
  const after = madeAt();
  // Not after half a minute, in which no server of this folder takes the pages.
  await expect.poll(lastIsPublished, { timeout: 15_000 }).toBe(true);
  const state = async () => (await call('/content/publishing')).json['is'];
  await expect.poll(state, { timeout: 60_000 }).toBe('waiting');
  expect(madeAt()).toBe(after);
}, 240_000);
