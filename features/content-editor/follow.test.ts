import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import type { ContentEdit } from '#contract/content/content-edits.ts';
import { siteFolders } from '#server/content/folders.ts';
import { CONTENT_STAMP, stampOf } from '#server/content/stamp.ts';
import { timestamp } from '#server/identity.ts';
import { joinServers, leaveServers } from '#server/operations/servers.ts';
import { openOffice } from '#tests/support/office.ts';
import { ran } from '#tests/support/test-commands.ts';
import { newId } from '#tests/support/seed.ts';
import { testFolder } from '#tests/support/test-folder.ts';
import { startTestSite } from '#tests/support/test-site.ts';
import { kindsOf } from '#server/privacy/purge-kinds.ts';
import { inTransaction } from '#server/database/database.ts';
import { DAY } from '#contract/time-spans.ts';
import { follow } from './follow.ts';
import { readFolderSaves, writeFolderSaves } from './folder-saves.ts';
import { sharedPhotograph } from './photographs.ts';
import { publishingNow, publishLeftovers, releasableNow } from './publish.ts';

const root = testFolder();
const machine = (name: string) => {
  const settings = { CONTENT_DIR: join(root, name, 'content'), SITE_DIR: join(root, name, 'site') };
  const path = (file: string) => join(settings.CONTENT_DIR, file);
  return {
    settings,
    path,
    read: (file: string) => readFileSync(path(file), 'utf8'),
    write: (file: string, text: string) => writeFileSync(path(file), text),
  };
};
const [here, there] = [machine('here'), machine('there')];
const server = await startTestSite();
const office = await openOffice(server, here.settings);
const { call } = await office.colleague('ada@example.org', 'secretary');
const officeThere = await openOffice(server, there.settings);
const context = officeThere.context;
const bo = await officeThere.colleague('bo@example.org', 'secretary');

beforeEach(async () => {
  await server.db.deleteFrom('content_saves').execute();
  for (const { settings } of [here, there]) {
    rmSync(dirname(settings.CONTENT_DIR), { recursive: true, force: true });
    cpSync('tests/support/content', settings.CONTENT_DIR, { recursive: true });
  }
});

const price = (value: string): ContentEdit => ({
  do: 'set',
  path: ['presentation_types', 0, 'price'],
  value,
});

const save = (file: 'prices' | 'speakers', edit: ContentEdit, { by = call, at = here } = {}) =>
  saveChange({ file, base: at.read(`${file}.yaml`), edits: [edit] }, by);

/** Saves a change on a machine, none of which has pages, so that others may take it at once. */
async function saveChange(change: object, by = call): Promise<{ status: number; text: string }> {
  const request = { change: JSON.stringify(change) };
  const planned = await by('/plan', { action: 'content', request });
  if (planned.status !== 200) return planned;
  const done = await by('/perform', { plan: planned.json['plan'] });
  const unpublished = server.db.selectFrom('content_saves').select('id');
  await expect.poll(() => unpublished.where('published_at', 'is', null).execute()).toHaveLength(0);
  return done;
}

/** Marks the pages of the other machine as those of a text, which makes a build needless. */
function pagesHave(file: string, text: string): void {
  const copy = join(root, 'copy');
  rmSync(copy, { recursive: true, force: true });
  cpSync(there.settings.CONTENT_DIR, copy, { recursive: true });
  if (text === '') rmSync(join(copy, file));
  else writeFileSync(join(copy, file), text);
  const { build } = siteFolders(there.settings);
  mkdirSync(build, { recursive: true });
  writeFileSync(join(build, CONTENT_STAMP), stampOf(copy, ['.']));
}

/** The other machine takes the text of a file. */
async function taken(file = 'prices.yaml') {
  pagesHave(file, here.read(file));
  return follow(context);
}

test('another machine takes what a dashboard has published, once, and a new one takes the newest', async () => {
  for (const value of ['409.00', '419.00', '429.00']) await save('prices', price(value));
  expect(await taken()).toEqual({ taken: ['prices.yaml'], edited: [], beyond: [] });
  expect(there.read('prices.yaml')).toBe(here.read('prices.yaml'));
  expect(there.read('prices.yaml')).toContain("'429.00'");
  expect(await follow(context)).toEqual({ taken: [], edited: [], beyond: [] });
  // A save that is not built yet is for no other server.
  await save('prices', price('439.00'));
  await server.db.updateTable('content_saves').set({ published_at: null }).execute();
  expect(await follow(context)).toEqual({ taken: [], edited: [], beyond: [] });
});

