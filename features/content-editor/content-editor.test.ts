import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { parseDocument } from 'yaml';
import type { ContentEdit } from '#contract/content/content-edits.ts';
import { imageSize } from 'image-size';
import { joinServers, leaveServers } from '#server/operations/servers.ts';
import { VERSION } from '#server/version.ts';
import { openOffice } from '#tests/support/office.ts';
import { newId } from '#tests/support/seed.ts';
import { testFolder } from '#tests/support/test-folder.ts';
import { startTestSite } from '#tests/support/test-site.ts';

vi.mock('yaml', { spy: true });

const folder = testFolder();
const content = join(folder, 'content');
const server = await startTestSite();
const office = await openOffice(server, { CONTENT_DIR: content, SITE_DIR: join(folder, 'site') });
const secretary = await office.colleague('ada@example.org', 'secretary');
const { call } = secretary;

const read = (file: string) => readFileSync(join(content, file), 'utf8');

beforeEach(() => {
  cpSync('tests/support/content', content, { recursive: true });
});

type Call = typeof call;
const priceAt = (at: number) => ['presentation_types', at, 'price'];
const set = (path: (string | number)[], value: string): ContentEdit => ({ do: 'set', path, value });

const check = async (file: string, edits: object[], more: object = {}, by: Call = call) => {
  const base = read(`${file}.yaml`);
  return (await by('/content/check', { file, base, edits, ...more })).json;
};

async function save(change: object, by: Call = call) {
  const request = { change: JSON.stringify(change) };
  const planned = await by('/plan', { action: 'content', request });
  if (planned.status !== 200) return planned;
  return by('/perform', { plan: planned.json['plan'] });
}

const lastSave = async () => Object((await call('/content/saves')).json)[0];

test('a save changes one line, is logged with its name, and is taken back with one press', async () => {
  const before = read('prices.yaml');
  const edits = [set(priceAt(0), '419.00')];
  expect(await check('prices', edits)).toMatchObject({
    is: 'right',
    changes: ['Presentation types › “Speaker” › Price: 399.00 → 419.00'],
  });
  expect(read('prices.yaml')).toBe(before);
  expect((await save({ file: 'prices', base: before, edits })).status).toBe(200);
  const after = read('prices.yaml');
  expect(after).toBe(before.replace("price: '399.00'", "price: '419.00'"));
  expect(await office.organise('log')).toMatch(
    /Ada ada \(ada@example.org\) +content +prices.yaml: .* “Speaker” › Price: 399.00 → 419.00/,
  );
  const { id, lines, savedBy } = await lastSave();
  expect({ lines, savedBy }).toEqual({
    lines: ["-     price: '399.00'", "+     price: '419.00'"],
    savedBy: 'Ada ada (ada@example.org)',
  });
  // A later save of other lines stays.
  const other = [set(['room', 'night'], '139.00')];
  await save({ file: 'prices', base: after, edits: other });
  expect((await save({ back: id })).status).toBe(200);
  expect(read('prices.yaml')).toBe(before.replace("night: '129.00'", "night: '139.00'"));
});

test('a dashboard of another version than the server saves nothing, because no server would see it', async () => {
  const updated = { id: newId(), host: 'web', version: '9.9.9', mode: 'sandbox' as const };
  const files = { fileStore: 'folder 1', sandboxId: undefined, contentStamp: undefined };
  await joinServers(server.db, server.clock.now, { ...updated, ...files });
  const before = read('prices.yaml');
  const edits = [set(priceAt(0), '419.00')];
  const refused = await save({ file: 'prices', base: before, edits });
  expect(refused.text).toContain('The server runs version 9.9.9, and this dashboard is of version');
  expect(read('prices.yaml')).toBe(before);
  await server.db.updateTable('servers').set({ version: VERSION }).execute();
  onTestFinished(() => leaveServers(server.db, updated.id));
  expect((await save({ file: 'prices', base: before, edits })).status).toBe(200);
});

