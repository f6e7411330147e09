import { join } from 'node:path';
import { beforeEach, expect } from 'vitest';
import { readSheet } from 'read-excel-file/node';
import { planDecisions } from '#features/programme/decide-abstracts.ts';
import { findAbstract } from '#server/abstract/abstracts.ts';
import { atOnce, test } from '#tests/support/at-once.ts';
import { openedIn, startTestDashboard } from '#tests/support/dashboard-client.ts';
import {
  conferenceAhead,
  contribution,
  DAY_MS,
  newAbstract,
  ownAbstract,
  sendFile,
} from '#tests/support/own-abstract.ts';
import { writeSheetFile } from '#tests/support/sheet-file.ts';
import { testContext } from '#tests/support/test-commands.ts';
import { testFolder } from '#tests/support/test-folder.ts';
import { startTestSite, type TestSite } from '#tests/support/test-site.ts';

let server: TestSite;
let folder: string;
beforeEach(async () => {
  server = await startTestSite({ content: conferenceAhead() });
  folder = testFolder();
});

const HEAD = ['Reference', 'Decision', 'Revise until', 'Comment for the author'];

/** The day so many days ahead. */
function inDays(days: number): string {
  return new Date(server.clock.now().getTime() + days * DAY_MS).toISOString().slice(0, 10);
}

let count = 0;
async function decideBySheet(rows: (string | null)[][], ...more: string[]): Promise<string> {
  const path = join(folder, `committee ${(count += 1)}.xlsx`);
  await writeSheetFile(path, [HEAD, ...rows]);
  server.clock.advance(1000);
  return server.organise('decide', path, ...more);
}

async function referenceOf(id: string): Promise<string> {
  return (await findAbstract(server.db, id))?.reference ?? '';
}

const pageOf = async (path: string) => (await server.openPage(path)).text;

async function concernsAbout(reference: string): Promise<string[]> {
  const all = await server.listConcerns();
  return all.flatMap(({ id, words }) => (id === `revision-${reference}` ? [words] : []));
}

test('an author who is asked to revise sends a version until the day, also after the deadline of all, and is decided about again', async () => {
  const { id, path, email, token } = await newAbstract(server);
  const reference = await referenceOf(id);
  const until = inDays(40);
  const dry = await decideBySheet([[reference, 'revise', until, 'Please add a figure.']]);
  expect(dry).toContain('New: 0 accepted, 0 rejected, 1 to revise.');
  // Without a letter the author learns nothing.
  await decideBySheet([[reference, 'revise', until, 'Please add a figure.']], '--yes');
  const { revise, revised } = server.content.yourAbstract.states;
  expect(await pageOf(path)).not.toContain(revise);
  await decideBySheet([[reference, 'revise', until, 'Please add a figure.']], '--send');
  const [mail] = (await server.listMessages(100)).filter(
    ({ kind, recipient }) => kind === 'abstract-decided' && recipient === email,
  );
  expect(mail?.content.subject).toContain('Please revise your abstract');
  expect(mail?.content.text).toContain('Please add a figure.');
  expect(mail?.content.text).toMatch(/Deadline +\w+ \d+, \d{4}/);
  const template = join(folder, 'template.xlsx');
  await server.organise('decide', '--template', template);
  const [head = [], row = []] = await readSheet(template);
  expect(row[head.indexOf('Decision')]).toBe('revise');
  expect(row[head.indexOf('Revise until')]).toBe(until);
  expect(row[head.indexOf('State')]).toBe('revise');

  server.clock.advance(35 * DAY_MS);
  const page = await pageOf(path);
  expect(page).toContain(revise);
  expect(page).toContain('Send the revised version');
  expect(page).not.toContain(server.content.yourAbstract.states.rejected);
  const entered = await server.fillIn(`${path}/contribution`, contribution);
  expect(entered.location).toBe(`${path}?done=saved`);
  expect((await sendFile(server, path)).location).toBe(`${path}?done=fileReplaced`);
  expect(await pageOf(path)).toContain(revised);
  expect(await pageOf(path)).not.toContain('Send the revised version');
  const { abstract, decision, files } = await ownAbstract(server, token);
  expect([abstract.fileKind, decision?.outcome, files.length]).toEqual(['submitted', 'REVISE', 2]);
  expect(await concernsAbout(reference)).toEqual([]);

  server.clock.advance(6 * DAY_MS);
  expect((await sendFile(server, path, 'late.pdf')).text).toContain('receipt');
  expect((await ownAbstract(server, token)).files).toHaveLength(2);
  expect(await concernsAbout(reference)).toEqual([
    `abstract ${reference}: its revised version waits for a decision`,
  ]);
  await decideBySheet([[reference, 'accepted', until, null]], '--send');
  expect(await pageOf(path)).toContain(server.content.yourAbstract.states.accepted);
  expect(await concernsAbout(reference)).toEqual([]);
  const [row2] = await server.db.selectFrom('decisions').selectAll().execute();
  expect(row2).toMatchObject({ outcome: 'ACCEPTED', revise_until: null });
});

