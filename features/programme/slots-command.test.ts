import { join } from 'node:path';
import { readSheet } from 'read-excel-file/node';
import { beforeEach, expect } from 'vitest';
import { atOnce, test } from '#tests/support/at-once.ts';
import { testFolder } from '#tests/support/test-folder.ts';
import { aForm } from '#tests/support/author.ts';
import { fixtureContent } from '#tests/support/fixture-content.ts';
import { writeForeignSheet, writeSheetFile } from '#tests/support/sheet-file.ts';
import { startTestSite, type TestSite } from '#tests/support/test-site.ts';

/** The fixture's conference, on a Monday and a Tuesday in the future. */
const dates = { ...fixtureContent.conference.dates, start: '2090-05-29', end: '2090-05-30' };
const conference = { ...fixtureContent.conference, dates };
const [first, second] = fixtureContent.agenda.days;
const agenda = {
  days: [
    { ...first, date: dates.start },
    { ...second, date: dates.end },
  ] as typeof fixtureContent.agenda.days,
};

let server: TestSite;
let folder: string;
beforeEach(async () => {
  server = await startTestSite({ content: { ...fixtureContent, conference, agenda } });
  folder = testFolder();
});

async function abstract(traits: Record<string, string> = {}) {
  const form = aForm(traits);
  const reference = String((await server.submit({ form })).json['reference']);
  return { reference, email: String(form['email']) };
}

const HEAD = 'Reference Decision Presentation Day Start End Room Track Chair Number'.split(' ');
type Cell = string | number | null;
let files = 0;

async function decide(rows: readonly (readonly Cell[])[], ...how: string[]) {
  return decideBy(HEAD, rows, ...how);
}

async function decideBy(head: string[], rows: readonly (readonly Cell[])[], ...how: string[]) {
  const path = join(folder, `${files++}.xlsx`);
  await writeSheetFile(path, [head, ...rows]);
  return server.organise('decide', path, ...how);
}

async function mailsTo(email: string) {
  const mails = await server.listMessages(10_000);
  return mails.filter(({ recipient, kind }) => recipient === email && kind === 'abstract-decided');
}

const slots = () =>
  server.db
    .selectFrom('decisions')
    .innerJoin('abstracts', 'abstracts.id', 'abstract_id')
    .select(['reference', 'day', 'starts', 'ends', 'room', 'track', 'chair', 'number'])
    .execute();

test('a slot is stored as a day and times, and letters, pages and lists write it out', async () => {
  const [talk, poster] = [await abstract({ name: 'Anna Talk' }), await abstract()];
  const rows = [
    [talk.reference, 'accepted', 'Talk', 'Day 1', '9.30', '09:50', 'Hall A', 'Gels', 'Cy', null],
    [poster.reference, 'accepted', 'Poster', null, null, null, null, null, null, 'P12'],
  ];
  const words = 'Monday, May 29, 2090, 09:30–09:50, Hall A';
  const dry = await decide(rows);
  expect(dry).toContain(
    `${talk.reference}: accepted, Talk, ${words}, track Gels, chair Cy (Anna Talk)`,
  );
  expect(dry).toContain(`${poster.reference}: accepted, Poster, Poster P12`);
  await decide(rows, '--send');
  const stored = await slots();
  expect(stored).toHaveLength(2);
  expect(stored).toEqual(
    expect.arrayContaining([
      {
        reference: talk.reference,
        day: '2090-05-29',
        starts: '09:30',
        ends: '09:50',
        room: 'Hall A',
        track: 'Gels',
        chair: 'Cy',
        number: null,
      },
      {
        reference: poster.reference,
        day: null,
        starts: null,
        ends: null,
        room: null,
        track: null,
        chair: null,
        number: 'P12',
      },
    ]),
  );
  const [mail] = await mailsTo(talk.email);
  expect(mail?.content.text).toMatch(new RegExp(`Time and place\\s+${words}`));
  expect((await mailsTo(poster.email))[0]?.content.text).toMatch(/Time and place\s+Poster P12/);
  const path = /\/abstract\/\w+/.exec(mail?.content.text ?? '')?.[0] ?? '';
  expect((await server.get(path)).text).toContain(words);
  expect(await server.organise('show', talk.reference)).toContain(words);
  const template = join(folder, 'again.xlsx');
  await server.organise('decide', '--template', template);
  const [head, ...sheet] = await readSheet(template);
  const again = sheet.find(([reference]) => reference === talk.reference);
  expect(head?.slice(16, -1)).toEqual(HEAD.slice(3));
  expect(again?.slice(16, -1)).toEqual([
    '2090-05-29',
    '09:30',
    '09:50',
    'Hall A',
    'Gels',
    'Cy',
    null,
  ]);
  // The sheet that the command writes changes nothing.
  expect(await server.organise('decide', template, '--send')).toContain(
    'Decisions recorded: 0. Letters in the outbox: 0.',
  );
});