test('the mistakes of the check stand at their fields, and nothing is written', async () => {
  const before = read('prices.yaml');
  const wrong = [set(priceAt(1), 'free')];
  const { is, mistakes } = await check('prices', wrong);
  expect({ is, mistakes }).toEqual({
    is: 'wrong',
    mistakes: [
      {
        at: 'presentation_types.1.price',
        words: expect.stringContaining('expected an amount in EUR'),
      },
    ],
  });
  expect((await save({ file: 'prices', base: before, edits: wrong })).text).toContain(
    'expected an amount',
  );
  // Another file contradicts the change.
  const gone: ContentEdit = { do: 'unset', path: ['accommodation'] };
  expect((await check('conference', [gone]))['mistakes']).toMatchObject([
    { at: 'accommodation', words: expect.stringContaining('is missing: prices.yaml has a room') },
  ]);
  expect(read('prices.yaml')).toBe(before);
});

test('the second of two editors sees both, and nothing is lost', async () => {
  const base = read('prices.yaml');
  const bo = await office.colleague('bo@example.org', 'secretary');
  const [first, second] = [[set(priceAt(0), '419.00')], [set(priceAt(3), '359.00')]];
  const stale = { change: JSON.stringify({ file: 'prices', base, edits: second }) };
  const planned = await bo.call('/plan', { action: 'content', request: stale });
  await save({ file: 'prices', base, edits: first });
  // A plan from before is refused, and so is a save that has not seen the other.
  expect((await bo.call('/perform', { plan: planned.json['plan'] })).status).toBe(422);
  expect((await save({ file: 'prices', base, edits: second }, bo.call)).status).toBe(422);
  const overtaken = (await bo.call('/content/check', { file: 'prices', base, edits: second })).json;
  expect(overtaken).toMatchObject({
    is: 'overtaken',
    theirs: ['Presentation types › “Speaker” › Price: 399.00 → 419.00'],
    yours: ['Presentation types › “Listener” › Price: 349.00 → 359.00'],
  });
  const both = { file: 'prices', base, edits: second, both: overtaken['both'] };
  expect((await bo.call('/content/check', both)).json).toMatchObject({ is: 'right' });
  expect((await save(both, bo.call)).status).toBe(200);
  expect(read('prices.yaml')).toMatch(/'419\.00'[^]*'359\.00'/);
  // The same line is for a person.
  const same = { file: 'prices', base, edits: [set(priceAt(0), '409.00')] };
  const { is, both: none } = (await bo.call('/content/check', same)).json;
  expect({ is, none }).toEqual({ is: 'overtaken', none: undefined });
});

test('two presses at once write once', async () => {
  const base = read('speakers.yaml');
  const change = { file: 'speakers', base, edits: [set(['speakers', 0, 'title'], 'Professor')] };
  const answers = await Promise.all([save(change), save(change)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422]);
});