test('whoever sends no version is named after the day, and another day opens the page again', async () => {
  const { id, path } = await newAbstract(server);
  const reference = await referenceOf(id);
  await decideBySheet([[reference, 'revise', inDays(5), null]], '--send');
  server.clock.advance(7 * DAY_MS);
  expect(await concernsAbout(reference)).toEqual([
    `abstract ${reference}: its author has sent no revised version in time`,
  ]);
  expect(await pageOf(`${path}/file`)).not.toContain('type="file"');
  const said = await decideBySheet([[reference, 'revise', inDays(5), null]], '--send');
  expect(said).toContain('Changed: 1.');
  expect(said).toMatch(
    /revise, until .* \(Europe\/Berlin\) becomes revise, until .* \(Europe\/Berlin\)/,
  );
  expect(await concernsAbout(reference)).toEqual([]);
  expect((await sendFile(server, path)).location).toBe(`${path}?done=fileReplaced`);
  // A withdrawal comes before it, and can be taken back until the same day.
  await server.sendForm(`${path}/withdraw`);
  expect((await server.sendForm(`${path}/restore`)).location).toContain(path);
  expect(await pageOf(path)).toContain(server.content.yourAbstract.states.revised);
});

test('a revision needs a day before the conference, and other decisions none', async () => {
  const { id } = await newAbstract(server);
  const reference = await referenceOf(id);
  const refused = (decision: string | null, until: string | null) =>
    expect(decideBySheet([[reference, decision, until, null]], '--send')).rejects;
  await refused('revise', null).toThrow('row 2, column Revise until: is empty');
  await refused('revise', inDays(-2)).toThrow('row 2, column Revise until: is over already');
  await refused('revise', inDays(95)).toThrow('row 2, column Revise until: is later than');
  await refused('revise', 'soon').toThrow('"soon" is no day such as 2026-03-10');
  await refused(null, inDays(5)).toThrow('has a day, and the Decision is empty: is it revise?');
  expect(await server.db.selectFrom('decisions').selectAll().execute()).toEqual([]);
});

