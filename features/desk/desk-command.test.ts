import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { testFolder } from '#tests/support/test-folder.ts';
import { newId } from '#server/identity.ts';
import { ActsUnreadable } from './desk-acts.ts';
import type { DeskAnswer } from './desk-answers.ts';
import { participantsWith } from '#server/reports/list-participants.ts';
import { withTransfers } from '#tests/support/with-transfers.ts';
import { openedIn, startDashboardOf, startTestDashboard } from '#tests/support/dashboard-client.ts';
import { organise, testContext } from '#tests/support/test-commands.ts';
import { offLineCalls } from './off-line-calls.ts';
import { openOffLineDesk } from './off-line-desk.ts';
import { startTestSite } from '#tests/support/test-site.ts';
import { actsPathOf, openPack, writePack } from './desk-command.ts';

const HOUR_MS = 60 * 60_000;
let folder: string;
/** The list of the test, and its day. */
let list: string;
let day: string;
const server = await startTestSite();
beforeAll(async () => {
  await server.db
    .insertInto('installation')
    .values({ id: 1, mode: 'sandbox', file_store: server.files.store.id })
    .execute();
});
beforeEach(() => {
  folder = testFolder();
  list = join(folder, 'hall.desk');
  day = new Date(server.clock.now().getTime() + 48 * HOUR_MS).toISOString().slice(0, 10);
});

const command = (...args: string[]) => server.organise('desk', ...args);

/** A laptop that has opened the list of the test. */
async function laptop(name: string, passPhrase: string) {
  const pack = await openPack(list, passPhrase, server.clock.now);
  const path = actsPathOf(list, name);
  const open = () => openOffLineDesk({ pack, path, laptop: name, clock: server.clock.now, newId });
  let desk = open();
  const dashboard = await startDashboardOf(offLineCalls(desk));
  const { ask, tell } = await openedIn(dashboard);
  const rows = async () => {
    const [, found = []] = (await ask('/listings/participants')).lines;
    return Object.values(found).map((row) => Object.values(row).map(String));
  };
  return {
    path,
    pack,
    rows,
    tell,
    async close() {
      await dashboard.close();
      desk.close();
    },
    /** Ends the process without a word to its file, and starts it again. */
    restarted() {
      desk.close();
      desk = open();
      return desk;
    },
    /** Plans an action and performs it; returns its sentences, or the refusal. */
    async act(action: string, request: Record<string, unknown>) {
      const call = { 'check-in': '/desk/check-in', 'undo-check-in': '/desk/undo' }[action];
      if (call !== undefined) {
        const { answers, message } = JSON.parse((await tell(call, request)).text);
        return answers?.[0].words ?? message;
      }
      const planned = await tell('/plan', { action, request });
      if (planned.status !== 200) return planned.json['message'];
      return (await tell('/perform', { plan: planned.json['plan'] })).json['words'];
    },
    async keyOf(reference: string) {
      const row = (await rows()).find((each) => each.includes(reference));
      return row?.[0] ?? '';
    },
  };
}

async function arrivalOf(reference: string) {
  const [person] = await server.participantsOfOrder(reference);
  return person?.checkedInAt;
}

type Tell = (path: string, body: unknown) => Promise<{ text: string }>;

async function answersTo(tell: Tell, path: string, body: unknown): Promise<DeskAnswer[]> {
  const { answers }: { answers: DeskAnswer[] } = JSON.parse((await tell(path, body)).text);
  return answers;
}

/** The answers of the desk to a scan: the outcome, the words and the names. */
async function scanned(tell: Tell, code: string): Promise<string[]> {
  return (await answersTo(tell, '/desk/scan', { code })).map(
    ({ outcome, words, people }) =>
      `${outcome}: ${words}: ${people.map(({ name }) => name).join('; ')}`,
  );
}

