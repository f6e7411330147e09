import { openedIn, startTestDashboard } from '#tests/support/dashboard-client.ts';
import { writeDueMails } from './write-to-reviewers.ts';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import readExcelFile from 'read-excel-file/node';
import { beforeAll, describe, expect } from 'vitest';
import { atOnce, test } from '#tests/support/at-once.ts';
import { DAY } from '#contract/time-spans.ts';
import { putDecision } from '#features/programme/decisions.ts';
import { inTransaction } from '#server/database/database.ts';
import { listPeerReviews } from '#features/peer-review/peer-reviews.ts';
import { testFolder } from '#tests/support/test-folder.ts';
import { conferenceAhead } from '#tests/support/own-abstract.ts';
import { fieldsOf } from '#tests/support/own-page.ts';
import {
  anAbstract,
  assigned,
  reviewers,
  reviewPath,
  withReviewerPages,
} from '#tests/support/reviewers.ts';
import { reviewerSheet } from '#tests/support/reviewer-sheet.ts';
import { startTestSite, type TestSite } from '#tests/support/test-site.ts';

const { anna, bo, cy } = reviewers;

let server: TestSite;
let references: string[];
let paths: string[];
beforeAll(async () => {
  server = await startTestSite({ content: withReviewerPages() });
  references = [await anAbstract(server), await anAbstract(server), await anAbstract(server)];
  paths = await assigned(server, anna, bo, cy);
  return server.close;
});

/** The references on a reviewer's list, in its order. */
async function listed(path: string): Promise<string[]> {
  const { text } = await server.openPage(path);
  return [...text.matchAll(new RegExp(`href="${path}/(AB[\\w-]+)"`, 'g'))].map(
    ([, one = '']) => one,
  );
}

const complete = {
  'score-novelty': '4',
  'score-clarity': '9',
  'comment-for-committee': 'A talk, please.',
  'comment-for-author': 'Fine\r\nwork',
};

async function versionOf(path: string): Promise<string> {
  return fieldsOf((await server.openPage(path)).text)['version'] ?? '';
}

/** The cells of a reviewer's workbook. */
async function everyCellIn(folder: string): Promise<string> {
  const book = readdirSync(folder).find((each) => each.endsWith('.xlsx')) ?? '';
  return JSON.stringify(await readExcelFile(join(folder, book)));
}

const scoresOf = () =>
  server.db.selectFrom('peer_review_scores').selectAll().orderBy('score').execute();

test('a reviewer reads, saves a draft, submits and changes the review without a script', async () => {
  const [path = ''] = paths;
  const [first = '', second = ''] = await listed(path);
  const list = await server.openPage(path);
  expect(list.words).toContain('0 of 2 submitted');
  expect(list.words).toMatch(/Days left: (?:9|10) /);
  const one = `${path}/${first}`;
  const page = await server.openPage(one);
  expect(page.status).toBe(200);
  expect(page.words).toContain('1 is the worst, and 5 the best.');
  expect(page.text).toContain(`href="${path}/${second}" accesskey="n"`);
  expect(page.headers.get('cache-control')).toBe('no-store');
  const version = await versionOf(one);
  const draft = { version, act: 'draft', 'score-novelty': '4', 'comment-for-author': 'Fine' };
  const saved = await server.sendForm(one, draft);
  expect(saved.location).toBe(`${one}?done=saved`);
  const again = await server.openPage(saved.location);
  expect(again.words).toContain('Your draft is saved. It is not submitted yet.');
  expect(again.text).toMatch(/name="score-novelty" value="4" checked/);
  expect(again.words).toContain('Draft saved');
  // The committee and the author see nothing of a draft.
  expect(await server.organise('review')).toContain('Reviews: 0 of 6 came back.');

  const lacking = await server.sendForm(one, {
    ...draft,
    version: await versionOf(one),
    act: 'submit',
  });
  expect(lacking.status).toBe(400);
  expect(lacking.words).toContain('Please choose a score.');
  const sent = await server.sendForm(one, {
    ...complete,
    version: await versionOf(one),
    act: 'submit',
  });
  expect(sent.location).toBe(`${one}?done=submitted`);
  expect((await server.openPage(path)).words).toContain('1 of 2 submitted');
  expect(await server.organise('review')).toContain('Reviews: 1 of 6 came back.');
  // A change counts at once, and an incomplete one is refused.
  const changed = {
    ...complete,
    'score-novelty': '5',
    version: await versionOf(one),
    act: 'draft',
  };
  expect((await server.sendForm(one, changed)).location).toBe(`${one}?done=submitted`);
  const worse = { ...changed, version: await versionOf(one), 'score-clarity': '11' };
  expect((await server.sendForm(one, worse)).status).toBe(400);
  expect((await scoresOf()).map(({ score }) => score)).toEqual([5, 9]);
});

