import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect } from 'vitest';
import type { AtDoor, DeskAnswer } from '#features/desk/desk-answers.ts';
import { actsPathOf, openPack, writePack } from '#features/desk/desk-command.ts';
import { offLineCalls } from '#features/desk/off-line-calls.ts';
import { openOffLineDesk } from '#features/desk/off-line-desk.ts';
import { exportJsonLines } from '#organiser/commands/export.ts';
import { DAY, MINUTE } from '#contract/time-spans.ts';
import { newId, timestamp } from '#server/identity.ts';
import { inTransaction } from '#server/database/database.ts';
import { atOnce, test } from '#tests/support/at-once.ts';
import { openedIn, startDashboardOf, startTestDashboard } from '#tests/support/dashboard-client.ts';
import { fixtureContent } from '#tests/support/fixture-content.ts';
import { linesOfPdf } from '#tests/support/pdf-text.ts';
import { testContext } from '#tests/support/test-commands.ts';
import { testFolder } from '#tests/support/test-folder.ts';
import { startTestSite } from '#tests/support/test-site.ts';
import { withSessions } from '#tests/support/with-sessions.ts';
import { listScans } from './attendance.ts';
import { addSignUp, listSignUps } from './sign-ups.ts';

const notes = ['{session_hours} hours in: {sessions}'];
const { documents } = fixtureContent.pages;
const content = withSessions(
  {},
  {
    ...fixtureContent,
    pages: {
      ...fixtureContent.pages,
      documents: { ...documents, certificate: { ...documents.certificate, notes } },
    },
  },
);
const server = await startTestSite({ content });
beforeAll(async () => {
  await server.db
    .insertInto('installation')
    .values({ id: 1, mode: 'sandbox', file_store: server.files.store.id })
    .execute();
});

const spectra: AtDoor = { id: 'spectra', way: 'in' };
const out: AtDoor = { id: 'spectra', way: 'out' };

/** A person with a paid place, signed up or waiting. */
async function someone(state?: 'SIGNED_UP' | 'WAITING') {
  const { reference, person, order } = await server.paidRegistration();
  const [participantId = ''] = order.participantIds;
  if (state) {
    await inTransaction(server.db, async (tx) => {
      const turn = (await listSignUps(tx)).length + 1;
      const signUp = { id: newId(), session: 'spectra', participantId, turn, state };
      await addSignUp(tx, signUp, timestamp(server.clock.now()));
    });
  }
  return { reference, participantId, name: person.name };
}

type Tell = (path: string, body: unknown) => Promise<{ text: string }>;

/** The first answer of a desk: its outcome and its words. */
async function answered(tell: Tell, path: string, body: unknown): Promise<string> {
  const { answers = [], message }: { answers?: DeskAnswer[]; message?: string } = JSON.parse(
    (await tell(path, body)).text,
  );
  const [first] = answers;
  return first ? `${first.outcome}: ${first.words}` : String(message);
}

async function online() {
  const dashboard = await startTestDashboard(server);
  return { ...(await openedIn(dashboard)), close: () => dashboard.close() };
}

/** A laptop with a new list. */
async function laptop(name: string, folder: string, packed?: { passPhrase: string }) {
  const list = join(folder, 'hall.desk');
  const until = new Date(server.clock.now().getTime() + 2 * DAY).toISOString().slice(0, 10);
  const { passPhrase } = packed ?? (await writePack(testContext(server), list, until));
  const pack = await openPack(list, passPhrase, server.clock.now);
  const path = actsPathOf(list, name);
  const desk = openOffLineDesk({ pack, path, laptop: name, clock: server.clock.now, newId });
  const dashboard = await startDashboardOf(offLineCalls(desk));
  const { tell, ask } = await openedIn(dashboard);
  return {
    path,
    passPhrase,
    tell,
    ask,
    pack,
    async close() {
      await dashboard.close();
      desk.close();
    },
  };
}

const scansOf = async (participantId: string) =>
  (await listScans(server.db, { participantIds: [participantId] })).map(({ way }) => way);