test('a save that is made while a build runs is for other servers after its own build', async () => {
  await save('prices', price('409.00'));
  await server.db.updateTable('content_saves').set({ published_at: null }).execute();
  const built = await releasableNow(office.context);
  await writeRow('speakers.yaml', { before: '', after: here.read('speakers.yaml') }, null);
  await built.release();
  const rows = server.db.selectFrom('content_saves').select('file');
  expect(await rows.where('published_at', 'is not', null).execute()).toEqual([
    { file: 'prices.yaml' },
  ]);
});

test('a new page in Markdown comes, is there for others to read, and goes', async () => {
  const [file, text] = ['pages/hotels.md', '---\ntitle: A\ndescription: B\n---\n\nBeds.\n'];
  expect((await saveChange({ file, base: '', text })).status).toBe(200);
  pagesHave(file, text);
  const before = process.umask(0o077);
  expect(await follow(context)).toEqual({ taken: [file], edited: [], beyond: [] });
  process.umask(before);
  expect(there.read(file)).toBe(text);
  expect(statSync(there.path(file)).mode & 0o777).toBe(0o644);
  expect((await saveChange({ file, base: text, text: '' })).status).toBe(200);
  pagesHave(file, '');
  expect(await follow(context)).toEqual({ taken: [file], edited: [], beyond: [] });
  expect(existsSync(there.path(file))).toBe(false);
});

test('a photograph comes with the save that names it', async () => {
  const pixels = Buffer.alloc(480 * 480 * 4, 200).toString('base64');
  const { address } = (await call('/content/photographs', { name: 'Zoë', pixels })).json;
  const value = String(address);
  await save('speakers', { do: 'set', path: ['speakers', 1, 'image_url'], value });
  const file = join('public', value);
  // The pages count as built with it.
  cpSync(here.path(file), there.path(file));
  pagesHave('speakers.yaml', here.read('speakers.yaml'));
  rmSync(there.path(file));
  expect((await follow(context)).taken).toEqual(['speakers.yaml']);
  expect(readFileSync(there.path(file))).toEqual(readFileSync(here.path(file)));
});

test('a photograph that the site has no longer is forgotten after a month, and a save that is taken back shares it again', async () => {
  await server.db.deleteFrom('content_photographs').execute();
  const pixels = Buffer.alloc(480 * 480 * 4, 90).toString('base64');
  const { address } = (await call('/content/photographs', { name: 'Ana', pixels })).json;
  const value = String(address);
  const path = ['speakers', 1, 'image_url'];
  await save('speakers', { do: 'set', path, value });
  await save('speakers', { do: 'set', path, value: '/portraits/portrait.svg' });
  /** The number of photographs that a purge forgets after so many days. */
  const forgotten = async (days: number) => {
    const now = new Date(server.clock.now().getTime() + days * DAY);
    const kinds = kindsOf({ db: server.db, now, content: server.content });
    const kind = kinds.find(({ what }) => what.startsWith('photographs'));
    const files = await kind?.due(kind.before ?? '', 200);
    return inTransaction(server.db, (tx) =>
      kind ? kind.remove(tx, files ?? [], kind.before ?? '') : Promise.resolve(-1),
    );
  };
  expect(await forgotten(29)).toBe(0);
  expect(await forgotten(31)).toBe(1);
  const kept = () => server.db.selectFrom('content_photographs').selectAll().execute();
  expect(await kept()).toEqual([]);
  const back = await server.db
    .selectFrom('content_saves')
    .select('id')
    .orderBy('saved_at', 'desc')
    .executeTakeFirstOrThrow();
  expect((await saveChange({ back: back.id })).status).toBe(200);
  expect(await kept()).toHaveLength(1);
  expect(await forgotten(31)).toBe(0);
});

test('what was edited by hand on the other machine is kept, and said', async () => {
  const hand = there.read('prices.yaml').replace("'399.00'", "'111.00'");
  there.write('prices.yaml', hand);
  await save('prices', price('419.00'));
  expect(await follow(context)).toEqual({ taken: [], edited: ['prices.yaml'], beyond: [] });
  expect(there.read('prices.yaml')).toBe(hand);
  const { code, text } = await ran(context, 'follow', '--once');
  expect({ code, text }).toEqual({
    code: 1,
    text: expect.stringContaining('Edited by hand here, so the newer save is not taken'),
  });
  expect((await ran(context, 'follow', '--keep')).text).toContain('Kept as they are: prices.yaml');
  expect(await follow(context)).toEqual({ taken: [], edited: [], beyond: [] });
  // A save of the kept text, from its own dashboard, is the newest for all.
  expect((await save('prices', price('222.00'), { by: bo.call, at: there })).status).toBe(200);
  expect(there.read('prices.yaml')).toContain("'222.00'");
});