test('two windows do not overwrite each other, and the second sees both', async () => {
  const [, path = ''] = paths;
  const [first = ''] = await listed(path);
  const one = `${path}/${first}`;
  const version = await versionOf(one);
  const here = { version, act: 'draft', 'score-novelty': '2', 'comment-for-committee': 'Here' };
  const there = { version, act: 'draft', 'score-novelty': '2', 'comment-for-committee': 'There' };
  expect((await server.sendForm(one, here)).status).toBe(303);
  // A double click is no conflict.
  expect((await server.sendForm(one, here)).status).toBe(303);
  const late = await server.sendForm(one, there);
  expect(late.status).toBe(409);
  expect(late.words).toContain('Stored: Here');
  expect(late.text).toContain('There</textarea>');
  expect(late.words.match(/Stored:/g)).toHaveLength(1);
  // The same form once more keeps what was typed.
  const kept = await server.sendForm(one, {
    ...there,
    version: fieldsOf(late.text)['version'] ?? '',
  });
  expect(kept.status).toBe(303);
  expect((await server.openPage(one)).text).toContain('There</textarea>');
});

test('the script saves by itself, and is told of refusals', async () => {
  const [, path = ''] = paths;
  const [, second = ''] = await listed(path);
  const one = `${path}/${second}`;
  const page = await server.openPage(one);
  const policy = page.headers.get('content-security-policy') ?? '';
  expect(policy).toMatch(/script-src 'sha256-[^']+';/);
  expect(policy).toContain("default-src 'none'");
  const version = await versionOf(one);
  const auto = { version, act: 'autosave', 'comment-for-author': 'Half a' };
  const saved = await server.sendForm(one, auto);
  expect(JSON.parse(saved.text)).toEqual({ version: Number(version) + 1, state: 'Draft saved' });
  const other = { ...auto, 'comment-for-author': 'Another' };
  expect((await server.sendForm(one, other)).status).toBe(409);
  expect(
    (await server.sendForm(one, { ...auto, version: Number(version) + 1, 'score-novelty': '9' }))
      .status,
  ).toBe(400);
});

test('one press gives an abstract back, and another takes it back with the draft', async () => {
  const [, , path = ''] = paths;
  const [first = ''] = await listed(path);
  const one = `${path}/${first}`;
  await server.sendForm(one, { version: await versionOf(one), act: 'draft', 'score-novelty': '3' });
  const given = await server.sendForm(`${one}/give-back`, { reason: 'field' });
  expect(given.location).toBe(`${one}?done=declined`);
  const page = await server.openPage(one);
  expect(page.words).toContain('Not my field');
  expect(page.text).not.toContain('score-novelty');
  // A form of another window does not bring it back.
  expect((await server.sendForm(one, { ...complete, version: 1, act: 'submit' })).status).toBe(409);
  await server.sendForm(`${one}/take-back`);
  expect((await server.openPage(one)).text).toMatch(/name="score-novelty" value="3" checked/);
  await server.sendForm(`${one}/give-back`, { reason: 'conflict' });
  expect((await server.openPage(path)).words).toContain('Conflict of interest');
  // Nobody with a conflict reads the file.
  expect((await server.openPage(`${one}/download`)).status).toBe(404);
});

