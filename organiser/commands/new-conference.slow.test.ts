import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testFolder } from '#tests/support/test-folder.ts';
import { accent } from '#contract/content/accent.ts';
import { type Content, inLanguage } from '#contract/content.ts';
import { checkFolder } from '#server/content/content-warnings.ts';
import { readConference } from '#tests/support/conference-copy.ts';
import { siteFolders } from '#server/content/folders.ts';
import { editContent } from '#tests/support/edit-content.ts';
import { get, post } from '#tests/support/answer.ts';
import { aPayingVisitor } from '#tests/support/paying-visitor.ts';
import { linesOfPdf } from '#tests/support/pdf-text.ts';
import { startSite } from '#tests/support/site-server.ts';
import { weekly } from '#tests/support/weekly.ts';
import { leftoversCommand, leftoversIn } from './leftovers.ts';
import { newConferenceCommand } from './new-conference.ts';

const now = new Date('2026-11-28T12:00:00Z');
const folder = join(testFolder(), 'forest-days');
beforeAll(async () => {
  await newConferenceCommand(folder, { schemasOnly: false, now }, async () => undefined);
});
afterAll(() => {
  rmSync(siteFolders({ CONTENT_DIR: folder }).build, { recursive: true, force: true });
});

const run = (script: string, ...args: string[]) => {
  const env = { ...process.env, CONTENT_DIR: folder };
  return promisify(execFile)(process.execPath, [script, ...args], { env });
};

test('a new conference never overwrites another one', async () => {
  const again = newConferenceCommand(folder, { schemasOnly: false, now }, async () => undefined);
  await expect(again).rejects.toThrow(/is not empty/);
});

test('a new conference can begin in German, with English as its second language', async () => {
  const german = join(folder, '../waldtage');
  await newConferenceCommand(
    german,
    { language: 'de', schemasOnly: false, now },
    async () => undefined,
  );
  expect(checkFolder(german, { now })).toEqual({ mistakes: [], questions: [], warnings: [] });
  const made = readConference(german);
  const sample = readConference(siteFolders({}).content);
  // The days are others.
  const texts = ({ home, legal, labels, mails }: Content): unknown =>
    JSON.parse(JSON.stringify({ home, legal, labels, mails }).replaceAll(/\d+/g, '0'));
  expect(made.language).toBe('de');
  expect(texts(made)).toEqual(texts(inLanguage(sample, 'de')));
  expect(texts(inLanguage(made, 'en'))).toEqual(texts(sample));
  const left = (of: string) =>
    leftoversIn(of)
      .map(({ text }) => text)
      .toSorted();
  expect(left(german)).toEqual(left(folder));
  expect(readFileSync(join(german, 'README.md'), 'utf8')).toMatch(
    /^\| `en\/` +\| the English of these files/m,
  );
  expect(made.prices.room?.hotel).toBe('Wird noch bestätigt, Berlin, Deutschland');
  const none = newConferenceCommand(
    join(folder, '../forets'),
    { language: 'fr', schemasOnly: false, now },
    async () => undefined,
  );
  await expect(none).rejects.toThrow(/these languages: en, de/);
});

test('a new conference is on the same weekdays of a later year, and so are its other days', () => {
  const { conference, legal } = readConference(folder);
  expect(conference.dates).toMatchObject({ start: '2027-05-28', end: '2027-05-29' });
  expect(conference).toMatchObject({ referencePrefix: 'PS27', copyrightYear: 2027 });
  const facts = readFileSync(join(folder, 'conference.yaml'), 'utf8');
  expect(facts).toContain('change: { until: 2027-05-14 AoE }');
  expect(facts).not.toContain('as all do in this');
  expect(JSON.stringify(legal)).toContain('Until the end of April 28, 2027');
});

test('nobody knows the hotel of a new conference, and check says so', async () => {
  expect(readConference(folder).prices.room?.hotel).toBe('To be confirmed, Berlin, Germany');
  const { stdout } = await run('scripts/run-program.mjs', 'organiser', 'check');
  expect(stdout).toMatch(/^Warning: .*conference\.yaml:\d+: to be confirmed: the hotel/m);
});

test('each deadline lies ahead of the nearest conference that a new folder can have', async () => {
  const made = join(folder, '../nearest');
  const nearest = new Date('2026-12-29T12:00:00Z');
  await newConferenceCommand(made, { schemasOnly: false, now: nearest }, async () => undefined);
  const { conference } = readConference(made);
  const ends = [
    ...conference.deadlines.landing.flatMap(({ day }) => day ?? []),
    ...(conference.cancellation ?? []).map(({ until }) => until.at),
    ...Object.values(conference.selfService).map(({ until }) => until?.at ?? ''),
  ];
  expect(ends).toHaveLength(7);
  for (const end of [...ends, conference.dates.start]) {
    expect(end > '2026-12-29' && end <= '2027-05-28', end).toBe(true);
  }
});

test('the schema of a file knows its names and kinds of values', () => {
  const schema = JSON.parse(readFileSync(join(folder, 'schemas/prices.schema.json'), 'utf8'));
  expect(schema).toMatchObject({
    type: 'object',
    required: ['currency', 'presentation_types'],
    additionalProperties: false,
    properties: {
      processing_fee: { properties: { percent: { type: 'number', minimum: 0, maximum: 100 } } },
      room: { required: ['night', 'guest_per_night'], additionalProperties: false },
    },
  });
  expect(readFileSync(join(folder, 'prices.yaml'), 'utf8')).toMatch(
    /^# yaml-language-server: \$schema=schemas\/prices\.schema\.json\n/,
  );
});