test('each job reads and changes only what is its own', async () => {
  const base = read('prices.yaml');
  const priced = { file: 'prices', base, edits: [set(priceAt(0), '1.00')] };
  const editor = await office.colleague('ed@example.org', 'editor');
  expect((await save(priced, editor.call)).text).toContain('you have no right to them');
  const { form } = (await editor.call('/content/files/conference')).json;
  const keys = (Object(form).fields as { key: string }[]).map(({ key }) => key);
  expect(keys).toEqual(expect.arrayContaining(['name', 'deadlines', 'cancellation']));
  const texts = {
    file: 'speakers',
    base: read('speakers.yaml'),
    edits: [set(['speakers', 0, 'title'], 'Dean')],
  };
  expect((await save(texts, editor.call)).status).toBe(200);
  const ofEditor = (edits: unknown) =>
    save({ file: 'conference', base: read('conference.yaml'), edits }, editor.call);
  // Money, what participants may do, and keys of features; reviews and periods are in the file alone.
  for (const path of [['self_service'], ['questions'], ['dates', 'start'], ['opening']]) {
    expect([path, (await ofEditor([{ do: 'unset', path }])).status]).not.toEqual([path, 200]);
  }
  // An editor writes the words of a mail, and does not decide to whom the server sends it.
  const ofMails = async (edit: object) =>
    (await save({ file: 'mails', base: read('mails.yaml'), edits: [edit] }, editor.call)).status;
  const reminder = { days: 1, before: 'authors_register' };
  expect(await ofMails({ do: 'add', path: ['reminders'], value: reminder })).toBe(403);
  expect(await ofMails(set(['digest'], 'hourly'))).toBe(403);
  expect(await ofMails(set(['payment_confirmed', 'subject'], 'Thank you'))).toBe(200);
  // The same for a feature's group, such as the letter for a visa, whose words are texts.
  const visa = async (edit: object) => {
    const present = read('your-registration.yaml');
    const change = { file: 'yourRegistration', base: present, edits: [edit] };
    return (await save(change, editor.call)).status;
  };
  expect(await visa(set(['visa_letter', 'letter', 'signer'], 'Ada'))).toBe(200);
  const words = read('your-registration.yaml');
  writeFileSync(join(content, 'your-registration.yaml'), '# Nothing of our own.\n');
  const value = { letter: { signer: 'Ada', role: 'Chair' } };
  expect(await visa({ do: 'set', path: ['visa_letter'], value })).toBe(403);
  writeFileSync(join(content, 'your-registration.yaml'), words);
  const rule = [
    { do: 'add', path: ['cancellation'], value: { until: '2026-04-01', refund_percent: 90 } },
  ];
  expect(
    (await save({ file: 'conference', base: read('conference.yaml'), edits: rule }, editor.call))
      .status,
  ).toBe(403);
  for (const job of ['treasurer', 'desk', 'reader', 'track-chair'] as const) {
    const { call: other } = await office.colleague(`${job}@example.org`, job);
    expect([job, (await save(priced, other)).status]).toEqual([job, 403]);
    expect([job, (await other('/content/check', priced)).status]).toEqual([job, 403]);
    expect([job, (await other('/content/files')).status]).toEqual([job, 403]);
    expect([job, (await other('/content/photographs', { name: 'a', pixels: '' })).status]).toEqual([
      job,
      403,
    ]);
  }
  // Another origin has the cookie and no right.
  const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
  expect((await call('/content/check', priced, foreign)).status).toBe(403);
  expect(read('prices.yaml')).toBe(base);
});

test('the deadlines of authors are rules, and the rules of reviews are for whoever has the right to reviews', async () => {
  const keysFor = async (by: Call) => {
    const { form } = (await by('/content/files/conference')).json;
    const fields = Object(form).fields as { key: string; shape: { fields: { key: string }[] } }[];
    const inner = fields.find(({ key }) => key === 'abstracts')?.shape.fields ?? [];
    return inner.map(({ key }) => key);
  };
  const change = async (path: string[], value: unknown, by: Call = call) => {
    const edits = [{ do: 'set', path: ['abstracts', ...path], value }];
    return (await save({ file: 'conference', base: read('conference.yaml'), edits }, by)).status;
  };
  expect(await keysFor(call)).toEqual(expect.arrayContaining(['edits', 'answers', 'final']));
  for (const key of ['review', 'reviewer_pages', 'chair'])
    expect(await keysFor(call)).not.toContain(key);
  expect(await change(['edits'], { until: '2026-01-20' })).toBe(200);
  expect(read('conference.yaml')).toMatch(/abstracts:\n[^]*edits:[^]*2026-01-20[^]*\nquestions:/);
  const editor = await office.colleague('eli@example.org', 'editor');
  expect(await change(['edits', 'until'], '2026-01-21', editor.call)).toBe(403);
  expect(await change(['review'], { blind: false }, editor.call)).toBe(403);
  expect(await change(['review'], { blind: false })).toBe(403);
  const chair = await office.colleague('cha@example.org', 'chair');
  expect(await keysFor(chair.call)).toEqual(expect.arrayContaining(['review', 'reviewer_pages']));
  expect(await change(['review'], { blind: false }, chair.call)).toBe(200);
  expect(await change(['reviewer_pages'], { until: '2026-02-01' }, chair.call)).toBe(200);
  // Authors and reviewers write to these addresses.
  const person = { name: 'Eve', email: 'eve@evil.example' };
  expect(await change(['chair'], person, chair.call)).toBe(422);
  expect(await change(['reviewer_pages', 'chair'], person, chair.call)).toBe(422);
});