test('a link opens nothing of another reviewer', async () => {
  const [path = ''] = paths;
  const own = await listed(path);
  const other = references.find((reference) => !own.includes(reference));
  expect((await server.openPage(`${path}/${other}`)).status).toBe(404);
  expect((await server.openPage(`${path}/${other}/file`)).status).toBe(404);
  expect(
    (await server.sendForm(`${path}/${other}`, { ...complete, version: 0, act: 'submit' })).status,
  ).toBe(404);
  expect((await server.sendForm(`${path}/${other}/give-back`)).status).toBe(404);
  expect((await server.openPage(`/review/${'a'.repeat(26)}`)).status).toBe(404);
});

describe('the question of the chair', () => {
  test('is answered on the page, and a no stops everything', async () => {
    const at = await startTestSite({ content: withReviewerPages() });
    await anAbstract(at);
    const sheet = await reviewerSheet(anna, bo);
    const plan = await at.organise('review', '--invite', sheet);
    expect(plan).toContain('Reviewers in the sheet: 2. Asked before: 0');
    expect(plan).toContain('Nothing was changed. Add --send to do it.');
    expect(await at.db.selectFrom('reviewers').selectAll().execute()).toEqual([]);
    expect(await at.organise('review', '--invite', sheet, '--send')).toContain(
      'Mails in the outbox: 2.',
    );
    expect(await at.organise('review', '--invite', sheet, '--send')).toContain(
      'Nobody is to get a mail.',
    );
    const [mail] = await at.mailsTo(anna[1]);
    expect(mail?.kind).toBe('review-invitation');
    const [hers, his] = [await reviewPath(at, anna[1]), await reviewPath(at, bo[1])];
    expect(mail?.text).toContain(hers);
    // Opening the link answers nothing: programs that check mails do that.
    expect((await at.openPage(hers)).words).toContain('Yes, I will');
    expect(
      (await at.db.selectFrom('reviewers').select('answer').execute()).map(({ answer }) => answer),
    ).toEqual([null, null]);
    await at.sendForm(`${hers}/no`);
    await at.sendForm(`${his}/yes`);
    expect((await at.openPage(`${hers}/AB26-AAAA-BBBB`)).location).toBe(hers);
    expect((await at.openPage(hers)).words).toContain('you cannot review this time');
    expect((await at.openPage(his)).words).toContain('You get a mail as soon as');
    const assigning = await at.organise('review', '--assign', sheet, '--yes');
    expect(assigning).toContain('Said no, so they get no abstracts: Anna Kowalska.');
    expect(await at.organise('review', '--tell', '--send')).toContain('Mails in the outbox: 1.');
    expect((await at.mailsTo(anna[1])).map(({ kind }) => kind)).toEqual(['review-invitation']);
  });
});

test('a reviewer who sends a review instead of an answer has answered', async () => {
  const at = await startTestSite({ content: withReviewerPages({}, { reviews: 1 }) });
  const reference = await anAbstract(at);
  const sheet = await reviewerSheet(anna);
  await at.organise('review', '--invite', sheet, '--send');
  await at.organise('review', '--assign', sheet, '--yes');
  expect(await at.organise('review')).toContain('(anna@warsaw.example), has not answered: 0 of 1');
  await at.sendForm(`${await reviewPath(at, anna[1])}/${reference}`, {
    'score-novelty': '4',
    'score-clarity': '9',
    version: '0',
    act: 'submit',
  });
  expect(await at.organise('review')).toContain('(anna@warsaw.example): 1 of 1');
});

