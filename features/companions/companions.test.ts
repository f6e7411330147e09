import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect } from 'vitest';
import { printAttendance, printBadges } from '#features/badges/print-documents.ts';
import { actsPathOf, openPack, writePack } from '#features/desk/desk-command.ts';
import { openOffLineDesk } from '#features/desk/off-line-desk.ts';
import { onlineDesk } from '#features/desk/online-desk.ts';
import {
  answerCheckIn,
  answerName,
  answerScan,
  answerUndo,
  owes,
} from '#features/desk/desk-answers.ts';
import { exportJsonLines } from '#organiser/commands/export.ts';
import { DAY } from '#contract/time-spans.ts';
import { newId } from '#server/identity.ts';
import type { Order } from '#server/orders/rows/orders.ts';
import { aPayer, aSheet, carriedOut } from '#tests/support/a-group.ts';
import { atOnce, test } from '#tests/support/at-once.ts';
import { fixtureContent } from '#tests/support/fixture-content.ts';
import { withExtras } from '#tests/support/fixture-prices.ts';
import { fieldsOf, pathOf } from '#tests/support/own-page.ts';
import { linesOfPdf } from '#tests/support/pdf-text.ts';
import { withRules } from '#tests/support/refund-rules.ts';
import { testContext } from '#tests/support/test-commands.ts';
import { testFolder } from '#tests/support/test-folder.ts';
import { startTestSite } from '#tests/support/test-site.ts';

const companions = { extras: ['dinner'], roomGuests: true, questions: ['diet', 'photos'] };
const content = withRules({
  ...fixtureContent,
  prices: withExtras(fixtureContent.prices),
  conference: { ...fixtureContent.conference, companions },
});
const said = content.yourRegistration.companions;
const server = await startTestSite({ content });
beforeAll(async () => {
  await server.db
    .insertInto('installation')
    .values({ id: 1, mode: 'sandbox', file_store: server.files.store.id })
    .execute();
});

/** A participant with two places for companions. */
async function aHost() {
  const registered = await server.paidRegistration({ extras: [{ id: 'dinner', count: 2 }] });
  return { ...registered, path: pathOf(registered.order) };
}

/** The form of the own page, with its fields as they are. */
async function formOn(path: string): Promise<Record<string, string>> {
  const { text } = await server.openPage(path);
  const [, form = ''] = text.split('<details class="receipt-part" id="companions"');
  return fieldsOf(form);
}
async function name(path: string, ...names: (readonly [string, string?])[]) {
  const form = await formOn(path);
  const fields = Object.keys(form).filter((key) => key.endsWith('-name'));
  const typed = fields.flatMap((key, at) => [
    [key, names[at]?.[0] ?? ''] as const,
    [key.replace('-name', '-diet'), names[at]?.[1] ?? ''] as const,
  ]);
  const entries = { ...form, ...Object.fromEntries(typed) };
  const send = () => server.sendForm(`${path}/companions`, entries);
  return { answer: await send(), send };
}
const namedOf = ({ participantIds }: Pick<Order, 'participantIds'>) =>
  server.db
    .selectFrom('companions')
    .selectAll()
    .where('participant_id', 'in', participantIds)
    .orderBy('seat')
    .execute();
const linesOf = async (printed: Promise<{ pdf: AsyncIterable<string | Uint8Array> }>) => {
  const { pdf } = await printed;
  const bytes = Buffer.concat(await Array.fromAsync(pdf, (part) => Buffer.from(part)));
  return linesOfPdf(bytes);
};
const badges = (reference?: string, since?: string) =>
  linesOf(
    printBadges(server.organising, {
      format: 'card',
      order: 'name',
      ...(reference !== undefined && { references: [reference] }),
      since,
    }),
  );