test('a scan is answered alike with and without a network, in every spelling', async () => {
  const [one, other] = [await server.paidRegistration(), await server.paidRegistration()];
  const gone = await server.paidRegistration();
  const { person: unpaid, reference: notPaid } = await server.unpaidRegistration();
  const group = await server.aPaidGroup(['Poster', 'Poster']);
  const { passPhrase } = await writePack(testContext(server), list, day);
  await server.organise('cancel', gone.reference, '--amount', '0', '--send');
  const desk = await laptop('hall', passPhrase);
  const dashboard = await startTestDashboard(server);
  const online = await openedIn(dashboard);
  const german = (reference: string) =>
    reference.replaceAll('-', 'ß').replaceAll(/[YZ]/g, (letter) => (letter === 'Y' ? 'Z' : 'Y'));
  const time = String.raw`\d\d:\d\d`;
  const members = group.members.map(({ name }) => name).join('; ');
  const table = [
    [one.reference, `here: Checked in: ${one.person.name}`],
    [one.reference, `already: Already here since ${time}: ${one.person.name}`],
    [`${german(one.reference)}\r`, `already: Already here since ${time}: ${one.person.name}`],
    [other.reference.replaceAll('-', ' ').toLowerCase(), `here: Checked in: ${other.person.name}`],
    [notPaid, `refused: Not paid: ${unpaid.name}`],
    [group.order.reference, `choose: A group of 2: choose who: ${members}`],
    ['PS26-0000-0000', 'unknown: No such reference: PS26-0000-0000: '],
  ] as const;
  for (const tell of [online.tell, desk.tell]) {
    for (const [code, answer] of table) {
      expect(await scanned(tell, code)).toEqual([expect.stringMatching(new RegExp(`^${answer}$`))]);
    }
    const both = `${one.reference}${other.reference}`;
    expect(await scanned(tell, both)).toHaveLength(2);
  }
  // The list was made before the cancellation.
  expect(await scanned(online.tell, gone.reference)).toEqual([
    `refused: Cancelled: ${gone.person.name}`,
  ]);
  expect(await scanned(desk.tell, gone.reference)).toEqual([
    `here: Checked in: ${gone.person.name}`,
  ]);
  const told = async (path: string, body: unknown) => (await answersTo(online.tell, path, body))[0];
  const undone = await told('/desk/undo', { person: one.reference });
  expect(undone?.words).toBe('Not checked in any more');
  const [, second] = group.members;
  const member = `${group.order.reference}?person=${second.id}`;
  expect((await told('/desk/check-in', { person: member }))?.people[0]?.name).toBe(second.name);
  const despite = { person: notPaid, isDespiteUnpaid: true };
  expect(await told('/desk/check-in', despite)).toMatchObject({
    outcome: 'here',
    notes: ['The place is not confirmed: not paid.'],
  });
  await dashboard.close();
  await desk.close();
});