test('dates and times are read as Excel stores them, and minutes make the end', async () => {
  const { reference } = await abstract();
  const path = join(folder, 'excel.xlsx');
  const text = (words: string) => `<c t="inlineStr"><is><t>${words}</t></is></c>`;
  const heads = ['Reference', 'Decision', 'Date', 'Start', 'Minutes'].map(text).join('');
  // May 29, 2090 in the format d-mmm, and 09:30 in the format h:mm.
  const cells = `${text(reference)}${text('accepted')}<c s="1"><v>69547</v></c><c s="2"><v>0.3958333333333333</v></c><c><v>20</v></c>`;
  await writeForeignSheet(path, {
    rows: `<row r="1">${heads}</row><row r="2">${cells}</row>`,
    formats: [0, 16, 20],
  });
  await server.organise('decide', path, '--yes');
  expect(await slots()).toMatchObject([{ day: '2090-05-29', starts: '09:30', ends: '09:50' }]);
});

test('every impossible slot is named by row and column, and nothing is recorded', async () => {
  const by = { organizationName: 'Institute', name: 'Łukasz Bąk' };
  const all = [];
  for (let at = 0; at < 9; at += 1) all.push(await abstract(at < 2 ? by : {}));
  const refs = all.map(({ reference }) => reference);
  const talk = (at: number, ...slot: Cell[]) => [refs[at] ?? null, 'accepted', 'Talk', ...slot];
  const nowhere = Array.from({ length: 6 }, () => null);
  const poster = (at: number, number: string) => talk(at, ...nowhere, number).with(2, 'Poster');
  const wrong = decide([
    talk(0, 'Mon', '10:00', '10:20', 'Hall A'),
    talk(1, 'Mon', '10:10', '10:30', 'Hall B'),
    talk(2, 'Mon', '10:15', '10:30', 'hall a'),
    talk(3, 'Wed', '10:15', '10:30', 'Hall C'),
    talk(4, null, '10:15', '10:30', 'Hall C'),
    talk(5, 'Tue', '99:00', '10:30', 'Hall C'),
    talk(6, 'Tue', '10:30', '10:15', 'Hall C'),
    poster(7, 'P01'),
    poster(8, 'p1'),
  ]);
  await expect(wrong).rejects.toThrow(
    [
      'row 5, column Day: "Wed" is no day of the conference, May 29-30, 2090',
      'row 7, column Start: "99:00" is no time such as 09:30',
    ].join('\n'),
  );
  const collisions = decide([
    talk(0, 'Mon', '10:00', '10:20', 'Hall A'),
    talk(1, 'Mon', '10:10', '10:30', 'Hall B'),
    talk(2, 'Mon', '10:15', '10:30', 'hall a'),
    talk(4, null, '10:15', '10:30', 'Hall C'),
    talk(6, 'Tue', '10:30', '10:15', 'Hall C'),
    talk(3, 'Mon', '07:30', '07:45', 'Hall C'),
    poster(7, 'P01'),
    poster(8, 'p1'),
  ]);
  await expect(collisions).rejects.toThrow(
    [
      `row 3, column Start: Łukasz Bąk presents ${refs[0]} (row 2) in Hall A at the same time, Monday 10:00–10:20`,
      `row 4, column Room: hall a is taken by ${refs[0]} (row 2), Monday 10:00–10:20`,
      'row 5, column Day: is empty, and there is a start',
      'row 6, column End: 10:15 is not after the start, 10:30',
      'row 7, column Start: 07:30 is before the day begins at 08:00 (Registration and welcome coffee): is 19:30 meant? If not, write an earlier item into agenda.yaml',
      `row 9, column Number: p1 is the number of ${refs[7]} (row 8), too`,
    ].join('\n'),
  );
  expect(await slots()).toEqual([]);
});