describe('the names of those who come along', () => {
  test('in a group the payer reads them too, which the form says, and each field has its own label', async () => {
    // A guest in the room of each.
    const { people, rows } = aSheet(['Speaker', 'Poster'], ['yes', 2, 1]);
    const { order, path: link } = await server.linkedOrder(
      await carriedOut(server.planGroup({ rows, payer: aPayer })),
    );
    await server.payLink(link);
    const member = await server.pageTokenOf(people[0]?.email ?? '');
    const { payerSees } = content.yourRegistration.questions;
    const partOf = async (path: string) => {
      const { text } = await server.openPage(path);
      return text.split('id="companions"')[1]?.split('</details>')[0] ?? '';
    };
    expect(await partOf(`/registration/${member}`)).toContain(payerSees);
    const all = await partOf(pathOf(order));
    expect(all).not.toContain(payerSees);
    const ids = Array.from(all.matchAll(/ id="([^"]+)"/g), ([, id]) => id);
    expect(ids.filter((id) => id?.startsWith('c-new1-name'))).toHaveLength(2);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('are given on the own page, as many as places, and changed and taken back', async () => {
    const { path, order, person } = await aHost();
    const mail = (await server.mailsTo(person.email)).map(({ text }) => text).join('\n');
    expect(mail).toContain(content.mails.companionsToName);
    const before = await server.openPage(path);
    expect(before.words).toContain('Name 2 people who come with you');
    const { answer, send } = await name(path, ['Ada Bell', 'Vegan'], ['Bo Clay']);
    expect(answer.location).toBe(`${path}?notice=companionsSaved`);
    // Sent twice, saved once; and an earlier form is refused.
    expect((await send()).location).toContain('companionsS');
    const named = await namedOf(order);
    expect(named.map((row) => row.name)).toEqual(['Ada Bell', 'Bo Clay']);
    expect(new Set(named.map(({ reference }) => reference)).size).toBe(2);
    const after = await server.openPage(path);
    expect(after.words).toContain(said.heading);
    expect(after.words).toContain(`Badge ${named[0]?.reference}`);

    await name(path, ['Ada Bell-Day', 'Vegan'], ['']);
    const [ada, ...more] = await namedOf(order);
    expect([ada?.name, ada?.reference, more]).toEqual(['Ada Bell-Day', named[0]?.reference, []]);
    expect((await server.everyRow())['companion_answers']).toHaveLength(1);
    const stale = await server.sendForm(`${path}/companions`, {
      ...(await formOn(path)),
      version: 'x',
      [`c-${ada?.id}-name`]: 'Eve',
    });
    expect(stale.location).toContain('companionsStale');
  });

  test.each([
    ['a name of control characters', 'Eve\u0007', said.unreadable],
    ['a name that is too long', 'x'.repeat(300), said.unreadable],
  ])('%s is refused, and nothing is saved', async (_, typed, words) => {
    const { path, order } = await aHost();
    const { answer } = await name(path, ['Ada Bell'], [typed]);
    expect(answer.status).toBe(400);
    expect(answer.words).toContain(words);
    expect(await namedOf(order)).toEqual([]);
  });

  test('are nobody’s but the page’s: another page, another person and an unpaid place save nothing', async () => {
    const [one, other] = [await aHost(), await aHost()];
    const form = await formOn(one.path);
    const entries = { ...form, 'c-new1-name': 'Eve' };
    expect((await server.sendForm(`${other.path}/companions`, entries)).status).toBe(404);
    expect(await namedOf(one.order)).toEqual([]);
    const unpaid = await server.unpaidRegistration({ extras: [{ id: 'dinner', count: 1 }] });
    const page = pathOf(unpaid.order);
    expect((await server.openPage(page)).text).not.toContain('id="companions"');
    const person = unpaid.order.participantIds[0] ?? '';
    const sent = await server.sendForm(`${page}/companions`, { ...entries, person });
    expect(sent.status).toBe(404);
    // Markup in a name is text.
    await name(one.path, ['<b>Ada</b> & "Bo"']);
    expect((await server.openPage(one.path)).text).not.toContain('<b>Ada');
  });

  test('are changed on the page until the end, and afterwards by organisers only', async () => {
    const { path, order, reference } = await aHost();
    const until = (day: string) => {
      const ends = { ...companions, until: { day, time: '18:00' } };
      const conference = { ...content.conference, companions: ends };
      return startTestSite({ beside: server, content: { ...content, conference } });
    };
    const open = await until('2099-05-15');
    expect((await open.openPage(path)).words).toContain(
      'You can change the names until May 15, 2099 at 18:00.',
    );
    const form = await formOn(path);
    const over = await until('2020-05-15');
    expect((await over.openPage(path)).words).toContain(said.over);
    const late = await over.sendForm(`${path}/companions`, { ...form, 'c-new1-name': 'Eve' });
    expect(late.location).toContain('changedMeanwhile');
    expect(await namedOf(order)).toEqual([]);
    await over.organise('companions', reference, '--name', '1', 'Ada Bell', '--yes');
    const { text, words } = await over.openPage(path);
    expect(words).toContain('Ada Bell');
    expect(text).not.toContain(`${path}/companions`);
  });

  test('follow what is booked: one place less asks whom to take off, a cancellation lets nobody in', async () => {
    const { path, order, reference } = await aHost();
    await name(path, ['Ada Bell'], ['Bo Clay']);
    const [ada, bo] = await namedOf(order);
    await server.actThrough(`${path}/change`, { 'extra-dinner': 1 });
    const page = await server.openPage(path);
    expect(page.words).toContain(said.noPlace);
    expect((await server.organise('companions')).split('\n').join()).toMatch(
      /Named {2}Ada Bell.*No place {2}Bo Clay/,
    );
    const desk = onlineDesk(server.organising);
    const [refused] = await answerScan(desk, bo?.reference ?? '');
    expect(refused).toMatchObject({
      outcome: 'refused',
      words: 'There are more names than places',
      canOverrule: true,
    });
    // Companions pay nothing, so the desk asks them for no money.
    expect(refused?.people.map(owes)).toEqual([false]);
    const texts = (await badges(reference)).join('\n');
    expect(texts).toContain('Ada Bell');
    expect(texts).not.toContain('Bo Clay');
    const { answer } = await name(path, ['Ada Bell'], ['Bo Clayton']);
    expect(answer.words).toContain(said.tooMany);
    await name(path, [''], ['Bo Clay']);
    expect((await namedOf(order)).map(({ id }) => id)).toEqual([bo?.id]);
    await server.organise('cancel', reference, '--amount', '0', '--send');
    expect(await answerScan(desk, bo?.reference ?? '')).toMatchObject([{ outcome: 'refused' }]);
    expect(await answerScan(desk, ada?.reference ?? '')).toMatchObject([{ outcome: 'unknown' }]);
  });
});

describe('a companion', () => {
  test('has a badge, a check-in at the desk, a line in lists, sheets and the search', async () => {
    const { path, order, reference, person } = await aHost();
    await name(path, ['Zora Quill', 'Vegan']);
    const [zora] = await namedOf(order);
    const code = zora?.reference ?? '';
    const printed = (await badges(reference)).join('\n');
    for (const words of ['Zora Quill', said.type, code]) expect(printed).toContain(words);
    expect((await badges(code)).join('\n')).not.toContain(person.name);
    expect((await linesOf(printAttendance(server.organising))).join('\n')).toContain('Zora Quill');
    // They are not among the participants who are counted everywhere.
    const { count, beside } = await printAttendance(server.organising);
    const [, coming = ''] = /coming +(\d+)/.exec(await server.organise('status')) ?? [];
    expect([count - beside, beside > 0]).toEqual([Number(coming), true]);

    const desk = onlineDesk(server.organising);
    const [host] = await answerScan(desk, reference);
    expect(host?.people[0]?.words.join()).toContain(`Comes with Zora Quill, badge ${code}`);
    expect(await answerScan(desk, code.toLowerCase().replaceAll('-', ' '))).toMatchObject([
      { outcome: 'here', people: [{ name: 'Zora Quill', reference: code }] },
    ]);
    const [again] = await answerScan(desk, code);
    expect(again?.outcome).toBe('already');
    // The own page does not take off who has arrived.
    expect((await server.openPage(path)).words).toContain(said.present);
    const undone = await answerUndo(desk, again?.people[0]?.key ?? '');
    expect(undone.outcome).toBe('undone');
    // A whole name checks in, too, and a part of it leaves the choice.
    expect(await answerName(desk, 'Quill')).toMatchObject([
      { outcome: 'choose', people: [{ name: 'Zora Quill', reference: code }] },
    ]);
    expect(await answerName(desk, 'zora quill')).toMatchObject([
      { outcome: 'here', people: [{ name: 'Zora Quill' }] },
    ]);
    expect(await answerName(desk, person.name)).toEqual([]);
    await answerUndo(desk, again?.people[0]?.key ?? '');
    expect(await server.organise('checkin', code)).toContain('Checked in.');
    expect((await server.listActivities({ reference })).map(({ words }) => words)).toContain(
      'a companion is checked in',
    );

    const file = join(server.files.dataDir, 'companions.csv');
    await server.organise('table', file, '--sheet', 'companions');
    expect(readFileSync(file, 'utf8')).toContain(`"${code}","Zora Quill","Named","${person.name}"`);
    const answers = join(server.files.dataDir, 'answers.csv');
    await server.organise('table', answers, '--sheet', 'answers');
    expect(readFileSync(answers, 'utf8')).toContain('"Diet","Vegan","","Zora Quill"');
    expect(await server.organise('find', 'zora')).toContain('Zora Quill');
    const records: string[] = [];
    const { db, files } = server;
    await exportJsonLines(db, files.store, async (line) => void records.push(line));
    const record = records.find((line) => line.includes('"type":"companion"'));
    expect(record).toContain('"answers":{"diet":"Vegan"}');
    expect(await server.organise('show', reference)).toContain('Zora Quill');
  });

  test('is checked in by a laptop without a network, once, however often it is merged', async () => {
    const { path, order } = await aHost();
    await name(path, ['Lou Vane']);
    const [lou] = await namedOf(order);
    const list = join(testFolder(), 'hall.desk');
    const until = new Date(server.clock.now().getTime() + 2 * DAY).toISOString().slice(0, 10);
    const { passPhrase } = await writePack(testContext(server), list, until);
    const pack = await openPack(list, passPhrase, server.clock.now);
    const acts = actsPathOf(list, 'hall');
    const about = { pack, path: acts, laptop: 'hall', clock: server.clock.now, newId };
    const desk = openOffLineDesk(about);
    expect(await answerScan(desk, lou?.reference ?? '')).toMatchObject([
      { outcome: 'here', people: [{ name: 'Lou Vane' }] },
    ]);
    desk.close();
    for (const done of [1, 0]) {
      expect(await server.organise('desk', '--merge', acts, '--yes')).toContain(
        `Checked in: ${done}.`,
      );
    }
    expect((await namedOf(order))[0]?.checked_in_at).not.toBeNull();
  });

  test('stays if the participant is corrected, and goes with another person in the place', async () => {
    const { path, order, reference, person } = await aHost();
    await name(path, ['Ida Noor', 'Vegan']);
    const becomes = async (change: { name: string; email?: string }) => {
      const { words, perform } = await server.planCorrection({ reference, ...change });
      await perform();
      return words.join();
    };
    const lost = 'The names of those who come along are deleted';
    const married = `${person.name.split(' ')[0]} Noor`;
    expect(await becomes({ name: married })).not.toContain(lost);
    expect(await namedOf(order)).toHaveLength(1);
    const hand = { name: 'Oona Lahti', email: 'oona@lab.example' };
    const { check } = await server.actThrough(`${path}/hand-over`, {
      ...hand,
      email: 'o.lahti@lab.example',
      institute: 'Lab',
      phone: '+358 9 1',
      country: 'Finland',
    });
    expect(check.words).toContain('names of people who come along are deleted');
    expect(await becomes(hand)).toContain(lost);
    expect(await namedOf(order)).toEqual([]);
    expect(JSON.stringify(await server.everyRow())).not.toContain('Ida Noor');
  });

  test('goes with an erasure; an organiser corrects', async () => {
    const { path, order, reference, person } = await aHost();
    await name(path, ['Ana Moor', 'Vegan'], ['Ned Moor']);
    const set = (...args: string[]) => server.organise('companions', ...args, '--yes');
    await set(reference, '--name', '2', 'Ted Moor');
    expect((await namedOf(order)).map((row) => row.name)).toEqual(['Ana Moor', 'Ted Moor']);
    await set(reference, '--name', '2');
    expect(await namedOf(order)).toHaveLength(1);
    // The place of the first name is the one that is named next, whatever empty place the organiser says.
    await set(reference, '--name', '1');
    const first = await set(reference, '--name', '2', 'Ana Moor');
    expect(first).toContain(`companion 1 of ${person.name}: nobody becomes Ana Moor.`);
    expect(await server.organise('person', 'export', person.email)).toContain('Ana Moor');
    const erase = (...more: string[]) => server.organise('person', 'erase', person.email, ...more);
    expect(await erase('--even-paid')).toContain('companions');
    await erase('--even-paid', '--yes');
    await expect(set(reference, '--name', '1', 'Ana Moor')).rejects.toThrow('has 0 places');
    expect(await namedOf(order)).toEqual([]);
    expect(JSON.stringify(await server.everyRow())).not.toContain('Ana Moor');
  });

  test('has no answers 30 days after the conference, and keeps the name', async () => {
    const { path, order } = await aHost();
    await name(path, ['Kai Stern', 'Vegan']);
    // The last day ends at noon of the next one in UTC, where its last time zone is.
    server.clock.advance(32 * DAY);
    const end = new Date(server.clock.now().getTime() - 32 * DAY).toISOString().slice(0, 10);
    const { conference } = content;
    const over = { ...content, conference: { ...conference, dates: { ...conference.dates, end } } };
    const site = await startTestSite({ beside: server, content: over });
    expect(await site.organise('purge', '--yes')).toMatch(/companions with answers +[1-9]/);
    expect((await namedOf(order)).map((row) => row.name)).toEqual(['Kai Stern']);
    expect((await server.everyRow())['companion_answers']).toEqual([]);
  });

  atOnce('named in two windows at once is named once', async () => {
    const { path, order } = await aHost();
    const form = await formOn(path);
    const send = (first: string) =>
      server.sendForm(`${path}/companions`, { ...form, 'c-new1-name': first, 'c-new2-name': 'Bo' });
    await Promise.all([send('Ada'), send('Ada'), send('Eve')]);
    expect(await namedOf(order)).toHaveLength(2);
    const desk = onlineDesk(server.organising);
    const [ada] = await namedOf(order);
    const key = `other:${ada?.participant_id}:${ada?.id}`;
    const answers = await Promise.all([1, 2].map(() => answerCheckIn(desk, { key }, false)));
    expect(answers.map(({ outcome }) => outcome).toSorted()).toEqual(['already', 'here']);
  });
});