test('somebody who comes without a registration is registered at the desk, paid and checked in', async () => {
  const closing = '2020-01-01T00:00:00.000Z';
  const content = withTransfers();
  const closed = content.prices.presentationTypes.map((type) => ({
    ...type,
    opening: { until: { at: closing, day: closing, words: 'on a day', label: 'a day' } },
  }));
  const context = testContext(server);
  const here = {
    ...context,
    content: {
      ...content,
      prices: { ...content.prices, presentationTypes: closed },
    },
  };
  const about = ['--institute', 'Late Lab', '--country', 'Germany', '--type', 'Speaker'];
  const walkin = (name: string, payment: string, ...more: string[]) => {
    const email = `${name.split(' ')[0]?.toLowerCase()}@late.example`;
    const args = [name, '--email', email, ...about, '--payment', payment, ...more];
    return organise(here, 'walkin', ...args);
  };
  const stateOf = async (email: string) => {
    const [person] = await participantsWith(server.db, email);
    return [person?.state, person?.checkedInAt !== undefined];
  };
  const plan = await walkin('Ida Late', 'cash');
  expect(plan).toContain('Ida Late, ida@late.example, Late Lab, Germany');
  expect(plan).toContain('The cash would be booked for it, into your cash box');
  expect(plan).not.toMatch(/row 2|gets a link to pay/);
  expect(await stateOf('ida@late.example')).toEqual([undefined, false]);
  const done = await walkin('Ida Late', 'cash', '--send');
  expect(done).toContain('in cash. The receipt goes to ida@late.example.');
  const taken = server.db.selectFrom('payments').select('state').where('provider', '=', 'cash');
  expect(await taken.execute()).toEqual([{ state: 'PAID' }]);
  expect(done).toContain('Checked in.');
  expect(await stateOf('ida@late.example')).toEqual(['CONFIRMED', true]);
  await expect(walkin('Ida Late', 'cash', '--send')).rejects.toThrow(
    /^Ida Late has a place already: check in PS26-\S+\.$/,
  );
  const [ida] = await participantsWith(server.db, 'ida@late.example');
  const entries = ['--name', 'Ida Lately', '--email', 'ida@new.example', '--sort-name', 'Lately'];
  await organise(context, 'correct', ida?.reference ?? '', ...entries, '--yes');
  expect(await organise(context, 'find', 'Lately')).toMatch(/^PS26-\S+ +CONFIRMED .*\n$/);
  expect(await organise(context, 'find', 'ida@late.example')).toContain('Nobody has');
  expect(await walkin('Bo Late', 'link', '--send')).toContain('to be paid at http');
  expect(await stateOf('bo@late.example')).toEqual(['AWAITING_PAYMENT', false]);
  // The person then pays in cash after all: the same order is paid, and no second one.
  await walkin('Bo Late', 'transfer', '--send');
  expect(await stateOf('bo@late.example')).toEqual(['CONFIRMED', true]);
  expect(await participantsWith(server.db, 'bo@late.example')).toHaveLength(1);
  await walkin('Cy Late', 'link-in', '--send');
  expect(await stateOf('cy@late.example')).toEqual(['AWAITING_PAYMENT', true]);
  await walkin('Di Late', 'free', '--send');
  expect(await stateOf('di@late.example')).toEqual(['CONFIRMED', true]);
  const { cash: _, ...withoutCash } = content.conference;
  await expect(
    organise(
      { ...context, content: { ...content, conference: withoutCash } },
      'walkin',
      'Ed Late',
      '--email',
      'ed@late.example',
      ...about,
      '--payment',
      'cash',
    ),
  ).rejects.toThrow('This conference takes no cash');
});

test('a list has no mail addresses, and opens with its pass phrase until its day', async () => {
  const { reference, order } = await server.paidRegistration();
  const text = await command('--pack', list, '--until', day);
  const [, passPhrase = ''] = /Pass phrase: (\S+)/.exec(text) ?? [];
  expect(readFileSync(list).toString('latin1')).not.toContain(reference);
  await expect(openPack(list, 'aaaa-bbbb-cccc-dddd', server.clock.now)).rejects.toThrow(
    `${list} does not open: another pass phrase, or the file has changed.`,
  );
  const pack = await openPack(list, ` ${passPhrase.toUpperCase()}`, server.clock.now);
  const person = pack.people.find((each) => each.reference === reference);
  expect(person).toMatchObject({ state: 'CONFIRMED', type: 'Speaker' });
  const all = JSON.stringify(pack);
  for (const { email } of await server.participantsOfOrder(reference)) {
    expect(all).not.toContain(email);
  }
  for (const id of order.participantIds) expect(all).not.toContain(id);
  const changed = readFileSync(list);
  changed.writeUInt8(changed.readUInt8(changed.length - 1) ^ 1, changed.length - 1);
  writeFileSync(`${list}2`, changed);
  await expect(openPack(`${list}2`, passPhrase, server.clock.now)).rejects.toThrow('has changed');
  const later = () => new Date(server.clock.now().getTime() + 80 * HOUR_MS);
  // The list ends at midnight in the time zone of the conference.
  await expect(openPack(list, passPhrase, later)).rejects.toThrow(
    /was made for use until \S+ 00:00\.$/,
  );
});