test('a slot is free again after a withdrawal, and two slots can be exchanged', async () => {
  const [one, two, three] = [await abstract(), await abstract(), await abstract()];
  const row = ({ reference }: { reference: string }, start: string, end: string) =>
    [reference, 'accepted', 'Talk', 'Mon', start, end, 'Hall A'] as const;
  await decide([row(one, '10:00', '10:20'), row(two, '10:20', '10:40')], '--yes');
  await expect(decide([row(three, '10:30', '10:50')], '--yes')).rejects.toThrow(
    `row 2, column Room: Hall A is taken by ${two.reference}, Monday 10:20–10:40`,
  );
  const said = await decide([row(one, '10:20', '10:40'), row(two, '10:00', '10:20')], '--yes');
  expect(said).toContain(
    `${one.reference}: accepted, Talk, Monday, May 29, 2090, 10:00–10:20, Hall A becomes accepted, Talk, Monday, May 29, 2090, 10:20–10:40, Hall A`,
  );
  await server.db
    .updateTable('abstracts')
    .set({ withdrawn_at: '2090-01-01T00:00:00.000Z' })
    .where('reference', '=', two.reference)
    .execute();
  await decide([row(three, '10:00', '10:20')], '--yes');
});

test('a sheet without the columns of the slot changes no slot', async () => {
  const { reference, email } = await abstract();
  await decide(
    [[reference, 'accepted', 'Talk', 'Mon', '10:00', '10:20', 'Hall A', 'Gels']],
    '--send',
  );
  server.clock.advance(1000);
  const said = await decideBy(['Reference', 'Decision'], [[reference, 'accepted']], '--send');
  expect(said).toContain('Decisions recorded: 0.');
  // Authors get no letter about a track or a chair.
  const other = await decideBy(
    ['Reference', 'Decision', 'Track', 'Chair'],
    [[reference, 'accepted', null, 'Cy']],
    '--send',
  );
  expect(other).toContain('Decisions recorded: 1. Letters in the outbox: 0.');
  expect(await slots()).toMatchObject([{ starts: '10:00', track: null, chair: 'Cy' }]);
  server.clock.advance(1000);
  const moved = await decideBy(
    ['Reference', 'Decision', 'Room'],
    [[reference, 'accepted', 'Hall B']],
    '--send',
  );
  expect(moved).toContain('Letters in the outbox: 1.');
  expect((await mailsTo(email)).map(({ content }) => content.text).join()).toContain('Hall B');
  server.clock.advance(1000);
  await decideBy(['Reference', 'Decision'], [[reference, 'rejected']], '--yes');
  expect(await slots()).toMatchObject([{ day: null, starts: null, room: null, chair: null }]);
});

atOnce('of two organisers who give one slot at once, one is refused', async () => {
  const [one, two] = [await abstract(), await abstract()];
  const given = await Promise.allSettled(
    [one, two].map(({ reference }) =>
      decide([[reference, 'accepted', 'Talk', 'Mon', '10:00', '10:20', 'Hall A']], '--yes'),
    ),
  );
  expect(given.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(await slots()).toHaveLength(1);
});