test('all texts of the sample are leftovers, and an edit of all leaves none', async () => {
  // This conference has one language.
  rmSync(join(folder, 'de'), { recursive: true, force: true });
  const lines: string[] = [];
  const count = await leftoversCommand(folder, async (line) => void lines.push(line));
  expect(count).toBeGreaterThan(100);
  expect(lines).toContainEqual(
    expect.stringMatching(/^forest-days\/conference\.yaml:\d+: Polymer Summit \{year\}\n$/),
  );
  await expect(run('scripts/run-program.mjs', 'organiser', 'leftovers')).rejects.toMatchObject({
    code: 1,
  });

  editAllLeftovers();
  expect(leftoversIn(folder)).toEqual([]);
  expect(readConference(folder).conference.name).toBe('Forest Days 2027');
});

weekly('then the site, the receipts and the mails contain no word of the sample', async () => {
  await run('scripts/build-site.ts');
  const { build } = siteFolders({ CONTENT_DIR: folder });
  const client = join(build, 'client');
  const pages = readdirSync(client, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.(?:html|data|xml|ics|webmanifest|txt|svg)$/.test(file),
  );
  expect(pages.length).toBeGreaterThan(40);
  for (const file of pages)
    expectNothingOfTheSample(file, readFileSync(join(client, file), 'utf8'));
  const page = readFileSync(join(client, 'index.html'), 'utf8');
  expect(page).toContain('Forest Days 2027');
  const { light, lightDeep, dark } = accent.parse('#1f4fd8');
  expect(page).toContain(`--color-accent:${light}`);
  expect(page).toContain(`--color-accent-deep:${lightDeep}`);
  expect(page).toContain(`--color-accent:${dark}`);
  const favicon = readFileSync(join(client, 'favicon.svg'), 'utf8');
  expect(favicon).toContain(`fill="${light}"`);
  for (const file of [page, favicon]) expect(file).not.toMatch(/#b93a16|#f47a50/);
  for (const file of ['brochure.pdf', 'agenda.pdf']) {
    const pdf = readFileSync(join(client, 'documents', file));
    expectNothingOfTheSample(file, linesOfPdf(pdf).join('\n'));
  }

  const server = await startSite({ CONTENT_DIR: folder });
  const { origin } = server;
  const visitor = await aPayingVisitor(
    { origin, post: (path, body) => post(`${origin}${path}`, body) },
    'stripe',
  );
  await visitor.open();
  await visitor.pay();
  await visitor.comeBack();
  const mailFolder = join(server.dataDir, 'mail');
  const mails = () =>
    readdirSync(mailFolder).map((file) => readFileSync(join(mailFolder, file), 'utf8'));
  await expect.poll(mails).toContainEqual(expect.stringContaining('Payment confirmed'));
  for (const mail of mails()) expectNothingOfTheSample('a mail', mail);
  const order = (await server.exportRecords()).find(({ type }) => type === 'order');
  const address = `${origin}/receipt/${String(order?.['receiptToken'])}`;
  const receipt = await get(address);
  expect(receipt.text).toContain('Forest Days 2027');
  expectNothingOfTheSample('the receipt', receipt.text);
  const path = /href="(\/receipt\/[^"]+\.pdf)"/.exec(receipt.text)?.[1];
  const pdf = Buffer.from(await (await fetch(`${origin}${path}`)).arrayBuffer());
  expectNothingOfTheSample('the PDF', linesOfPdf(pdf).join('\n'));
  await server.stop();
});

/** Replaces every text of the sample, as the organisers of another conference do. */
function editAllLeftovers(): void {
  for (const [file, ofFile] of Map.groupBy(leftoversIn(folder), (each) => each.file)) {
    if (file.endsWith('.yaml')) {
      const edits = ofFile.map(
        ({ path, text }, at) => [path.map(snakeCase), ours(text, at)] as const,
      );
      editContent(join(folder, file), edits);
    } else {
      writeFileSync(join(folder, file), file.endsWith('.png') ? PNG : SVG);
    }
  }
  editContent(join(folder, 'conference.yaml'), [
    [['name'], 'Forest Days {year}'],
    [['accent'], '#1f4fd8'],
    [['dates', 'start'], '2027-06-10'],
    [['dates', 'end'], '2027-06-12'],
    [['city'], 'Lund'],
    [['country'], 'Sweden'],
    [['country_code'], 'SE'],
    [['dates', 'timezone'], 'Europe/Stockholm'],
  ]);
}

function expectNothingOfTheSample(file: string, text: string): void {
  const found = /.{0,60}(?:polymer|kettenchemie|reiherpark|berlin).{0,60}/i.exec(text)?.[0];
  expect(found, file).toBeUndefined();
}

/** A replacement of the same kind for a text of the sample. */
function ours(text: string, at: number): string {
  const looks = { 'repeat-unit': 'plain', honeycomb: 'square' };
  const look = Object.entries(looks).find(([theirs]) => theirs === text)?.[1];
  if (look !== undefined) return look;
  if (text.includes('@')) return `office-${at}@forest.example`;
  if (text.startsWith('http')) return `https://forest.example/${at}`;
  const [, year] = /^(\d{4})-\d\d-\d\d(?: |$)/.exec(text) ?? [];
  if (year !== undefined) return text.replace(year, String(Number(year) + 1));
  if (/^[A-Z0-9]{2,8}$/.test(text)) return `FD${at}`;
  if (/^[a-z0-9]+(?:-[a-z0-9]+)+$/.test(text)) return `trees-${at}`;
  return `What we say about trees, number ${at}`;
}

function snakeCase(step: string | number): string | number {
  return typeof step === 'number'
    ? step
    : step.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path fill="{accent}" d="M4 0l4 8H0z"/></svg>';
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