test('a track chair gets the own session only, and cannot decide about another one', async () => {
  const [one, two] = [await newAbstract(server), await newAbstract(server)];
  const { sessions } = server.content.sessions;
  const [first, other] = sessions;
  await server.db
    .updateTable('abstracts')
    .set({ session_id: first?.id ?? '' })
    .where('id', '=', one.id)
    .execute();
  await server.db
    .updateTable('abstracts')
    .set({ session_id: other?.id ?? '' })
    .where('id', '=', two.id)
    .execute();
  const path = join(folder, 'track.xlsx');
  await server.organise('decide', '--template', path, '--session', other?.name ?? '');
  const rows = await readSheet(path);
  expect(rows.slice(1).map(([reference]) => reference)).toEqual([await referenceOf(two.id)]);
  const [mine, theirs] = [await referenceOf(two.id), await referenceOf(one.id)];
  const ofTrack = ['--session', other?.id ?? '', '--yes'];
  await expect(
    decideBySheet(
      [
        [mine, 'accepted', null, null],
        [theirs, 'rejected', null, null],
      ],
      ...ofTrack,
    ),
  ).rejects.toThrow(`row 3, column Reference: ${theirs} is not in the session ${other?.name}`);
  await decideBySheet([[mine, 'accepted', null, null]], ...ofTrack);
  const statistics = await server.organise('decide', '--statistics');
  expect(statistics).toContain(
    'All abstracts:\n  All: 2 received, 1 accepted, 0 rejected, 1 undecided; 100 % accepted\nBy session:\n',
  );
  expect(statistics).toContain(
    `  ${other?.name}: 1 received, 1 accepted, 0 rejected; 100 % accepted\n`,
  );
  expect(statistics).toContain(
    `  ${first?.name}: 1 received, 0 accepted, 0 rejected, 1 undecided\n`,
  );
  expect(statistics).toMatch(/By country:\n {2}Finland: 2 received/);
  expect(statistics).toMatch(/By kind:\n {2}without a kind: 2 received/);
  // The sheet of another chair has an earlier state of it: the plan shows both.
  expect(await decideBySheet([[mine, 'rejected', null, null]])).toContain(
    `${mine}: accepted becomes rejected`,
  );
  await expect(
    server.organise('decide', '--template', join(folder, 'x.xlsx'), '--session', 'Alchemy'),
  ).rejects.toThrow('“Alchemy” is no session of sessions.yaml');
});

test('the chair decides so in the dashboard, too, and the day stays if the form has none', async () => {
  const { id, path } = await newAbstract(server);
  const reference = await referenceOf(id);
  const dashboard = await startTestDashboard(server);
  const { tell } = await openedIn(dashboard);
  const decideThere = async (typed: Record<string, string>) => {
    server.clock.advance(1000);
    const request = { reference, outcome: 'REVISE', isSending: true, ...typed };
    const planned = await tell('/plan', { action: 'decide', request });
    if (planned.status !== 200) return planned.text;
    return (await tell('/perform', { plan: planned.json['plan'] })).status;
  };
  expect(await decideThere({})).toContain('until when may the author send a better version?');
  expect(await decideThere({ reviseUntil: `${inDays(9)} 18:00` })).toBe(200);
  expect(await decideThere({ commentForAuthor: 'A figure, please.\nAnd a table.' })).toBe(200);
  const [row] = await server.db.selectFrom('decisions').selectAll().execute();
  expect(row).toMatchObject({ outcome: 'REVISE', comment: 'A figure, please.\nAnd a table.' });
  expect(row?.revise_until?.slice(0, 10)).toBe(inDays(9));
  // A line stays a line.
  for (const line of ['A figure, please.', 'And a table.']) {
    expect(await pageOf(path)).toContain(`<span><bdi>${line}</bdi></span>`);
  }
  await dashboard.close();
});

atOnce(
  'of two decisions at once the second is refused, and then its plan shows the first',
  async () => {
    const { id } = await newAbstract(server);
    const reference = await referenceOf(id);
    const plan = async (outcome: 'ACCEPTED' | 'REVISE') =>
      planDecisions(testContext(server), {
        isSending: true,
        decisions: [
          {
            row: 2,
            reference,
            decided:
              outcome === 'REVISE'
                ? { outcome, reviseUntil: `${inDays(9)}T10:00:00.000Z` }
                : { outcome },
          },
        ],
      });
    const plans = [await plan('ACCEPTED'), await plan('REVISE')];
    const results = await Promise.allSettled(plans.map((each) => each.perform()));
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const letters = (await server.listMessages(100)).filter(
      ({ kind }) => kind === 'abstract-decided',
    );
    expect(letters).toHaveLength(1);
    const again = await Promise.all([plan('ACCEPTED'), plan('REVISE')]);
    expect(
      again.flatMap(({ words }) => words).filter((words) => words.includes('becomes')),
    ).toHaveLength(1);
  },
);