test('topics and wishes are saved field by field, so that two windows add up', async () => {
  const at = await startTestSite({ content: withReviewerPages({}, { topics: true, bids: true }) });
  const [one, two] = [await anAbstract(at), await anAbstract(at)];
  const own = await anAbstract(at, { traits: { email: anna[1] } });
  await at.organise('review', '--invite', await reviewerSheet(anna), '--send');
  const path = await reviewPath(at, anna[1]);
  await at.sendForm(`${path}/yes`);
  expect((await at.openPage(path)).text).toContain(`href="${path}/wishes"`);
  const form = await at.openPage(`${path}/wishes`);
  expect(form.words).toContain('Smart Polymers 0 of 2 with a wish');
  expect(form.words).toContain(one);
  expect(form.words).not.toContain(own);
  expect(form.words).not.toContain('Väisänen');
  const fields = fieldsOf(form.text);
  const here = { ...fields, [`bid-${one}`]: 'want', 'topic-smart-polymers': 'yes' };
  const there = { ...fields, [`bid-${two}`]: 'conflict' };
  expect((await at.sendForm(`${path}/wishes`, here)).location).toBe(`${path}?done=topics`);
  await at.sendForm(`${path}/wishes`, there);
  const bids = await at.db.selectFrom('review_bids').select('bid').orderBy('bid').execute();
  expect(bids.map(({ bid }) => bid)).toEqual(['CONFLICT', 'WANT']);
  // A script sends one answer at a time, and takes none of another window back.
  const again = { act: 'autosave', [`bid-${one}`]: 'avoid', [`was-bid-${one}`]: 'want' };
  expect((await at.sendForm(`${path}/wishes`, again)).status).toBe(200);
  expect((await at.openPage(`${path}/wishes`)).words).toContain('2 of 2 with a wish');
  const group = await at.sendForm(`${path}/wishes`, { group: `group-${one}` });
  expect(group.location).toContain(`${path}/wishes?done=topics&group=group-`);
  const [{ topics } = { topics: '' }] = await at.db
    .selectFrom('reviewers')
    .select('topics')
    .execute();
  expect(topics).toBe('smart-polymers');
  const plan = await at.organise('review', '--assign', await reviewerSheet(anna), '--yes');
  expect(plan).toContain('New assignments: 1.');
});

test('after the day nothing changes, and the page still shows what was sent', async () => {
  const at = await startTestSite({ content: withReviewerPages() });
  const reference = await anAbstract(at);
  const [path = ''] = await assigned(at, anna);
  const one = `${path}/${reference}`;
  const form = { ...complete, version: 0, act: 'submit' };
  expect((await at.sendForm(one, form)).status).toBe(303);
  at.clock.advance(11 * DAY);
  const late = { ...complete, 'score-novelty': '1', version: 1, act: 'submit' };
  const refused = await at.sendForm(one, late);
  expect(refused.status).toBe(409);
  expect(refused.words).toContain('The reviews closed');
  expect(refused.words).toContain('chair@programme.example');
  expect(refused.words).toContain('A talk, please.');
  expect(refused.text).not.toContain('<textarea');
  expect((await at.sendForm(`${one}/give-back`)).status).toBe(409);
});

test('a new link ends the old one, and a stranger ends it, too', async () => {
  const at = await startTestSite({ content: withReviewerPages() });
  await anAbstract(at);
  const [path = ''] = await assigned(at, anna);
  await at.organise('review', '--link', anna[1], '--send');
  const ended = await at.openPage(path);
  expect(ended.status).toBe(410);
  expect(ended.words).toContain('a later mail has a new one');
  const next = await reviewPath(at, anna[1]);
  expect((await at.mailsTo(anna[1])).at(-1)?.text).toContain(next);
  expect((await at.openPage(next)).words).toContain('0 of 1 submitted');
  expect((await at.openPage(`${next}/stranger`)).status).toBe(200);
  await at.sendForm(`${next}/stranger`);
  expect((await at.openPage(next)).words).toContain('it had reached the wrong person');
  const concerns = await at.listConcerns();
  expect(concerns.map(({ title }) => title)).toContain(
    'The link of a reviewer reached somebody else',
  );
  // Nobody gets a mail there until the chair sends another link.
  expect(await at.organise('review', '--remind', '--send')).toContain('Nobody is to get a mail.');
  await at.organise('review', '--link', anna[1], '--send');
  expect((await at.listConcerns()).map(({ title }) => title)).not.toContain(
    'The link of a reviewer reached somebody else',
  );
});