test('a scan at a door is answered alike with and without a network', async () => {
  const [known, waits, stranger] = [
    await someone('SIGNED_UP'),
    await someone('WAITING'),
    await someone(),
  ];
  const { reference: unpaid } = await server.unpaidRegistration();
  const hall = await laptop('hall', testFolder());
  const dashboard = await online();
  const table = [
    [known.reference, spectra, /^here: In$/],
    [known.reference, spectra, /^already: Already in since \d\d:\d\d$/],
    [known.reference, out, /^out: Out$/],
    [known.reference, out, /^refused: Not scanned in here$/],
    [waits.reference, spectra, /^refused: On the waiting list$/],
    [stranger.reference, spectra, /^refused: Not signed up here$/],
    [stranger.reference, { id: 'castle', way: 'in' }, /^refused: Not signed up here$/],
    [unpaid, spectra, /^refused: not paid$/],
    ['PS26-0000-0000', spectra, /^unknown: No such reference/],
  ] as const;
  for (const { tell, ask } of [dashboard, hall]) {
    const [doors] = (await ask('/desk/doors')).lines;
    expect(JSON.stringify(doors)).toContain('Spectra, Room A, May 29, 2099, 09:00–12:00');
    for (const [code, door, answer] of table) {
      expect(await answered(tell, '/desk/scan', { code, door })).toMatch(answer);
    }
  }
  // Nobody is checked in at the registration desk by a door.
  const [person] = await server.participantsOfOrder(known.reference);
  expect(person?.checkedInAt).toBeUndefined();
  expect(await scansOf(known.participantId)).toEqual(['in', 'out']);

  const despite = { person: stranger.reference, door: spectra, isDespiteUnpaid: true };
  expect(await answered(dashboard.tell, '/desk/check-in', despite)).toBe('here: In');
  const undo = { person: stranger.reference, door: spectra };
  expect(await answered(dashboard.tell, '/desk/undo', undo)).toBe(
    'undone: The last scan does not count',
  );
  expect(await answered(dashboard.tell, '/desk/undo', undo)).toBe(
    'Nobody has scanned this person here.',
  );
  expect(await scansOf(stranger.participantId)).toEqual([]);
  const gone = { code: known.reference, door: { id: 'gone', way: 'in' } };
  expect(await answered(dashboard.tell, '/desk/scan', gone)).toContain('no session with this door');
  await dashboard.close();
  await hall.close();
});

test('the files of two laptops are merged once, in any order, and without what was undone', async () => {
  const folder = testFolder();
  const [one, other] = [await someone('SIGNED_UP'), await someone()];
  const hall = await laptop('hall', folder);
  const foyer = await laptop('foyer', folder, hall);
  const keyOf = (reference: string) =>
    hall.pack.people.find((each) => each.reference === reference)?.key ?? '';
  const scan = (tell: Tell, code: string, door: AtDoor) =>
    answered(tell, '/desk/scan', { code, door });
  expect(await scan(hall.tell, one.reference, spectra)).toBe('here: In');
  server.clock.advance(30 * MINUTE);
  expect(await scan(foyer.tell, one.reference, spectra)).toBe('here: In');
  expect(await scan(foyer.tell, one.reference, out)).toBe('out: Out');
  const despite = { person: keyOf(other.reference), door: spectra, isDespiteUnpaid: true };
  expect(await answered(hall.tell, '/desk/check-in', despite)).toBe('here: In');

  const files = [hall.path, foyer.path];
  const merge = (...args: string[]) => server.organise('desk', '--merge', ...args);
  const plan = await merge(...files);
  expect(plan).toContain('hall: Spectra, Room A, May 29, 2099, 09:00–12:00: 2 in, 0 out');
  expect(plan).toContain('foyer: Spectra, Room A, May 29, 2099, 09:00–12:00: 1 in, 1 out');
  expect(await scansOf(one.participantId)).toEqual([]);
  expect(await merge(...files, '--yes')).toContain('Scans at doors recorded: 4.');
  expect(await merge(...files.toReversed(), '--yes')).toContain('Scans at doors recorded: 0.');
  expect(await scansOf(one.participantId)).toEqual(['in', 'in', 'out']);
  expect(await scansOf(other.participantId)).toEqual(['in']);

  // The laptop takes a scan back after the merge, and a scan that was undone here stays so.
  const undo = { person: keyOf(other.reference), door: spectra };
  expect(await answered(hall.tell, '/desk/undo', undo)).toContain('does not count');
  const dashboard = await online();
  const here = { person: one.reference, door: spectra };
  await answered(dashboard.tell, '/desk/undo', here);
  expect(await merge(...files, '--yes')).toContain('Scans at doors recorded: 1.');
  expect(await scansOf(one.participantId)).toEqual(['in', 'in']);
  expect(await scansOf(other.participantId)).toEqual([]);
  for (const each of [dashboard, hall, foyer]) await each.close();
});

