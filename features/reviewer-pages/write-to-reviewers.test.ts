import { expect } from 'vitest';
import { DAY, HOUR } from '#contract/time-spans.ts';
import { atOnce, test } from '#tests/support/at-once.ts';
import {
  anAbstract,
  assigned,
  reviewers,
  reviewPath,
  withReviewerPages,
} from '#tests/support/reviewers.ts';
import { personCommand } from '#organiser/commands/person.ts';
import { printed, testContext } from '#tests/support/test-commands.ts';
import { reviewerSheet } from '#tests/support/reviewer-sheet.ts';
import { translatedContent } from '#tests/support/fixture-content.ts';
import { startTestSite, type TestSite } from '#tests/support/test-site.ts';
import { writeDueMails } from './write-to-reviewers.ts';

const { anna, bo } = reviewers;
const complete = { 'score-novelty': '4', 'score-clarity': '9', version: '0', act: 'submit' };

async function kindsTo(server: TestSite, email: string): Promise<string[]> {
  return (await server.mailsTo(email)).map(({ kind }) => kind.replace('review-', ''));
}

/** A round of the job that writes by the rules. */
const round = (server: TestSite) => writeDueMails({ ...server.organising });

test('each round of assignments is told once, to those who have something new', async () => {
  const server = await startTestSite({ content: withReviewerPages({}, { reviews: 1 }) });
  const first = await anAbstract(server);
  const sheet = await reviewerSheet(anna, bo);
  await server.organise('review', '--assign', sheet, '--yes');
  const plan = await server.organise('review', '--tell');
  expect(plan).toContain('1 mail, the first of them:');
  expect(plan).toContain('Subject: Polymer Summit 2026: Abstracts for your review');
  expect(plan).toMatch(/To review +1\n/);
  expect(await server.db.selectFrom('reviewer_pages').selectAll().execute()).toEqual([]);
  await server.organise('review', '--tell', '--send');
  expect(await server.organise('review', '--tell', '--send')).toContain('Nobody is to get a mail.');
  server.clock.advance(HOUR);
  await anAbstract(server);
  await server.organise('review', '--assign', sheet, '--yes');
  await server.organise('review', '--tell', '--send');
  const [hers, his] = [await kindsTo(server, anna[1]), await kindsTo(server, bo[1])];
  expect([...hers, ...his]).toEqual(['assignment', 'assignment']);
  expect(hers).toHaveLength(1);
  const [mail] = await server.mailsTo(anna[1]);
  expect(mail?.text).toContain(await reviewPath(server, anna[1]));
  expect(mail?.text).not.toContain(first);
  const stored = await server.db
    .selectFrom('outbox')
    .select('payload')
    .where('kind', '=', 'review-assignment')
    .execute();
  expect(stored.every(({ payload }) => payload.includes('chair@programme.example'))).toBe(true);
});

test('reminders go by the rules to those with something open, thanks to those without, each once', async () => {
  const server = await startTestSite({ content: withReviewerPages() });
  const reference = await anAbstract(server);
  const [hers = ''] = await assigned(server, anna, bo);
  expect(await round(server)).toBe(0);
  await server.sendForm(`${hers}/${reference}`, complete);
  expect(await round(server)).toBe(1);
  expect(await round(server)).toBe(0);
  const rules = await server.organise('review', '--mails');
  expect(rules).toMatch(/Reminder .*: .* at \d\d:\d\d \(Europe\/Berlin\), 7 days before the end/);
  expect(rules).toContain('Nothing is due now.');
  server.clock.advance(4 * DAY);
  const due = await server.organise('review', '--mails');
  expect(due).toContain('review-reminder: Bo Fibre (bo@fibres.example)');
  expect(due).not.toContain('Anna');
  expect(await round(server)).toBe(1);
  expect(await round(server)).toBe(0);
  server.clock.advance(5 * DAY);
  expect(await round(server)).toBe(1);
  server.clock.advance(3 * DAY);
  expect(await round(server)).toBe(0);
  expect(await kindsTo(server, anna[1])).toEqual(['assignment', 'thanks']);
  expect(await kindsTo(server, bo[1])).toEqual(['assignment', 'reminder', 'reminder']);
});

test('a no, a reminder of the same day, a hold and the end stop mails', async () => {
  const server = await startTestSite({ content: withReviewerPages() });
  await anAbstract(server);
  const [hers = ''] = await assigned(server, anna, bo);
  await server.sendForm(`${hers}/no`);
  const state = await server.organise('review');
  expect(state).toContain('Anna Kowalska (anna@warsaw.example), said no: 0 of 1\n');
  expect(state).toContain('Addresses to remind: bo@fibres.example\n');
  const left = (await server.listConcerns()).map(({ words }) => words).join('\n');
  expect(left).toContain('Anna Kowalska does not review, and 1 abstract waits for somebody else');
  expect(await server.organise('review', '--remind')).not.toContain('Anna');
  const only = (email: string) => server.organise('review', '--remind', '--to', email);
  await expect(only(anna[1])).rejects.toThrow('has nothing open of which a mail has told');
  await expect(only('nobody@gel.example')).rejects.toThrow('nobody@gel.example is no reviewer.');
  expect(await only(bo[1].toUpperCase())).toContain('1 mail, the first of them:');
  await server.organise('review', '--remind', '--to', bo[1], '--send');
  const again = await server.organise('review', '--remind', '--send');
  expect(again).toContain('Reminded today already: 1 reviewer.\nNobody is to get a mail.');
  expect(await kindsTo(server, bo[1])).toEqual(['assignment', 'reminder']);
  expect(await kindsTo(server, anna[1])).toEqual(['assignment']);
  // A reminder by hand stands for that of a rule on the same day, also after midnight.
  server.clock.advance(4 * DAY - HOUR);
  expect(await server.organise('review', '--remind', '--send')).toContain(
    'Mails in the outbox: 1.',
  );
  server.clock.advance(HOUR);
  const rules = await server.organise('review', '--mails');
  expect(rules).toContain('Nothing is due now.');
  expect(await round(server)).toBe(0);
  server.clock.advance(8 * HOUR);
  expect(await round(server)).toBe(0);
  await server.organise('mails', '--hold', '--letters', '--yes');
  server.clock.advance(4 * DAY);
  expect(await round(server)).toBe(0);
  server.clock.advance(4 * DAY);
  await expect(server.organise('review', '--remind')).rejects.toThrow('The reviews closed');
});