test('where money and personal data go, and the limits of a second person, are in the file alone', async () => {
  const { form } = (await call('/content/files/conference')).json;
  const keys = (Object(form).fields as { key: string }[]).map(({ key }) => key);
  for (const key of [
    'bank_transfer',
    'colleagues',
    'organiser',
    'ways',
    'reference_prefix',
    'documents',
    'cash',
    'secretary',
    'webhooks',
  ]) {
    expect(keys).not.toContain(key);
    const value = key === 'bank_transfer' ? { iban: 'DE02120300000000202051' } : 'x';
    const edits = [{ do: 'set', path: [key], value }];
    const base = read('conference.yaml');
    const { status, text } = await save({ file: 'conference', base, edits });
    expect([key, status]).toEqual([key, 422]);
    expect(text).toContain('is changed in conference.yaml itself');
  }
});

test('a new price may need a second person', async () => {
  const { conference } = office.context.content;
  conference.colleagues = { secondPerson: { prices: true } };
  const base = read('prices.yaml');
  const priced = { file: 'prices', base, edits: [set(priceAt(0), '419.00')] };
  const done = await save(priced);
  expect(done.json['words']).toMatchObject([
    expect.stringContaining('a second person has to agree'),
  ]);
  expect(read('prices.yaml')).toBe(base);
  const editor = await office.colleague('eve@example.org', 'editor', 'treasurer');
  expect((await editor.call('/proposals')).json).toEqual([]);
  const bo = await office.colleague('bob@example.org', 'secretary');
  const [{ id, words }] = Object((await bo.call('/proposals')).json);
  expect(words).toBe('Save and publish with other prices');
  const { json } = await bo.call('/proposals/plan', { action: id, request: {} });
  expect((await bo.call('/proposals/perform', { plan: json['plan'] })).status).toBe(200);
  expect(read('prices.yaml')).toContain("'419.00'");
  delete conference.colleagues;
});

test.each([
  ['a file that is none', { file: '../../etc/passwd', base: '', edits: [set(['a'], 'b')] }],
  ['a file of JavaScript', { file: 'constructor', base: '', edits: [set(['a'], 'b')] }],
  [
    'a key of JavaScript',
    { file: 'speakers', base: '', edits: [{ do: 'set', path: ['__proto__', 'x'], value: 'y' }] },
  ],
  [
    'a value with such a key',
    {
      file: 'speakers',
      base: '',
      edits: [{ do: 'add', path: ['speakers'], value: JSON.parse('{"__proto__":{"id":"x"}}') }],
    },
  ],
  [
    'too many edits',
    { file: 'speakers', base: '', edits: Array.from({ length: 501 }, () => set(['a'], 'b')) },
  ],
  ['a long text', { file: 'speakers', base: '', edits: [set(['a'], 'x'.repeat(20_001))] }],
  ['no edits', { file: 'speakers', base: '', edits: [] }],
])('%s is refused', async (_, change) => {
  expect((await call('/content/check', change)).status).toBe(400);
  expect((await save(change)).status).toBe(422);
  expect(Object.hasOwn(Object.prototype, 'x')).toBe(false);
});