test('who was reached at a wrong address gets nothing until it is corrected, and stays the same reviewer', async () => {
  const at = await startTestSite({ content: withReviewerPages({}, { reviews: 1 }) });
  await anAbstract(at);
  await anAbstract(at);
  const [hers = ''] = await assigned(at, anna, bo);
  await at.sendForm(`${hers}/no`);
  await at.sendForm(`${hers}/stranger`);
  const late = await anAbstract(at);
  const more = await at.organise('review', '--more');
  expect(more).toContain('Anna Kowalska');
  const wrong = 'The link of a reviewer reached somebody else';
  const titles = async () => (await at.listConcerns()).map(({ title }) => title);
  // A no of a stranger stops the mails, too, and so no concern is left.
  expect(await titles()).not.toContain(wrong);
  await at.db.updateTable('reviewers').set({ answer: null }).execute();
  expect(await titles()).toContain(wrong);
  expect(await at.organise('review', '--more')).toMatch(
    /reached somebody else, so they get nothing new: Anna Kowalska \(anna@warsaw\.example\)/,
  );
  await expect(
    at.organise('review', '--give', late, '--to', 'Anna Kowalska', '--yes'),
  ).rejects.toThrow('reached somebody else');
  const folders = join(testFolder(), 'reviews');
  expect(await at.organise('review', '--workbooks', folders)).toContain('reached somebody else');
  expect(readdirSync(folders)).toEqual([bo[0]]);
  await at.db.updateTable('reviewers').set({ answer: 'NO' }).where('name', '=', anna[0]).execute();

  const corrected = [anna[0], 'anna@vienna.example', anna[2]] as const;
  const sheet = await reviewerSheet(corrected, bo);
  const plan = await at.organise('review', '--assign', sheet, '--yes');
  expect(plan).toContain('anna@warsaw.example becomes anna@vienna.example');
  expect(plan).toContain('New assignments: 1.');
  expect(await at.db.selectFrom('reviewers').selectAll().execute()).toHaveLength(2);
  expect(await titles()).not.toContain(wrong);
  // The third abstract may be hers or his.
  expect(await at.organise('review', '--tell', '--send')).toMatch(/Mails in the outbox: [12]\./);
  const [mail] = await at.mailsTo(corrected[1]);
  const now = await reviewPath(at, corrected[1]);
  expect(mail?.text).toContain(now);
  expect((await at.openPage(now)).words).toMatch(/0 of [12] submitted/);
  expect((await at.openPage(hers)).status).toBe(410);
  expect((await at.mailsTo(anna[1])).map(({ kind }) => kind)).toEqual(['review-assignment']);

  // Somebody who keeps both rows means two people.
  const twins = await reviewerSheet([anna[0], 'anna@gdansk.example', 'Gel Club'], corrected, bo);
  await at.organise('review', '--assign', twins, '--yes');
  await expect(at.organise('review', '--give', late, '--to', anna[0])).rejects.toThrow(
    'Anna Kowalska (anna@gdansk.example); Anna Kowalska (anna@vienna.example)',
  );
});