atOnce('two servers that write at the same moment write each mail once', async () => {
  const server = await startTestSite({ content: withReviewerPages() });
  const reference = await anAbstract(server);
  const [hers = ''] = await assigned(server, anna, bo);
  await server.sendForm(`${hers}/${reference}`, complete);
  server.clock.advance(4 * DAY);
  await Promise.all([round(server), round(server), round(server)]);
  expect(await kindsTo(server, anna[1])).toEqual(['assignment', 'thanks']);
  expect(await kindsTo(server, bo[1])).toEqual(['assignment', 'reminder']);
});

test('an erasure forgets the link and the name, and a reviewer can ask for the own data', async () => {
  const server = await startTestSite({ content: withReviewerPages({ discussion: 'names' }) });
  const reference = await anAbstract(server);
  const [hers = '', his = ''] = await assigned(server, anna, bo);
  await server.sendForm(`${hers}/${reference}`, { ...complete, 'comment-for-author': 'Fine work' });
  await server.sendForm(`${hers}/${reference}/note`, { note: 'A good one' });
  const person = (request: Parameters<typeof personCommand>[1]) =>
    printed((print) => personCommand(testContext(server), request, print));
  const asked = await person({ action: 'export', email: anna[1], path: undefined });
  const { kept } = JSON.parse(asked);
  expect(kept.reviewer_pages).toMatchObject([{ token: '' }]);
  expect(kept.review_messages).toMatchObject([{ text: 'A good one' }]);
  await person({ action: 'erase', email: anna[1], isReal: true, isEvenPaid: true });
  expect((await server.openPage(hers)).status).toBe(404);
  const left = JSON.stringify(await server.everyRow());
  expect(left).not.toContain(hers.slice('/review/'.length));
  expect(left).not.toMatch(/anna@warsaw|Kowalska/);
  await server.sendForm(`${his}/${reference}`, complete);
  const page = await server.openPage(`${his}/${reference}`);
  expect(page.words).toContain('A good one');
  expect(page.words).toMatch(/Reviewer \d/);
});

test('a reviewer who chooses another language has the page and later mails in it', async () => {
  const { de = translatedContent } = translatedContent.translations;
  const content = {
    ...withReviewerPages(),
    translations: { de: withReviewerPages({}, {}, de) },
  };
  const server = await startTestSite({ content });
  await anAbstract(server);
  const [path = ''] = await assigned(server, anna, bo);
  expect((await server.openPage(path)).text).toMatch(/value="de" lang="de">\s*Deutsch/);
  expect((await server.sendForm(`${path}/language`, { language: 'xx' })).status).toBe(404);
  expect((await server.sendForm(`${path}/language`, { language: 'de' })).location).toBe(path);
  const german = await server.openPage(path);
  expect(german.text).toContain('<html lang="de">');
  expect(german.text).toMatch(/value="en" lang="en">\s*English/);
  server.clock.advance(4 * DAY);
  await round(server);
  const languages = async (email: string) =>
    (await server.mailsTo(email)).map(({ subject }) =>
      subject.replace('Polymer Summit 2026: ', ''),
    );
  expect((await languages(anna[1])).at(-1)).toBe(de.mails.reviewReminder.subject);
  expect((await languages(bo[1])).at(-1)).toBe(content.mails.reviewReminder.subject);
});

test('To do names reviewers who have begun nothing for a week', async () => {
  const server = await startTestSite({ content: withReviewerPages() });
  const reference = await anAbstract(server);
  const [hers = ''] = await assigned(server, anna, bo);
  const words = async () =>
    /reviewers? ha(?:s|ve) begun none .*: (.*)/.exec(await server.organise('doctor'))?.[1];
  server.clock.advance(6 * DAY);
  expect(await words()).toBeUndefined();
  server.clock.advance(2 * DAY);
  expect(await words()).toContain(`${anna[0]}, ${bo[0]}`);
  await server.sendForm(`${hers}/${reference}`, {
    version: '0',
    act: 'draft',
    'score-novelty': '4',
  });
  expect(await words()).toContain(bo[0]);
  expect(await words()).not.toContain(anna[0]);
  await server.organise('review', '--leaves', bo[1], '--yes');
  expect(await words()).toBeUndefined();
});