test('a base that the file never had is refused before anything of it is read', async () => {
  const many = Array.from({ length: 30_000 }, (_, at) => `k${at}: 1\n`).join('');
  const bomb = `a: &a [x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: [*b,*b,*b,*b,*b,*b,*b,*b,*b]\n`;
  const edits = [set(['speakers', 0, 'title'], 'Dean')];
  vi.mocked(parseDocument).mockClear();
  for (const base of [many, bomb, 'speakers: [', 'speakers: []\n', '\0', read('prices.yaml')]) {
    const change = { file: 'speakers', base, edits };
    for (const answer of [await call('/content/check', change), await save(change)]) {
      expect(answer.status).toBe(422);
      expect(answer.text).toContain('Please load the page again');
    }
    expect(vi.mocked(parseDocument).mock.calls.map(([text]) => text)).not.toContain(base);
  }
});

test('as many edits as a page can send are read, and no more in one value', async () => {
  const edits = Array.from({ length: 500 }, (_, at) => set(priceAt(at % 3), `${at + 100}.00`));
  expect(await check('prices', edits)).toMatchObject({ is: 'right' });
  const keys = Array.from({ length: 5000 }, (_, at) => [`k${at}`, 1]);
  const wide = { do: 'set', path: ['room'], value: Object.fromEntries(keys) };
  const change = { file: 'prices', base: read('prices.yaml'), edits: [wide] };
  expect((await call('/content/check', change)).status).toBe(400);
});

test('a text is a text, whatever it contains', async () => {
  const hostile = '<script>alert(1)</script> *a &b !c [d] # e: f';
  const base = read('speakers.yaml');
  const edits = [set(['speakers', 0, 'bio'], hostile)];
  expect(await check('speakers', edits)).toMatchObject({
    is: 'right',
    changes: [expect.stringContaining('<script>')],
  });
  await save({ file: 'speakers', base, edits });
  const { values } = (await call('/content/files/speakers')).json;
  expect(Object(values).speakers[0].bio).toBe(hostile);
});

const SIDE = 480;
const pixels = (red: number) => {
  const bytes = Buffer.alloc(SIDE * SIDE * 4, 255);
  for (let at = 0; at < bytes.length; at += 4) bytes[at] = red;
  return bytes.toString('base64');
};

test('a photograph is in the folder with the save that names it, as WebP without anything else', async () => {
  const name = '../../Zoë';
  const { address } = (await call('/content/photographs', { name, pixels: pixels(90) })).json;
  expect(address).toMatch(/^\/portraits\/zoe-[0-9a-f]{8}\.webp$/);
  const file = join(content, 'public', String(address));
  expect(existsSync(file)).toBe(false);
  const base = read('speakers.yaml');
  const edits = [set(['speakers', 1, 'image_url'], String(address))];
  await save({ file: 'speakers', base, edits });
  expect(imageSize(readFileSync(file))).toMatchObject({ type: 'webp', width: SIDE, height: SIDE });
  const elsewhere = [set(['speakers', 1, 'image_url'], '/portraits/nobody-00000000.webp')];
  expect((await check('speakers', elsewhere))['mistakes']).toMatchObject([
    { at: 'speakers.1.image_url', words: expect.stringContaining('there is no file') },
  ]);
  for (const wrong of ['', 'AAAA', pixels(1).slice(4), Buffer.from('<svg/>').toString('base64')]) {
    expect((await call('/content/photographs', { name, pixels: wrong })).status).toBe(422);
  }
});

test('a translation has the fields with words, begins with the first language, and decides nothing', async () => {
  const { form, usual, text } = (await call('/content/files/de%2Fprices')).json;
  expect(JSON.stringify(form)).not.toMatch(/"kind":"(?:price|number|moment|date|switch|choice)"/);
  const types = Object(usual).presentation_types as { id: string; label: string }[];
  const label = 'Vortragende';
  // The page writes the whole list, so it must not have what decides something.
  expect(Object.keys(Object(types[0]))).toEqual(['id', 'label']);
  const edits = (value: string) => [
    { do: 'add', path: ['presentation_types'], value: { id: types[0]?.id ?? '', label: value } },
  ];
  const change = { file: 'de/prices', base: String(text), edits: edits(label) };
  expect((await call('/content/check', change)).json).toMatchObject({ is: 'right' });
  const editor = await office.colleague('emi@example.org', 'editor');
  expect((await save(change, editor.call)).status).toBe(200);
  expect(read('de/prices.yaml')).toContain(label);
  expect(await lastSave()).toMatchObject({ file: 'de/prices.yaml', mayUndo: true });
  const base = read('de/prices.yaml');
  const cheaper = [set(['presentation_types', 0, 'price'], '1.00')];
  const wrong = (await call('/content/check', { file: 'de/prices', base, edits: cheaper })).json;
  expect(JSON.stringify(wrong)).toContain('is a fact, and a translation cannot change it');
  const seller = [set(['organiser', 'legal_name'], 'Eve')];
  const other = { file: 'de/conference', base: '', edits: seller };
  expect((await save(other, editor.call)).text).toContain('is changed in conference.yaml itself');
  expect((await save({ back: Object(await lastSave()).id })).status).toBe(200);
  expect(existsSync(join(content, 'de/prices.yaml'))).toBe(false);
});