test('a correction at the question asks at the other address, and the chair may do without somebody', async () => {
  const at = await startTestSite({ content: withReviewerPages() });
  await anAbstract(at);
  await at.organise('review', '--invite', await reviewerSheet(anna, bo), '--send');
  const hers = await reviewPath(at, anna[1]);
  await at.sendForm(`${hers}/no`);
  const corrected = [anna[0], 'anna@vienna.example', anna[2]] as const;
  const again = await at.organise(
    'review',
    '--invite',
    await reviewerSheet(corrected, bo),
    '--send',
  );
  expect(again).toContain('anna@warsaw.example becomes anna@vienna.example');
  expect(again).toContain('Mails in the outbox: 1.');
  expect((await at.openPage(hers)).status).toBe(410);
  const next = await reviewPath(at, corrected[1]);
  expect((await at.openPage(next)).words).toContain('Yes, I will');
  await at.sendForm(`${next}/stranger`);
  expect(await at.organise('review', '--leaves', corrected[1])).toContain('gets no abstracts');
  await at.organise('review', '--leaves', corrected[1], '--yes');
  expect((await at.listConcerns()).map(({ title }) => title)).not.toContain(
    'The link of a reviewer reached somebody else',
  );
});

test('the reviewers of an abstract talk after they have submitted, by number, until the chair closes it', async () => {
  const at = await startTestSite({ content: withReviewerPages({ discussion: 'numbers' }) });
  const reference = await anAbstract(at);
  const [hers = '', his = ''] = await assigned(at, anna, bo);
  const [one, two] = [`${hers}/${reference}`, `${his}/${reference}`];
  expect((await at.sendForm(`${one}/note`, { note: 'Too early' })).status).toBe(409);
  await at.sendForm(one, { ...complete, version: 0, act: 'submit' });
  const note = { note: 'Is figure 2 new?' };
  expect((await at.sendForm(`${one}/note`, note)).location).toBe(`${one}?done=written#discussion`);
  await at.sendForm(`${one}/note`, note);
  const before = await at.openPage(two);
  expect(before.words).toContain('When you have submitted your review');
  expect(before.words).not.toContain('figure 2');
  await at.sendForm(two, {
    ...complete,
    'comment-for-committee': 'A poster',
    version: 0,
    act: 'submit',
  });
  const after = await at.openPage(two);
  expect(after.words.match(/Is figure 2 new/g)).toHaveLength(1);
  expect(after.words).toContain('Novelty: 4 of 5');
  expect(after.words).toContain('Fine work');
  // The committee's comment is for the committee, whether it came by page or by workbook.
  expect(after.text).not.toContain('A talk, please.');
  const book = join(testFolder(), 'returned.csv');
  writeFileSync(
    book,
    `Reference,Reviewer,Novelty (1-5),Clarity (1-10),Comment for the committee,My own\n${reference},${bo[1]},2,3,Not a chance,Hands off\n`,
  );
  await at.organise('review', '--collect', book, '--yes');
  const hersNow = await at.openPage(one);
  expect(hersNow.words).toContain('Novelty: 2 of 5');
  expect(hersNow.text).not.toMatch(/A poster|Not a chance|Hands off/);
  const folders = join(testFolder(), 'reviews');
  await at.organise('review', '--workbooks', folders);
  const own = await everyCellIn(join(folders, anna[0]));
  expect(own).toContain('A talk, please.');
  expect(own).not.toMatch(/Not a chance|Hands off/);
  expect(await everyCellIn(join(folders, bo[0]))).not.toContain('A talk, please.');
  const mails = await at.db.selectFrom('outbox').select('payload').execute();
  expect(JSON.stringify(mails)).not.toMatch(/Not a chance|A talk, please/);
  expect(after.words).toMatch(/Reviewer \d/);
  expect(after.text).not.toMatch(/Anna|Kowalska|warsaw/);
  expect(await at.organise('review', '--discussion')).toContain('Anna Kowalska: Is figure 2 new?');
  // Each is told of the notes of others, once a day, and nobody of the own.
  const toldOf = async (email: string) =>
    (await at.mailsTo(email)).filter(({ kind }) => kind === 'review-discussion');
  const round = () => writeDueMails(at.organising);
  at.clock.advance(1000);
  await at.sendForm(`${two}/note`, { note: 'Line one\r\n\r\nLine two' });
  expect((await at.openPage(one)).text).toContain('>Line one\n\nLine two<');
  await round();
  await at.sendForm(`${two}/note`, { note: 'And again' });
  await round();
  expect(await toldOf(bo[1])).toEqual([]);
  const [mail, ...others] = await toldOf(anna[1]);
  expect(others).toEqual([]);
  expect(mail?.text).toMatch(new RegExp(`New notes on +${reference}`));
  expect(mail?.text).not.toMatch(/Bo|Fibre|Line one/);
  // The chair writes, too.
  const write = () => at.organise('review', reference, '--note', 'Please agree.', '--yes');
  expect(await write()).toContain(`The note is in the discussion of ${reference}.`);
  await write();
  expect((await at.openPage(two)).words.match(/The chair Please agree\./g)).toHaveLength(1);
  const dashboard = await startTestDashboard(at);
  const story = (await (await openedIn(dashboard)).ask(`/abstracts/${reference}`)).text;
  await dashboard.close();
  expect(story).toContain('"heading":"Discussion of reviewers"');
  expect(story).toMatch(/"The chair \([^"]+","text":"Please agree\."/);
  at.clock.advance(DAY);
  await Promise.all([round(), round()]);
  expect(await toldOf(bo[1])).toHaveLength(1);
  expect(await toldOf(anna[1])).toHaveLength(2);
  await at.sendForm(`${his}/no`, {});
  expect((await at.sendForm(`${two}/note`, { note: 'From outside' })).status).toBe(404);
  await at.sendForm(`${his}/yes`, {});
  expect((await at.openPage(two)).words).not.toContain('From outside');
  await at.organise('review', reference, '--close', '--yes');
  expect((await at.sendForm(`${two}/note`, { note: 'Late' })).status).toBe(409);
  expect((await at.openPage(two)).words).toContain('The chair has closed the discussion.');
  await expect(write()).rejects.toThrow('is closed');
});