/** A row as somebody writes it who has the database and no dashboard. */
async function writeRow(
  file: string,
  texts: { before: string; after: string },
  published_at: string | null = timestamp(new Date()),
) {
  const now = timestamp(new Date());
  const { before: before_text, after: after_text } = texts;
  const row = { id: 'row', saved_at: now, saved_by: 'Ada', published_at };
  await server.db
    .insertInto('content_saves')
    .values({ ...row, file, before_text, after_text })
    .execute();
}

test.for([
  [
    'conference.yaml',
    (text: string) => `${text}\nbank_transfer: { iban: DE89370400440532013000 }\n`,
  ],
  ['conference.yaml', (text: string) => `${text}\nwebhooks: []\n`],
  ['conference.yaml', () => ''],
  ['prices.yaml', (text: string) => text.replace(/^currency: .*$/m, 'currency: JPY')],
  ['de/conference.yaml', () => 'organiser: { name: Eve }\n'],
  ['prices.yaml', (text: string) => `${text}# ${'x'.repeat(400_000)}\n`],
] as const)(
  'a row of %s that no dashboard can have written is not taken, and said',
  async ([file, change]) => {
    const path = there.path(file);
    const before = existsSync(path) ? there.read(file) : '';
    await writeRow(file, { before, after: change(before) });
    expect(await follow(context)).toEqual({ taken: [], edited: [], beyond: [file] });
    expect(existsSync(path) ? there.read(file) : '').toBe(before);
    const { code, text } = await ran(context, 'follow', '--once');
    expect({ code, text }).toEqual({
      code: 1,
      text: expect.stringContaining(`Not taken: ${file}.`),
    });
  },
);

test('a row that no dashboard can have written is not published, nor put back into a file', async () => {
  const victim = join(root, 'there', 'victim.txt');
  writeFileSync(victim, 'mine');
  // No pages can be built, so a file would get the text of before.
  pagesHave('prices.yaml', there.read('prices.yaml'));
  const account = 'bank_transfer: { iban: DE89370400440532013000 }\n';
  const conference = there.read('conference.yaml');
  there.write('speakers.yaml', 'speakers: [');
  for (const [file, before, after] of [
    ['../victim.txt', 'theirs', 'mine'],
    ['conference.yaml', conference + account, conference],
  ] as const) {
    await writeRow(file, { before, after });
    await server.db.updateTable('content_saves').set({ published_at: null }).execute();
    await publishLeftovers(context);
    await expect.poll(() => publishingNow().is, { timeout: 30_000 }).not.toBe('building');
    await server.db.deleteFrom('content_saves').execute();
  }
  expect(readFileSync(victim, 'utf8')).toBe('mine');
  expect(there.read('conference.yaml')).toBe(conference);
}, 120_000);

test('bytes that are no photograph of their name are not taken', async () => {
  const html = Buffer.from('<script>alert(1)</script>').toString('base64');
  const riff = Buffer.from('RIFF....WEBP').toString('base64');
  for (const [file, webp] of [
    ['eve-00000000.webp', html],
    ['eve-00000001.webp', riff],
  ] as const) {
    await server.db.insertInto('content_photographs').values({ file, webp }).execute();
    expect(await sharedPhotograph(server.db, file)).toBeUndefined();
  }
});

test('a file that was copied from the other machine counts when its pages are built', async () => {
  await save('prices', price('419.00'));
  there.write('prices.yaml', here.read('prices.yaml'));
  const speakers = there.read('speakers.yaml');
  there.write('speakers.yaml', 'speakers: [');
  expect(await follow(context)).toMatchObject({ taken: [], trouble: expect.anything() });
  expect(there.read('prices.yaml')).toBe(here.read('prices.yaml'));
  expect(readFolderSaves(there.settings.CONTENT_DIR)).toEqual({ has: {} });
  there.write('speakers.yaml', speakers);
  await taken();
  expect(Object.keys(readFolderSaves(there.settings.CONTENT_DIR).has)).toEqual(['prices.yaml']);
}, 120_000);