test('a page in Markdown is written, changed and removed as a text, and its mistakes have lines', async () => {
  const text =
    '---\ntitle: Hotels\ndescription: Where to stay in {city}.\n---\n\n[Travel](/travel)';
  const page = { file: 'pages/hotels.md', base: '', text };
  const lost = text.replace('(/travel)', '(/nowhere)');
  expect((await call('/content/check', { ...page, text: lost })).json).toEqual({
    is: 'wrong',
    mistakes: [{ words: expect.stringMatching(/^line 6: .*\/nowhere/) }],
  });
  expect((await save(page)).status).toBe(200);
  expect(read('pages/hotels.md')).toBe(`${text}\n`);
  const listed = Object((await call('/content/files')).json) as { key: string }[];
  expect(listed.map(({ key }) => key)).toEqual(
    expect.arrayContaining(['pages/hotels.md', 'pages/travel.md', 'de/pages/hotels.md']),
  );
  const again = { ...page, base: read('pages/hotels.md') };
  const more = { ...again, text: `${text}\n\nMore.` };
  expect((await call('/content/check', more)).json).toMatchObject({
    is: 'right',
    changes: expect.arrayContaining(['+ More.']),
  });
  // Nothing in it runs.
  const script = '\n\n<script>alert(1)</script>';
  expect((await call('/content/check', { ...again, text: text + script })).json['is']).toBe(
    'wrong',
  );
  expect((await save({ ...again, text: ' ' })).status).toBe(200);
  expect(existsSync(join(content, 'pages/hotels.md'))).toBe(false);
  expect((await save({ back: Object(await lastSave()).id })).status).toBe(200);
  expect(read('pages/hotels.md')).toBe(`${text}\n`);
  rmSync(join(content, 'pages/hotels.md'));
});

test.each([
  ['pages/../prices.yaml', 400],
  ['../pages/travel.md', 400],
  ['pages/travel.md/x', 400],
  ['pages/.hidden.md', 400],
  ['pages/Travel.MD', 400],
  ['public/share.md', 400],
  ['xx/pages/travel.md', 422],
  ['fr/prices', 422],
  ['de/theme', 422],
  ['README.md', 400],
  ['constructor', 400],
])('a text for %s is refused', async (file, status) => {
  const change = { file, base: '', text: '---\ntitle: A\ndescription: B\n---\n' };
  expect((await call('/content/check', change)).status).toBe(status);
  expect((await save(change)).status).toBe(422);
});

test('a form takes no text, a page no edits, and no long part is read as YAML', async () => {
  const refused = async (change: object) => (await call('/content/check', change)).status;
  expect(await refused({ file: 'prices', base: read('prices.yaml'), text: 'a: 1' })).toBe(422);
  const base = read('pages/travel.md');
  const edits = [set(['title'], 'A')];
  expect(await refused({ file: 'pages/travel.md', base, edits })).toBe(422);
  const bomb = `---\n${Array.from({ length: 2000 }, (_, at) => `k${at}: 1`).join('\n')}\n---\n`;
  expect(await refused({ file: 'pages/travel.md', base, text: bomb })).toBe(422);
  const aliases = `---\na: &a [1]\nb: [${'*a, '.repeat(300)}1]\n---\n`;
  expect(await refused({ file: 'pages/travel.md', base, text: aliases })).toBe(200);
  expect(await refused({ file: 'pages/travel.md', base, text: 'x'.repeat(100_001) })).toBe(400);
});