test('a day to revise after the reviews have closed is named, by the clock of the conference', async () => {
  const content = withReviewerPages({}, { reviews: 1 }, conferenceAhead());
  const at = await startTestSite({ content });
  const reference = await anAbstract(at);
  const sheet = join(testFolder(), 'committee.csv');
  expect(await at.organise('decide', '--template', sheet)).toContain('abstracts: 1');
  const [head, row] = readFileSync(sheet, 'utf8').split('\r\n');
  expect(row).toContain(`"${reference}"`);
  const planned = (days: number) => {
    const until = new Date(at.clock.now().getTime() + days * DAY).toISOString().slice(0, 10);
    const filled = row?.split(',').map((cell, column) => {
      const title = head?.split(',')[column];
      return title === '"Decision"' ? 'revise' : title === '"Revise until"' ? until : cell;
    });
    writeFileSync(sheet, `${head}\r\n${filled?.join(',')}\r\n`);
    return at.organise('decide', sheet, ...(days === 5 ? ['--yes'] : []));
  };
  const late = await planned(20);
  expect(late).toContain(`so nobody could look again: ${reference}. Move`);
  expect(await planned(5)).not.toContain('look again');
  expect(await at.organise('log', reference)).toMatch(/revise, until .*\(Europe\/Berlin\)/);
  expect(await planned(6)).toMatch(/becomes revise, until .*\(Europe\/Berlin\)/);
});