test('a laptop that is merged late, or again, gives nobody the presence of the person before', async () => {
  const folder = testFolder();
  const one = await someone('SIGNED_UP');
  const other = await someone('SIGNED_UP');
  const hall = await laptop('hall', folder);
  const scan = (code: string) => answered(hall.tell, '/desk/scan', { code, door: spectra });
  const merge = () => server.organise('desk', '--merge', hall.path, '--yes');
  for (const { reference } of [one, other]) {
    await answered(hall.tell, '/desk/scan', { code: reference });
    expect(await scan(reference)).toBe('here: In');
  }
  await merge();
  server.clock.advance(MINUTE);
  const entries = ['--name', 'Oona Järvi', '--email', 'oona.late@institute.example'];
  await server.organise('correct', one.reference, ...entries, '--yes');
  const again = await merge();
  expect(again).toContain('1 in, 0 out, 1 scan of people who are not registered any more');
  expect(await scansOf(one.participantId)).toEqual([]);
  expect(await scansOf(other.participantId)).toEqual(['in']);
  server.clock.advance(MINUTE);
  await answered(hall.tell, '/desk/scan', { code: one.reference, door: out });
  expect(await scan(one.reference)).toBe('here: In');
  await merge();
  expect(await scansOf(one.participantId)).toContain('in');
  await hall.close();
});

test('lists and certificates have the hours, and another person does not take them over', async () => {
  const one = await someone('SIGNED_UP');
  const dashboard = await online();
  await answered(dashboard.tell, '/desk/scan', { code: one.reference, door: spectra });
  await answered(dashboard.tell, '/desk/scan', { code: one.reference });
  await dashboard.close();
  expect(await server.organise('sessions')).toMatch(
    /^spectra {2}Spectra, May 29, 2099, 09:00–12:00, Room A: signed up \d+ of 2, waiting \d+, came \d+, hours [\d.]+\n/,
  );
  expect(await server.organise('sessions', 'spectra')).toContain(`${one.name}, `);
  expect(await server.organise('sessions', 'spectra')).toMatch(
    new RegExp(`^${one.reference} .* signed up, hours 3$`, 'm'),
  );
  await expect(server.organise('sessions', 'dinner')).rejects.toThrow(
    'There is no item “dinner” with places in agenda.yaml: they are spectra, glues, castle.',
  );
  const sheet = join(testFolder(), 'sessions.csv');
  await server.organise('table', sheet, '--sheet', 'sessions');
  const row = readFileSync(sheet, 'utf8')
    .split('\n')
    .find((line) => line.includes(one.reference));
  expect(row).toMatch(/^"Spectra","spectra","2099-05-29",.*"Signed up",.*"3"\r?$/);
  const records: string[] = [];
  await exportJsonLines(server.db, server.files.store, async (line) => {
    records.push(line);
  });
  const own = records.filter((line) => line.includes(one.reference));
  expect(own.map((line) => JSON.parse(line).type)).toEqual(
    expect.arrayContaining(['session-sign-up', 'session-scan']),
  );
  const printed = async () => {
    const path = join(testFolder(), 'certificates.pdf');
    await server.organise('certificates', path, one.reference);
    return linesOfPdf(readFileSync(path)).join('\n');
  };
  expect(await printed()).toContain('3 hours in: Spectra');
  const entries = ['--name', 'Oona Järvi', '--email', 'oona.desk@institute.example'];
  const replaced = await server.organise('correct', one.reference, ...entries, '--yes');
  expect(replaced).toContain('Oona');
  expect(await printed()).not.toContain('hours in');
  expect(await scansOf(one.participantId)).toEqual([]);
  expect(await server.organise('sessions', 'spectra')).toContain('Oona Järvi');
});

atOnce('two desks at one door count a person once', async () => {
  const { reference, participantId } = await someone('SIGNED_UP');
  const [one, other] = [await online(), await online()];
  const both = await Promise.all(
    [one, other].map(({ tell }) =>
      answered(tell, '/desk/scan', { code: reference, door: { id: 'castle', way: 'in' } }),
    ),
  );
  expect(both).toEqual(['refused: Not signed up here', 'refused: Not signed up here']);
  const answers = await Promise.all(
    [one, other].map(({ tell }) =>
      answered(tell, '/desk/scan', { code: reference, door: spectra }),
    ),
  );
  expect(answers.toSorted()[1]).toBe('here: In');
  expect(answers.toSorted()[0]).toContain('Already in since');
  expect(await scansOf(participantId)).toEqual(['in']);
  for (const each of [one, other]) await each.close();
});