test('two laptops merge in any order, twice, and the earliest check-in counts', async () => {
  const [both, one, gone] = [
    await server.paidRegistration(),
    await server.paidRegistration(),
    await server.paidRegistration(),
  ];
  const { person: unpaid } = await server.openedCheckout();
  const { passPhrase } = await writePack(testContext(server), list, day);
  const [a, b] = [await laptop('hall-a', passPhrase), await laptop('hall-b', passPhrase)];
  expect(await a.act('check-in', { person: await a.keyOf(both.reference) })).toBe('Checked in');
  expect(await a.act('check-in', { person: await a.keyOf(both.reference) })).toMatch(
    /^Already here since \d\d:\d\d$/,
  );
  const between = server.clock.now().toISOString();
  server.clock.advance(HOUR_MS);
  await b.act('check-in', { person: await b.keyOf(both.reference) });
  await b.act('check-in', { person: await b.keyOf(one.reference) });
  await b.act('check-in', { person: await b.keyOf(gone.reference) });
  const notPaid = await a.keyOf(unpaid.name);
  expect(await a.act('check-in', { person: notPaid })).toBe('Not paid');
  await a.act('check-in', { person: notPaid, isDespiteUnpaid: true });
  await a.act('note', { person: notPaid, words: 'paid 300 EUR in cash' });
  await a.act('walk-in', {
    name: 'Ida Late',
    email: 'ida@late.example',
    country: 'Germany',
    type: 'Speaker',
    cash: '120',
  });
  expect((await a.rows()).at(-1)).toContain('WALK_IN');
  await a.close();
  await b.close();
  await server.organise('cancel', gone.reference, '--amount', '0', '--send');

  const files = [b.path, a.path];
  const shown = await command('--merge', ...files);
  expect(shown).toContain('People to check in: 3.');
  expect(shown).toContain('checked in earlier by hall-a');
  expect(shown).toContain(`(${gone.reference}) has no confirmed place`);
  expect(shown).toContain('paid 300 EUR in cash');
  expect(shown).toContain(
    `TO REGISTER, was not in the list: Ida Late, Speaker, cash: 120: organiser walkin 'Ida Late' --email ida@late.example --institute INSTITUTE --country Germany --type Speaker --payment cash --send`,
  );
  expect(await arrivalOf(one.reference)).toBeUndefined();

  // The later desk first: its time is replaced by the earlier one.
  expect(await command('--merge', b.path, '--yes')).toContain('Checked in: 2.');
  expect((await arrivalOf(both.reference)) ?? '').toSatisfy((at) => at > between);
  expect(await command('--merge', a.path, '--yes')).toContain('Checked in: 2.');
  expect((await arrivalOf(both.reference)) ?? 'never').toSatisfy((at) => at <= between);
  expect(await arrivalOf(gone.reference)).toBeUndefined();
  expect(await command('--merge', ...files, '--yes')).toContain('Checked in: 0.');
  expect(await server.organise('checkin', both.reference)).toMatch(
    /by secretary at the desk hall-a\.$/m,
  );
  // A mistake that was undone afterwards stays undone.
  await server.organise('checkin', one.reference, '--undo');
  expect(await command('--merge', ...files, '--yes')).toContain('Checked in: 0.');
  expect(await arrivalOf(one.reference)).toBeUndefined();
});

test('a check-in that the merge refuses hides no later one that was made despite it', async () => {
  const { reference } = await server.paidRegistration();
  const { passPhrase } = await writePack(testContext(server), list, day);
  const before = await laptop('hall-a', passPhrase);
  await before.act('check-in', { person: await before.keyOf(reference) });
  await before.close();
  await server.organise('cancel', reference, '--amount', '0', '--send');
  server.clock.advance(HOUR_MS);
  const after = await laptop('hall-b', passPhrase);
  const person = await after.keyOf(reference);
  await after.act('check-in', { person, isDespiteUnpaid: true });
  await after.close();
  const said = await command('--merge', before.path, after.path, '--yes');
  expect(said).toContain('NOT checked in');
  expect(said).toContain('although the place is not confirmed (cancelled)');
  expect(said).toContain('Checked in: 1.');
  expect(await arrivalOf(reference)).toBeDefined();
});