test('a revised version is open again, and leaving the review as it is counts as a look', async () => {
  const at = await startTestSite({ content: withReviewerPages({}, { reviews: 1 }) });
  const reference = await anAbstract(at);
  const [path = ''] = await assigned(at, anna);
  const one = `${path}/${reference}`;
  await at.sendForm(one, { ...complete, version: 0, act: 'submit' });
  const { id: abstractId, file_id: file } = await at.db
    .selectFrom('abstracts')
    .select(['id', 'file_id'])
    .executeTakeFirstOrThrow();
  at.clock.advance(1000);
  const decidedAt = at.clock.now().toISOString();
  const decision = { abstractId, outcome: 'REVISE', reviseUntil: decidedAt, decidedAt } as const;
  await inTransaction(at.db, (tx) => putDecision(tx, { ...nothing, ...decision }));
  expect((await at.sendForm(one, { ...complete, version: 1, act: 'submit' })).status).toBe(409);
  at.clock.advance(1000);
  const sent = { created_at: at.clock.now().toISOString() };
  await at.db.updateTable('abstract_files').set(sent).where('id', '=', file).execute();
  at.clock.advance(1000);
  const page = await at.openPage(one);
  expect(page.words).toContain('Revised: please look again');
  const told = await at.organise('review', '--tell', '--send');
  expect(told).toContain('Mails in the outbox: 1.');
  expect(told).toContain('Revised abstracts for your second look');
  expect(told).toMatch(new RegExp(`Revised +${reference}`));
  expect(await at.organise('review', '--tell', '--send')).toContain('Nobody is to get a mail.');
  const same = { ...complete, ...fieldsOf(page.text), act: 'submit' };
  const stale = await at.sendForm(one, { ...same, revised: '', 'score-novelty': '5' });
  expect(stale.status).toBe(409);
  expect(stale.text).toMatch(/name="score-novelty" value="5" checked/);
  expect(stale.words).toContain('The authors have revised it since your review.');
  expect((await at.sendForm(one, same)).location).toBe(`${one}?done=submitted`);
  expect(await at.organise('review')).toContain('Reviews: 1 of 1 came back.');
});

const nothing = {
  presentation: undefined,
  day: undefined,
  start: undefined,
  end: undefined,
  room: undefined,
  comment: undefined,
  toldAt: undefined,
  toldOutcome: undefined,
};

atOnce(
  'two forms of one link at the same moment: one is saved, and the other sees it',
  async () => {
    const at = await startTestSite({ content: withReviewerPages() });
    const reference = await anAbstract(at);
    const [path = ''] = await assigned(at, anna);
    const one = `${path}/${reference}`;
    const answers = await Promise.all(
      ['1', '2', '3', '4'].map((score) =>
        at.sendForm(one, { ...complete, 'score-novelty': score, version: 0, act: 'submit' }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 409, 409, 409]);
    const scores = await at.db.selectFrom('peer_review_scores').selectAll().execute();
    expect(scores).toHaveLength(2);
  },
);

atOnce('a workbook and the page at the same moment leave one of both whole', async () => {
  const at = await startTestSite({ content: withReviewerPages() });
  const reference = await anAbstract(at);
  const [path = ''] = await assigned(at, anna);
  const book = join(testFolder(), 'returned.csv');
  writeFileSync(
    book,
    `Reference,Reviewer,Novelty (1-5),Clarity (1-10),Comment for the author\n${reference},${anna[1]},1,2,By workbook\n`,
  );
  const form = { ...complete, version: 0, act: 'submit', 'comment-for-author': 'By page' };
  await Promise.all([
    at.organise('review', '--collect', book, '--yes'),
    at.sendForm(`${path}/${reference}`, form),
  ]);
  const [review] = await listPeerReviews(at.db);
  const scores = [...(review?.scores ?? [])].toSorted().map(([, score]) => score);
  const isByPage = review?.commentForAuthor === 'By page';
  expect(scores).toEqual(isByPage ? [9, 4] : [2, 1]);
  // The second one was told, or has overtaken the first knowingly.
  expect(review?.version).toBeLessThanOrEqual(2);
});

atOnce('one press gives an abstract back also while a draft is saved', async () => {
  const at = await startTestSite({ content: withReviewerPages() });
  const reference = await anAbstract(at);
  const [path = ''] = await assigned(at, anna);
  const one = `${path}/${reference}`;
  await Promise.all([
    at.sendForm(one, { version: 0, act: 'autosave', 'comment-for-author': 'Half' }),
    at.sendForm(`${one}/give-back`, { reason: 'conflict' }),
  ]);
  const [review] = await listPeerReviews(at.db);
  expect(review?.isDeclined).toBe(true);
});