test('an older text that somebody restores by hand stays', async () => {
  const first = there.read('prices.yaml');
  await save('prices', price('419.00'));
  await taken();
  there.write('prices.yaml', first);
  await save('prices', price('429.00'));
  expect(await follow(context)).toEqual({ taken: [], edited: ['prices.yaml'], beyond: [] });
  expect(there.read('prices.yaml')).toBe(first);
});

test('a dashboard whose folder lacks a save of another server saves nothing', async () => {
  await save('prices', price('409.00'));
  await taken();
  await save('prices', price('419.00'));
  const mine = { by: bo.call, at: there };
  const refused = await save('prices', price('500.00'), mine);
  expect([refused.status, refused.text]).toEqual([
    422,
    expect.stringContaining('Another server has a newer save of prices.yaml, of Ada ada'),
  ]);
  await taken();
  rmSync(there.settings.SITE_DIR, { recursive: true });
  expect((await save('prices', price('500.00'), mine)).status).toBe(200);
  // The first machine is behind now, until it takes that.
  expect((await save('prices', price('501.00'))).status).toBe(422);
});

test('follow of another version than the server takes nothing', async () => {
  const updated = { id: newId(), host: 'web', version: '9.9.9', mode: 'sandbox' as const };
  const files = { fileStore: 'folder 1', sandboxId: undefined, contentStamp: undefined };
  await save('prices', price('401.00'));
  const before = there.read('prices.yaml');
  await joinServers(server.db, server.clock.now, { ...updated, ...files });
  onTestFinished(() => leaveServers(server.db, updated.id));
  expect(await follow(context)).toMatchObject({
    taken: [],
    trouble: expect.stringContaining('The server runs version 9.9.9, and follow is of version'),
  });
  expect(there.read('prices.yaml')).toBe(before);
});

test('a folder that knows of no save is not stopped by them where no other server runs', async () => {
  const first = here.read('prices.yaml');
  await save('prices', price('409.00'));
  // Somebody takes the older file from Git, and with it the notes are gone.
  here.write('prices.yaml', first);
  rmSync(here.path('.saves.json'));
  expect((await save('prices', price('419.00'))).status).toBe(200);
});

test('pages that cannot be built, and a file that cannot be written, leave everything as it was', async () => {
  const before = there.read('prices.yaml');
  const speakers = there.read('speakers.yaml');
  await save('prices', price('419.00'));
  // A newer version of the program has a key that this one does not know.
  there.write('speakers.yaml', `${speakers}\nunknown: 1\n`);
  expect(await follow(context)).toMatchObject({
    taken: [],
    trouble: expect.stringMatching(/could not be built[^]*speakers\.yaml/),
  });
  expect(there.read('prices.yaml')).toBe(before);
  expect(readFolderSaves(there.settings.CONTENT_DIR)).toEqual({ has: {} });
  there.write('speakers.yaml', speakers);
  mkdirSync(there.path('.prices.yaml.part'));
  expect((await follow(context)).trouble).toBeDefined();
  expect(there.read('prices.yaml')).toBe(before);
  rmSync(there.path('.prices.yaml.part'), { recursive: true });
  expect((await taken()).taken).toEqual(['prices.yaml']);
}, 120_000);

test('what was killed in the midst is finished, or put back, and an edit since then stays', async () => {
  const before = there.read('prices.yaml');
  await save('prices', price('419.00'));
  const after = here.read('prices.yaml');
  const killed = async (text: string) => {
    const changing = { 'prices.yaml': { before, after } };
    await writeFolderSaves(there.settings.CONTENT_DIR, { has: {}, changing });
    there.write('prices.yaml', text);
  };
  await killed(after);
  pagesHave('prices.yaml', after);
  expect(await follow(context)).toEqual({ taken: [], edited: [], beyond: [] });
  expect(there.read('prices.yaml')).toBe(after);
  // The pages cannot be built.
  await killed(after);
  rmSync(dirname(siteFolders(there.settings).build), { recursive: true });
  const speakers = there.read('speakers.yaml');
  there.write('speakers.yaml', 'speakers: [');
  expect((await follow(context)).trouble).toBeDefined();
  expect(there.read('prices.yaml')).toBe(before);
  there.write('speakers.yaml', speakers);
  const hand = after.replace("'419.00'", "'333.00'");
  await killed(hand);
  expect(await follow(context)).toEqual({ taken: [], edited: ['prices.yaml'], beyond: [] });
  expect(there.read('prices.yaml')).toBe(hand);
}, 120_000);