test('a colour is one, or one for light and one for dark screens', async () => {
  const palette = (value: unknown) => [{ do: 'set', path: ['palette'], value }];
  const colours = async (value: unknown) => {
    const change = { file: 'theme', base: read('theme/theme.yaml'), edits: palette(value) };
    return (await call('/content/check', change)).json;
  };
  expect(await colours({ accent: '#b93a16' })).toMatchObject({ is: 'right' });
  expect(await colours({ accent: { light: '#b93a16', dark: '#ff9966' } })).toMatchObject({
    is: 'right',
  });
  expect(await colours({ accent: 'red' })).toMatchObject({
    mistakes: [{ at: 'palette.accent', words: expect.stringContaining('expected a colour') }],
  });
});

test('every file of the folder has a form, and keeps its notes where its values change', async () => {
  const names = Object((await call('/content/files')).json) as { key: string; isPage?: true }[];
  for (const { key, isPage } of names) {
    const { status, json } = await call(`/content/files/${encodeURIComponent(key)}`);
    expect([key, status]).toEqual([key, 200]);
    if (isPage) expect([key, json['form']]).toEqual([key, undefined]);
    else expect([key, Object(json['form']).fields.length > 0]).toEqual([key, true]);
  }
  const { form, notes } = (await call('/content/files/prices')).json;
  expect(JSON.stringify(form)).toContain('"key":"guest_per_night","label":"Guest per night"');
  expect(Object(form).fields[0].key).toBe('presentation_types');
  expect(Object(notes)['room.night']).toBe('The room of the person who registers, for one night.');
});

test('a file that cannot be read is not edited, and a folder without a file gets it', async () => {
  writeFileSync(join(content, 'speakers.yaml'), 'speakers: [');
  expect((await call('/content/files/speakers')).text).toContain('only its owner can mend');
  const change = { file: 'yourAbstract', base: '', edits: [set(['heading'], 'Your paper')] };
  expect(readdirSync(content)).not.toContain('your-abstract.yaml');
  // The check names the other file's mistake.
  expect((await call('/content/check', change)).text).toContain('speakers.yaml');
});

mkdirSync(content, { recursive: true });

test('a preview of mails shows the changed words, with nothing that runs', async () => {
  const path = ['payment_expired', 'subject'];
  const words = 'Soon <script>alert(1)</script>';
  const base = read('mails.yaml');
  const change = { file: 'mails', base, edits: [set(path, words)] };
  const { id, is, pages } = (await call('/content/previews', change)).json;
  expect(is).toBe('ready');
  // A changed one stands first.
  const title = `Payment expired: ${words}`;
  const [first, second] = Object(pages);
  expect(first).toEqual({ path: '/payment_expired', title, is: 'changed' });
  expect(second.is).toBe('same');
  const shown = await call(`/content/previews/${String(id)}/payment_expired`);
  expect(shown.text).toContain('Soon &#60;script&#62;');
  expect(shown.headers['content-security-policy']).toContain("default-src 'none'");
  expect(read('mails.yaml')).toBe(base);
  // Nobody who may not edit, and no other page.
  const desk = await office.colleague('dora@example.org', 'desk');
  expect((await desk.call(`/content/previews/${String(id)}/payment_expired`)).status).toBe(403);
  for (const other of ['constructor', '../../../prices.yaml', '%2e%2e%2fprices.yaml', '']) {
    const answer = await call(`/content/previews/${String(id)}/${other}`);
    expect([other, answer.status === 200]).toEqual([other, false]);
  }
  expect((await call('/content/previews', { ...change, edits: [set(path, '')] })).status).toBe(422);
});