test('a desk that was killed goes on with every act that it had confirmed', async () => {
  const [one, other] = [await server.paidRegistration(), await server.paidRegistration()];
  const { passPhrase } = await writePack(testContext(server), list, day);
  const desk = await laptop('hall', passPhrase);
  const person = await desk.keyOf(one.reference);
  await desk.act('check-in', { person });
  // The process ended in the middle of a line.
  appendFileSync(desk.path, 'half a li');
  const again = desk.restarted();
  const of = (reference: string) =>
    again.pack.people.find((each) => each.reference === reference)?.key ?? '';
  expect(await again.checkIn(person, false)).toMatchObject({ isNew: false });
  await again.checkIn(of(other.reference), false);
  await again.undo(person);
  await desk.close();
  expect(await command('--merge', desk.path, '--yes')).toContain('Checked in: 1.');
  expect(await arrivalOf(one.reference)).toBeUndefined();
  expect(await arrivalOf(other.reference)).toBeDefined();
});

test('the merge refuses acts that were changed, moved, or made with another list', async () => {
  const { reference } = await server.paidRegistration();
  const { passPhrase } = await writePack(testContext(server), list, day);
  const desk = await laptop('hall', passPhrase);
  const person = await desk.keyOf(reference);
  for (const action of ['check-in', 'undo-check-in', 'check-in'])
    await desk.act(action, { person });
  await desk.close();
  const [heading = '', ...lines] = readFileSync(desk.path, 'utf8').split('\n');
  const refused = async (text: string) => {
    const path = join(folder, 'other.acts');
    writeFileSync(path, text);
    return expect(command('--merge', path, '--yes')).rejects.toThrow(/^other\.acts: /);
  };
  await refused([heading, ...lines.slice(1)].join('\n'));
  await refused([heading, ...lines.toReversed(), ''].join('\n'));
  await refused([heading.replace('"hall"', '"door"'), ...lines].join('\n'));
  await refused([heading.replace(desk.pack.id, newId()), ...lines].join('\n'));
  await refused('Name;Time\nAda;09:00\n');
  // The key of this list is not that of another installation.
  const foreign = { ...desk.pack, key: Buffer.alloc(32, 1).toString('base64') };
  const path = join(folder, 'foreign.acts');
  const about = { pack: foreign, path, laptop: 'x', clock: server.clock.now, newId };
  const forged = openOffLineDesk(about);
  await forged.checkIn(person, false);
  forged.close();
  await refused(readFileSync(path, 'utf8'));
  expect(() => openOffLineDesk({ ...about, pack: desk.pack })).toThrow(ActsUnreadable);
  expect(await arrivalOf(reference)).toBeUndefined();
});

test('a desk is opened once, records nothing after its day, and answers only its own browser', async () => {
  const { reference } = await server.paidRegistration();
  const { passPhrase } = await writePack(testContext(server), list, day);
  const desk = await laptop('hall', passPhrase);
  const about = { pack: desk.pack, path: desk.path, laptop: 'hall', newId };
  expect(() => openOffLineDesk({ ...about, clock: server.clock.now })).toThrow('is open already');
  await desk.close();
  const late = () => new Date(desk.pack.until);
  const over = openOffLineDesk({ ...about, clock: late });
  const dashboard = await startDashboardOf(offLineCalls(over));
  const { tell } = await openedIn(dashboard);
  const person = desk.pack.people.find((each) => each.reference === reference)?.key;
  const { json } = await tell('/desk/check-in', { person });
  expect(json['message']).toMatch(/^This list was made for use until /);
  expect((await tell('/plan', { action: 'constructor', request: {} })).status).toBe(422);
  expect((await dashboard.send('/api/listings/participants')).status).toBe(403);
  await dashboard.close();
  over.close();
});
