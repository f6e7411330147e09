import {
  chmodSync,
  cpSync,
  lstatSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { readSheet } from 'read-excel-file/node';
import { beforeEach, expect, test } from 'vitest';
import { testFolder } from '#tests/support/test-folder.ts';
import { saveAuthors } from '#server/abstract/abstract-authors.ts';
import { readEnv } from '#server/config/env.ts';
import { inTransaction } from '#server/database/database.ts';
import { aForm } from '#tests/support/author.ts';
import { fixtureContent } from '#tests/support/fixture-content.ts';
import { fixtureSettings } from '#tests/support/fixture-settings.ts';
import { writeSheetFile } from '#tests/support/sheet-file.ts';
import { openedIn, startDashboardWith } from '#tests/support/dashboard-client.ts';
import { organise, testContext } from '#tests/support/test-commands.ts';
import { startTestSite, type TestSite } from '#tests/support/test-site.ts';
import type { CommandContext } from '#organiser/command-context.ts';

let server: TestSite;
let root: string;
let folder: string;
let file: string;
beforeEach(async () => {
  server = await startTestSite();
  root = testFolder();
  folder = join(root, 'conference');
  cpSync(fixtureSettings.CONTENT_DIR, folder, { recursive: true });
  file = join(folder, 'agenda.yaml');
});

/** Submits an abstract and gives it a title. */
async function abstract(title?: string, traits: Record<string, string> = {}) {
  const form = aForm({ sessionId: 'smart-polymers', ...traits });
  const reference = String((await server.submit({ form })).json['reference']);
  if (title !== undefined) await change(reference, { title });
  return { reference, name: String(form['name']), email: String(form['email']) };
}

async function change(
  reference: string,
  columns: { title?: string | null; withdrawn_at?: string },
) {
  await server.db
    .updateTable('abstracts')
    .set(columns)
    .where('reference', '=', reference)
    .execute();
}

const HEAD = 'Reference Decision Presentation Day Start End Room Track Chair Number'.split(' ');
type Cell = string | null;
let files = 0;
async function decide(...rows: (readonly Cell[])[]) {
  const path = join(root, `${files++}.xlsx`);
  await writeSheetFile(path, [HEAD, ...rows]);
  server.clock.advance(1000);
  return organise(context(), 'decide', path, '--yes');
}
const talk = ({ reference }: { reference: string }, ...slot: readonly Cell[]) => [
  reference,
  'accepted',
  'Talk',
  ...slot,
];

function context() {
  return { ...testContext(server), env: readEnv({ CONTENT_DIR: folder }) };
}
const agenda = (...options: string[]) => organise(context(), 'agenda', ...options);
const text = () => readFileSync(file, 'utf8');
const edit = (from: string, to: string) => {
  expect(text()).toContain(from);
  writeFileSync(file, text().replace(from, to));
};

test('contributions with a time are items of the agenda, at their times and beside the other items', async () => {
  const before = text();
  const [one, two] = [await abstract('Chains: a "story"'), await abstract('Gels')];
  await inTransaction(server.db, async (tx) => {
    const { id } = await tx
      .selectFrom('abstracts')
      .select('id')
      .where('reference', '=', one.reference)
      .executeTakeFirstOrThrow();
    await saveAuthors(tx, id, [
      { name: 'Ada Kowalska', affiliation: 'A', orcid: undefined, presents: false },
      { name: 'Bea Weiß', affiliation: 'B', orcid: undefined, presents: true },
    ]);
  });
  await decide(
    talk(one, 'Fri', '9:30', '9:50', 'Hall A', 'Coatings', 'Cy Moreau'),
    talk(two, 'Sat', '9:00', '9:20'),
  );
  const dry = await agenda();
  expect(dry).toContain('agenda.yaml: 2 new, 0 changed, 0 removed, 0 unchanged.');
  expect(dry).toContain(
    `+ Fri 09:30–09:50, Hall A: Chains: a "story" (Bea Weiß), ${one.reference}`,
  );
  expect(text()).toBe(before);
  const said = await agenda('--yes');
  expect(said).toContain(`${file} is written: 2 new`);
  expect(said).toContain('after a build (');
  // An id is public, so it does not tell the reference.
  const [idOfOne = '', idOfTwo = ''] = text().match(/talk-[\da-f]{10}/g) ?? [];
  expect(text()).toBe(
    before
      .replace(
        '    placeholder: Agenda Coming Soon',
        `      - id: ${idOfOne}
        start: '09:30'
        end: '09:50'
        title: 'Chains: a "story"'
        room: Hall A
        track: Coatings
        topic: Smart Polymers
        chair: Cy Moreau
        speakers: [Bea Weiß]
        abstract: ${one.reference}
    placeholder: Agenda Coming Soon`,
      )
      .replace(
        '    items: []',
        `    items:
      - id: ${idOfTwo}
        start: '09:00'
        end: '09:20'
        title: Gels
        topic: Smart Polymers
        speakers: [${two.name}]
        abstract: ${two.reference}`,
      ),
  );
  const after = text();
  expect(await agenda('--yes')).toContain(
    'Nothing was written: agenda.yaml has the whole programme.',
  );
  expect(text()).toBe(after);
  expect(await organise(context(), 'log')).toContain('2 new, 0 changed, 0 removed, 0 unchanged');
});

test('a conference with a second language gets its contributions, too', async () => {
  writeFileSync(
    join(folder, 'de', 'agenda.yaml'),
    'days: [{ label: Tag 1, items: [{ title: Anmeldung }, { title: Eröffnung }] }, { label: Tag 2 }]',
  );
  await decide(talk(await abstract('Chains'), 'Fri', '9:30', '9:50', 'Hall A'));
  expect(await agenda('--yes')).toContain('is written: 1 new');
  expect(text()).toContain('title: Chains');
  expect(await agenda('--yes')).toContain('Nothing was written');
});

test('edits by hand stay and are named, until they are replaced', async () => {
  const [one, two, three] = [
    await abstract('Chains'),
    await abstract('Gels'),
    await abstract('Films'),
  ];
  await decide(
    talk(one, 'Sat', '9:00', '9:20', 'Hall A'),
    talk(two, 'Sat', '9:20', '9:40', 'Hall A'),
    talk(three, 'Sat', '9:40', '10:00', 'Hall A'),
  );
  await agenda('--yes');
  edit('title: Chains', 'title: Long chains # as on the poster');
  edit(/ {6}- id: talk-\w+\n {8}start: '09:40'.*?abstract: [\w-]+\n/s.exec(text())?.[0] ?? '?', '');
  await decide(
    talk(one, 'Sat', '9:00', '9:20', 'Hall B'),
    talk(two, 'Sat', '9:20', '9:40', 'Hall C'),
  );
  const dry = await agenda();
  expect(dry).toContain('0 new, 2 changed, 0 removed, 0 unchanged');
  expect(dry).toContain(
    `~ Sat 09:00–09:20, Hall A: Long chains (${one.name}), ${one.reference}: room "Hall A" becomes "Hall B"`,
  );
  expect(dry).toContain(
    `${one.reference}: title "Long chains" was edited by hand and stays, not "Chains"`,
  );
  expect(dry).toContain(`${three.reference}: deleted by hand, and stays away`);
  await agenda('--yes');
  expect(text()).toContain('title: Long chains # as on the poster');
  expect(text()).toContain('room: Hall B');
  expect(text()).not.toContain('Films');
  await agenda('--replace-edits', '--yes');
  expect(text()).toContain('title: Chains # as on the poster');
  expect(text()).toContain('Films');
});

test('a withdrawn contribution leaves the agenda, and a later time moves its item', async () => {
  const [one, two, three] = [
    await abstract('Chains'),
    await abstract('Gels'),
    await abstract('Films'),
  ];
  await decide(
    talk(one, 'Sat', '9:00', '9:20'),
    talk(two, 'Sat', '9:30', '9:50'),
    talk(three, 'Sat', '10:00', '10:20'),
  );
  await agenda('--yes');
  edit('title: Films', 'title: Thin films');
  for (const { reference } of [one, three]) {
    await change(reference, { withdrawn_at: '2026-01-01T00:00:00.000Z' });
  }
  await decide(talk(two, 'Fri', '8:30', '8:50'));
  const doctor = async () => (await server.listConcerns()).map(({ words }) => words);
  const stillThere = ({ reference }: { reference: string }) =>
    `abstract ${reference}: it was withdrawn, and agenda.yaml may still have its item`;
  expect(await doctor()).toEqual(expect.arrayContaining([one, three].map(stillThere)));
  const dry = await agenda();
  expect(dry).toContain(`- Sat 09:00–09:20: Chains (${one.name}), ${one.reference}: withdrawn`);
  expect(dry).toContain(
    `Thin films (${three.name}), ${three.reference}: withdrawn, but edited by hand: it stays`,
  );
  await agenda('--yes');
  expect(text()).not.toContain('Chains');
  expect(text()).toContain('Thin films');
  expect(await doctor()).not.toContain(stillThere(one));
  expect(text().indexOf('Gels')).toBeGreaterThan(text().indexOf('welcome coffee'));
  expect(text().indexOf('Gels')).toBeLessThan(text().indexOf('Opening remarks'));
  await decide([two.reference, 'rejected']);
  expect(await agenda()).toContain(`${two.reference}: not accepted`);
});

test('the plan names what is missing: titles, times, numbers, and abstracts that were erased', async () => {
  const all = [
    await abstract(),
    await abstract('Gels'),
    await abstract('Poster'),
    await abstract('Gone'),
  ];
  const [untitled, timeless, poster, gone] = all.map(({ reference }) => ({ reference }));
  if (!untitled || !timeless || !poster || !gone) throw new Error('four abstracts');
  await decide(
    talk(untitled, 'Sat', '9:00', '9:20'),
    talk(timeless),
    talk(poster).with(2, 'Poster'),
    talk(gone, 'Sat', '10:00', '10:20'),
  );
  await agenda('--yes');
  expect(text()).toContain(`title: Contribution by ${all[0]?.name}`);
  const erased = await organise(context(), 'person', 'erase', all[3]?.email ?? '', '--yes');
  expect(erased).toContain(`look: agenda.yaml has the name in the items of ${gone.reference}.`);
  const dry = await agenda();
  expect(dry).toContain(`please delete these items from agenda.yaml: 1 (${gone.reference}).`);
  expect(dry).toContain(
    `Without a title, so the agenda says “Contribution by” and the name: 1 (${untitled.reference}).`,
  );
  expect(dry).toContain(
    `Accepted, and not in the agenda without a time: 1 (${timeless.reference}).`,
  );
  expect(dry).toContain('Posters are not in the agenda: 1, of them 1 without a number.');
  await change(untitled.reference, { title: 'Named {at} last' });
  await agenda('--yes');
  expect(text()).toContain('title: Named (at) last');
});

test('an impossible programme is refused, and the folder stays as it is', async () => {
  const [one, two] = [await abstract('Chains'), await abstract('Gels')];
  await decide(
    talk(one, 'Sat', '9:00', '9:20', 'Hall A'),
    talk(two, 'Sat', '9:20', '9:40', 'Hall A'),
  );
  await agenda('--yes');
  // The organiser lengthens one talk by hand, and plans a break in the hall of the other.
  const good = text();
  edit("end: '09:20'", "end: '09:30'");
  await expect(agenda('--yes')).rejects.toThrow('"Hall A" is taken by "Chains" at that time');
  writeFileSync(
    file,
    good.replace(
      '    items:\n',
      "    items:\n      - { start: '08:00', end: '12:00', title: Talks, room: Hall B }\n",
    ),
  );
  await decide(talk(two, 'Fri', '9:30', '9:40', 'Hall A'));
  edit('room: Hall B', 'room: Hall A');
  await expect(agenda('--yes')).rejects.toThrow(
    `${two.reference}, column Room: Hall A is taken by "Talks" of agenda.yaml, 08:00–12:00\nPlease correct these slots in the sheet of decide first.`,
  );
  writeFileSync(file, `${good}\nnonsense: 1\n`);
  await expect(agenda()).rejects.toThrow(
    /agenda.yaml:\d+ nonsense: unknown key\nPlease correct that first./,
  );
  writeFileSync(file, good.replace(/\n {2}- label: Day 2.*/s, '\n'));
  await decide(talk(two, 'Sat', '9:30', '9:40', 'Hall A'));
  await expect(agenda('--replace-edits')).rejects.toThrow(
    `${one.reference} is on Saturday, May 30, 2026, and agenda.yaml has no such day.`,
  );
  writeFileSync(file, good.replace(`abstract: ${two.reference}`, `abstract: ${one.reference}`));
  await expect(agenda()).rejects.toThrow(`${one.reference} has two items in agenda.yaml`);
});

test('a contribution that comes back after its slot was given away is named with the other', async () => {
  const [one, two] = [await abstract('Chains'), await abstract('Gels')];
  await decide(talk(one, 'Sat', '9:00', '9:20', 'Hall A'));
  await organise(context(), 'withdraw', one.reference, '--send');
  await decide(talk(two, 'Sat', '9:10', '9:30', 'Hall A'));
  await organise(context(), 'withdraw', one.reference, '--undo', '--send');
  await expect(agenda()).rejects.toThrow(
    `${two.reference}, column Room: Hall A is taken by ${one.reference}, Saturday 09:00–09:20`,
  );
});

test('two people of one name in two halls have their affiliations in the agenda', async () => {
  const [one, two, three] = [
    await abstract('Chains', { name: 'Li Wei', organizationName: 'Kyoto' }),
    await abstract('Gels', { name: 'Li Wei', organizationName: 'Beijing' }),
    await abstract('Films', { name: 'Li Wei', organizationName: 'Oslo' }),
  ];
  await decide(
    talk(one, 'Sat', '9:00', '9:20', 'Hall A'),
    talk(two, 'Sat', '10:00', '10:20', 'Hall B'),
  );
  await agenda('--yes');
  expect(text().match(/speakers: \[Li.*/g)).toEqual(['speakers: [Li Wei]', 'speakers: [Li Wei]']);
  await decide(talk(three, 'Sat', '9:10', '9:30', 'Hall B'));
  expect(await agenda('--yes')).toContain('1 new, 2 changed');
  expect(text().match(/speakers: \[Li.*/g)).toEqual([
    'speakers: [Li Wei (Kyoto)]',
    'speakers: [Li Wei (Oslo)]',
    'speakers: [Li Wei (Beijing)]',
  ]);
});

test('the file keeps its mode and its link, and a change in between is noticed', async () => {
  const one = await abstract('Chains');
  await decide(talk(one, 'Sat', '9:00', '9:20'));
  const real = join(root, 'real.yaml');
  cpSync(file, real);
  chmodSync(real, 0o640);
  rmSync(file);
  symlinkSync(real, file);
  await agenda('--yes');
  expect(lstatSync(file).isSymbolicLink()).toBe(true);
  expect(statSync(real).mode & 0o777).toBe(0o640);
  expect(readFileSync(real, 'utf8')).toContain('Chains');
  expect(readdirSync(root).filter((name) => name.endsWith('.part'))).toEqual([]);

  const { planAgenda } = await import('./plan-agenda.ts');
  await change(one.reference, { title: 'Gels' });
  const plan = await planAgenda(context(), { folder, replacesEdits: false });
  edit('Opening remarks', 'Welcome');
  await expect(plan.perform()).rejects.toThrow('has changed meanwhile');
  const both = await Promise.all(
    [1, 2].map(() => planAgenda(context(), { folder, replacesEdits: false })),
  );
  const done = await Promise.allSettled(both.map((each) => each.perform()));
  expect(done.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(text()).toContain('title: Gels');
});

// Root can write everywhere.
test.skipIf(process.getuid?.() === 0)('the plan says if this user cannot write there', async () => {
  await decide(talk(await abstract('Chains'), 'Sat', '9:00', '9:20'));
  chmodSync(folder, 0o555);
  const words = `This user cannot write in ${folder}: please run the command as the user who owns it`;
  expect(await agenda()).toContain(words);
  await expect(agenda('--yes')).rejects.toThrow(words);
  chmodSync(folder, 0o755);
});

test('somebody else can put the new agenda into the folder', async () => {
  const one = await abstract('Chains');
  await decide(talk(one, 'Sat', '9:00', '9:20'));
  const path = join(root, 'new.yaml');
  const before = text();
  expect(await agenda('--out', path)).toContain(
    `Please put the file into ${folder} as agenda.yaml.`,
  );
  expect(text()).toBe(before);
  cpSync(path, file);
  await decide(talk(one, 'Sat', '9:30', '9:50'));
  const dry = await agenda();
  expect(dry).toContain('0 new, 1 changed, 0 removed, 0 unchanged.');
  expect(dry).not.toContain('by hand');
});

test('posters are numbered session by session, and no number is given twice', async () => {
  const poster = (sessionId: string) => abstract('Poster', { sessionId });
  const [late, given, early, withdrawn] = [
    await poster('bioplastics-innovation'),
    await poster('smart-polymers'),
    await poster('smart-polymers'),
    await poster('smart-polymers'),
  ];
  const talks = await abstract('Talk');
  const row = ({ reference }: { reference: string }, number: Cell = null) =>
    talk({ reference }, ...Array.from({ length: 6 }, () => null), number).with(2, 'Poster');
  await decide(row(late), row(given, 'P3'), row(early), row(withdrawn, 'P05'), talk(talks));
  await change(withdrawn.reference, { withdrawn_at: '2026-01-01T00:00:00.000Z' });
  const number = (...options: string[]) =>
    organise(context(), 'agenda', '--number-posters', ...options);
  const dry = await number();
  expect(dry).toContain('Posters: 3, of them 1 with a number.');
  expect(dry).toContain(
    `${early.reference}: accepted, Poster becomes accepted, Poster, Poster P06`,
  );
  expect(dry).toContain(`${late.reference}: accepted, Poster becomes accepted, Poster, Poster P07`);
  expect(dry).toContain(
    'Nothing was changed. Add --send to do it. Add --yes to record the numbers without letters.',
  );
  server.clock.advance(1000);
  expect(await number('--yes')).toContain('Decisions recorded: 2. Letters in the outbox: 0.');
  expect(await number('--yes')).not.toContain('Decisions recorded');
  // The same with --send tells those whose number or decision was recorded without a letter.
  expect(await number('--send')).toContain('Decisions recorded: 0. Letters in the outbox: 3.');
  expect(await number('--send')).toContain('Letters in the outbox: 0.');
  const stored = await server.db
    .selectFrom('decisions')
    .innerJoin('abstracts', 'abstracts.id', 'abstract_id')
    .select(['reference', 'number'])
    .execute();
  const numbers = Object.fromEntries(stored.map((each) => [each.reference, each.number]));
  expect(numbers).toEqual({
    [late.reference]: 'P07',
    [given.reference]: 'P3',
    [early.reference]: 'P06',
    [withdrawn.reference]: 'P05',
    [talks.reference]: null,
  });
  // From the beginning: only those whose number changes get a letter, and it is about the change.
  await server.mailRound(async () => undefined);
  server.clock.advance(1000);
  expect(await number('--send', '--again')).toContain('Letters in the outbox: 3.');
  const mails = await server.mailsAbout('abstract-decided', early.reference);
  const subjects = mails.map(({ content: { subject } }) => subject.split(': ')[1]?.split(',')[0]);
  expect(new Set(subjects)).toEqual(
    new Set(['Your abstract is accepted', 'News about your accepted abstract']),
  );
  expect(await number('--send', '--again')).toContain('Letters in the outbox: 0.');
  expect(fixtureContent.sessions.sessions.map(({ id }) => id).slice(0, 2)).toEqual([
    'smart-polymers',
    'bioplastics-innovation',
  ]);
});

test('session chairs get a sheet by time, with posters behind the talks and withdrawals named', async () => {
  const [ten, nine, poster, p2, gone] = [
    await abstract('Ten'),
    await abstract('Nine'),
    await abstract('Poster'),
    await abstract('Second poster'),
    await abstract('Gone'),
  ];
  await decide(
    talk(ten, 'Fri', '10:00', '10:20', 'Hall A', 'Gels', 'Cy'),
    talk(nine, 'Fri', '9:20', '9:40', 'Hall A'),
    talk(poster, ...Array.from({ length: 6 }, () => null), 'P10').with(2, 'Poster'),
    talk(p2, ...Array.from({ length: 6 }, () => null), 'P9').with(2, 'Poster'),
    talk(gone, 'Sat', '9:00', '9:20'),
  );
  await change(gone.reference, { withdrawn_at: '2026-01-01T00:00:00.000Z' });
  await change(p2.reference, { title: null });
  const path = join(root, 'programme.xlsx');
  const said = await organise(context(), 'table', path, '--sheet', 'programme');
  expect(said).toContain('5 contributions');
  const [head, ...rows] = await readSheet(path);
  expect(head).toEqual([
    'Day',
    'Start',
    'End',
    'Room',
    'Track',
    'Chair',
    'Number',
    'Contribution',
    'Presenting author',
    'Email',
    'State',
    'Presented as',
    'Session',
    'Slot',
    'Reference',
  ]);
  expect(rows.map((row) => [row[0], row[1], row[6], row[7], row[10]])).toEqual([
    ['2026-05-29', '09:20', null, 'Nine', 'Accepted'],
    ['2026-05-29', '10:00', null, 'Ten', 'Accepted'],
    ['2026-05-30', '09:00', null, 'Gone', 'Withdrawn'],
    [null, null, 'P9', expect.stringMatching(/^Contribution by ./), 'Accepted'],
    [null, null, 'P10', 'Poster', 'Accepted'],
  ]);
  const friday = join(root, 'friday.csv');
  await organise(
    context(),
    'table',
    friday,
    '--sheet',
    'programme',
    '--from',
    '2026-05-30',
    '--until',
    '2026-05-30',
  );
  expect(readFileSync(friday, 'utf8').match(/Nine|Ten|Gone|poster|Contribution by/gi)).toEqual([
    'Gone',
  ]);
});

test('the dashboard gives a slot, shows the difference and writes the agenda', async () => {
  const { reference, name } = await abstract('Chains');
  const here: CommandContext = { ...context(), latest: async () => here };
  const dashboard = await startDashboardWith(here);
  try {
    const { tell } = await openedIn(dashboard);
    const act = async (action: string, request: Record<string, unknown>) => {
      server.clock.advance(1000);
      const { json } = await tell('/plan', { action, request });
      await tell('/perform', { plan: json['plan'] });
      return String(json['words']);
    };
    const slot = { day: 'Day 2', starts: '9:00', ends: '9.20', room: 'Hall A' };
    const words = 'accepted, Saturday, May 30, 2026, 09:00–09:20, Hall A';
    const accepted = { reference, outcome: 'ACCEPTED' };
    expect(await act('decide', { ...accepted, ...slot })).toContain(`${reference}: ${words}`);
    // An empty field changes nothing, and a dash removes a value.
    expect(await act('decide', { ...accepted, room: '-', presentation: 'Talk' })).toContain(
      `${words} becomes accepted, Talk, Saturday, May 30, 2026, 09:00–09:20`,
    );
    expect(await act('agenda', {})).toContain(`+ Sat 09:00–09:20: Chains (${name}), ${reference}`);
    expect(text()).toContain('title: Chains');
  } finally {
    await dashboard.close();
  }
});
