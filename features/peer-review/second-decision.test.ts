import { join } from 'node:path';
import { readSheet } from 'read-excel-file/node';
import { expect, test } from 'vitest';
import { findAbstract } from '#server/abstract/abstracts.ts';
import { inTransaction } from '#server/database/database.ts';
import { openedIn, startTestDashboard } from '#tests/support/dashboard-client.ts';
import { conferenceAhead, DAY_MS, newAbstract, sendFile } from '#tests/support/own-abstract.ts';
import { writeSheetFile } from '#tests/support/sheet-file.ts';
import { testFolder } from '#tests/support/test-folder.ts';
import { startTestSite } from '#tests/support/test-site.ts';
import { insertAssignments, listPeerReviews, putReview } from './peer-reviews.ts';
import { putReviewer } from './reviewers.ts';

type Site = Awaited<ReturnType<typeof startTestSite>>;

/** An abstract with one reviewer, who writes to its author. */
async function reviewed(server: Site) {
  const { id, path } = await newAbstract(server);
  const reference = (await findAbstract(server.db, id))?.reference ?? '';
  const now = () => server.clock.now().toISOString();
  const reviewerId = `reviewer of ${id}`;
  const email = `${id}@warsaw.example`;
  const rest = { institute: '', conflicts: '', sessions: '', topics: '' };
  await inTransaction(server.db, async (tx) => {
    await putReviewer(tx, { id: reviewerId, name: 'Bo Fibre', email, ...rest, createdAt: now() });
    await insertAssignments(tx, [{ abstractId: id, reviewerId }], now());
  });
  const comment = async (commentForAuthor: string) => {
    server.clock.advance(1000);
    const [review] = await listPeerReviews(server.db, id);
    const written = { scores: new Map(), notes: new Map(), isDeclined: false };
    await inTransaction(server.db, (tx) =>
      putReview(
        tx,
        { abstractId: id, reviewerId, version: review?.version ?? 0 },
        { ...written, commentForAuthor, commentForCommittee: undefined },
        { collectedAt: now() },
      ),
    );
  };
  return { reference, path, comment };
}

test('the decision after a second look begins with the present comments, and a comment of the committee stays and is named', async () => {
  const server = await startTestSite({ content: conferenceAhead() });
  const folder = testFolder();
  const until = new Date(server.clock.now().getTime() + 9 * DAY_MS).toISOString().slice(0, 10);
  const all = [await reviewed(server), await reviewed(server), await reviewed(server)] as const;
  const [plain, edited, there] = all;
  await server.db.updateTable('abstracts').set({ wish: 'Poster' }).execute();
  for (const { comment } of all) await comment('A figure\nis missing.');
  let count = 0;
  const template = async () => {
    const path = join(folder, `template ${(count += 1)}.xlsx`);
    const said = await server.organise('decide', '--template', path);
    const [head = [], ...rows] = await readSheet(path);
    const at = (title: string) => head.indexOf(title);
    const cellsOf = ({ reference }: { reference: string }) => {
      const row = rows.find((cells) => cells[0] === reference) ?? [];
      return {
        decision: row[at('Decision')],
        until: row[at('Revise until')],
        presentation: row[at('Presentation')],
        comment: row[at('Comment for the author')],
      };
    };
    return { said, cellsOf };
  };
  const decide = async (rows: (string | null)[][]) => {
    const path = join(folder, `committee ${(count += 1)}.xlsx`);
    await writeSheetFile(path, [
      ['Reference', 'Decision', 'Revise until', 'Comment for the author'],
      ...rows,
    ]);
    server.clock.advance(1000);
    return server.organise('decide', path, '--send');
  };
  const first = await template();
  expect(first.cellsOf(plain)).toEqual({
    decision: null,
    until: null,
    presentation: 'Poster',
    comment: 'A figure\nis missing.',
  });
  await decide([
    [plain.reference, 'revise', until, 'A figure\nis missing.'],
    [edited.reference, 'revise', until, 'Please add a figure. The chair'],
    [there.reference, 'revise', until, 'A figure\r\nis missing.'],
  ]);
  // Before a version comes, the sheet has the decision as it is.
  await plain.comment('Not yet.');
  expect((await template()).cellsOf(plain)).toMatchObject({
    decision: 'revise',
    until,
    comment: 'A figure\nis missing.',
  });
  for (const { path, comment } of all) {
    expect((await sendFile(server, path, `${path.slice(-5)}.pdf`)).location).toContain('?done=');
    await comment('Much better now.');
  }
  const second = await template();
  const beginning = { decision: null, until: null, presentation: 'Poster' };
  expect(second.cellsOf(plain)).toEqual({ ...beginning, comment: 'Much better now.' });
  expect(second.cellsOf(edited)).toEqual({
    ...beginning,
    comment: 'Please add a figure. The chair',
  });
  expect(second.said).toContain(`${edited.reference}: the comment of the committee`);
  expect(second.said).not.toContain(plain.reference);
  const said = await decide([
    [plain.reference, 'accepted', null, 'Much better now.'],
    [edited.reference, 'accepted', null, 'Please add a figure. The chair'],
  ]);
  expect(said).toContain('Letters in the outbox: 2.');
  expect((await server.openPage(plain.path)).text).toContain('Much better now.');
  expect((await server.openPage(plain.path)).text).not.toContain('is missing');

  // The form in the dashboard begins so, too, and what stays in it is recorded.
  const dashboard = await startTestDashboard(server);
  const { ask, tell } = await openedIn(dashboard);
  const story: { forms: Record<string, Record<string, string>> } = JSON.parse(
    (await ask(`/abstracts/${there.reference}`)).text,
  );
  const form = story.forms['decide'];
  expect(form).toEqual({ presentation: 'Poster', commentForAuthor: 'Much better now.' });
  const request = { reference: there.reference, outcome: 'ACCEPTED', ...form };
  const old = { ...request, commentForAuthor: 'A figure\nis missing.' };
  expect((await tell('/plan', { action: 'decide', request: old })).text).toContain(
    'still that of the decision before',
  );
  const planned = await tell('/plan', { action: 'decide', request });
  expect(planned.text).not.toContain('still that');
  expect((await tell('/perform', { plan: planned.json['plan'] })).status).toBe(200);
  const [after] = (await ask(`/abstracts/${there.reference}`)).lines;
  expect(after).toMatchObject({
    decision: { comment: 'Much better now.', presentation: 'Poster' },
    forms: { decide: { outcome: 'ACCEPTED', commentForAuthor: 'Much better now.' } },
  });
  await dashboard.close();
});
