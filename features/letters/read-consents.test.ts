import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { testFolder } from '#tests/support/test-folder.ts';
import { planLetter } from './write-letter.ts';
import { addConsents } from '#server/mail/consents.ts';
import type { Mail } from '#server/mail/mailer.ts';
import { translatedContent } from '#tests/support/fixture-content.ts';
import { pathOf } from '#tests/support/own-page.ts';
import { organise, testContext } from '#tests/support/test-commands.ts';
import { startTestSite, type TestSite } from '#tests/support/test-site.ts';

const { conference, mails } = translatedContent;
const NOTE = 'You can also say there whether we may invite you.';
const content = {
  ...translatedContent,
  conference: { ...conference, invitesAgain: true },
  mails: { ...mails, consentToAnswer: NOTE },
};

let server: TestSite;
let folder: string;
beforeEach(async () => {
  server = await startTestSite({ content });
  folder = testFolder();
});

const answer = (page: string, consent: string) => server.sendForm(`${page}/consent`, { consent });
const kept = (at = server) => at.db.selectFrom('consents').selectAll().execute();

async function sentMails(at: TestSite): Promise<Mail[]> {
  const sent: Mail[] = [];
  await at.mailRound(async (mail) => void sent.push(mail));
  return sent;
}

async function file(): Promise<string> {
  const path = join(folder, 'invited.csv');
  rmSync(path, { force: true });
  await server.organise('consents', '--write', path);
  return readFileSync(path, 'utf8');
}

test('participants answer on their own page, nothing is chosen before, and the mail leads there', async () => {
  const { order } = await server.paidRegistration();
  const page = pathOf(order);
  const before = (await server.openPage(page)).text;
  expect(before).toContain('May we invite you by email?');
  expect(before).toMatch(/<option value="" selected>Not answered/);
  const mail = (await sentMails(server)).find(({ to }) => to === order.customer.email);
  expect(mail?.text).toContain(NOTE);

  await answer(page, 'maybe');
  expect(await kept()).toEqual([]);
  const [, row] = [await answer(page, 'yes'), ...(await kept())];
  expect(row).toEqual({
    email: order.customer.email.toLowerCase(),
    name: order.customer.name,
    language: 'en',
    answer: 'yes',
    answered_at: expect.stringMatching(/Z$/),
  });
  server.clock.advance(24 * 60 * 60_000);
  await answer(page, 'yes');
  expect(await kept()).toEqual([row]);
  expect((await server.openPage(page)).words).toContain('You agreed on ');
  expect(await file()).toContain(
    `"${row?.email}","${order.customer.name}","en","${row?.answered_at}"`,
  );

  await answer(page, 'no');
  expect(await file()).not.toContain(order.customer.name);
  expect((await server.openPage(page)).words).toContain('You declined on ');
});

test('a conference that does not invite again asks nobody', async () => {
  const { order } = await server.paidRegistration();
  const other = await startTestSite({ beside: server, content: translatedContent });
  expect((await other.openPage(pathOf(order))).text).not.toContain('May we invite you');
  expect((await other.sendForm(`${pathOf(order)}/consent`, { consent: 'yes' })).status).toBe(404);
  expect(await kept()).toEqual([]);
});

test('the next conference reads the file, writes to former participants, and unsubscribing goes with it', async () => {
  const sheet = join(folder, 'invited.csv');
  const head = 'Email,Name,Language,Agreed\n';
  const line = (email: string, language = 'en') =>
    `${email},Mira Halden,${language},2026-05-29T08:00:00.000Z\n`;
  const context = testContext(server);
  const { order } = await server.paidRegistration();
  writeFileSync(
    sheet,
    head + line('Former@lab.example') + line('oona@lab.example', 'de') + line(order.customer.email),
  );
  server.clock.advance(365 * 24 * 60 * 60_000);

  expect(await organise(context, 'consents', sheet, '--yes')).toContain('Added: 3.');
  expect(await organise(context, 'consents', sheet)).toContain(
    'Known here already, or unsubscribed: 3',
  );

  await sentMails(server);
  const letter = {
    file: 'Subject: Next year\n\nDear {name},\n',
    selection: 'former',
    mailsPerHour: 500,
  };
  await expect(planLetter(context, { ...letter, isNews: false })).rejects.toThrow('--news');
  await (await planLetter(context, { ...letter, isNews: true })).perform();
  const letters = await sentMails(server);
  expect(letters.map(({ to, language }) => `${to} ${language}`).toSorted()).toEqual([
    'former@lab.example en',
    'oona@lab.example de',
  ]);

  const mira = letters.find(({ to }) => to.startsWith('former'));
  await server.sendForm(new URL(String(mira?.unsubscribe)).pathname);
  expect(await file()).not.toContain('former');
  expect(await file()).toContain('oona');
  const again = await organise(context, 'consents', sheet, '--yes');
  expect(again).toMatch(/Known here already, or unsubscribed: \d+\.\n$/);
});

test('a consent goes with a person to another address, and with the place to nobody', async () => {
  const { order, reference } = await server.paidRegistration();
  const { name } = order.customer;
  await answer(pathOf(order), 'yes');
  await server.organise('correct', reference, '--email', 'New@lab.example', '--yes');
  expect(await kept()).toMatchObject([{ email: 'new@lab.example', name, answer: 'yes' }]);
  const other = ['--name', 'Oona Ferrat', '--email', 'oona@lab.example'];
  await server.organise('correct', reference, ...other, '--yes');
  expect(await kept()).toMatchObject([{ email: 'new@lab.example', name }]);
});

test('a file that was edited is refused with its rows', async () => {
  const sheet = join(folder, 'invited.csv');
  writeFileSync(
    sheet,
    'Email,Name,Agreed\nmira,Mira,2026-05-29T08:00:00.000Z\noona@lab.example,Oona,yes\n',
  );
  await expect(server.ran('consents', sheet)).rejects.toThrow(
    'Row 2, Email: "mira" is no address.\nRow 3, Agreed: "yes" is no time of a consent.',
  );
  writeFileSync(
    sheet,
    'Email,Name,Agreed\n"a,b@lab.example",Mira,2026-05-29T08:00:00.000Z\n"x@lab.example\nBcc: y@lab.example",Oona,2026-05-29T08:00:00.000Z\n',
  );
  await expect(server.ran('consents', sheet)).rejects.toThrow('is no address');
  expect(await kept()).toEqual([]);
  writeFileSync(sheet, 'Name\nMira\n');
  await expect(server.ran('consents', sheet)).rejects.toThrow('no file of consents');
});

test('a consent outlives the retention period, an answer against it does not, and an erasure removes both', async () => {
  const at = { name: 'Mira', language: 'en', answeredAt: '2026-05-29T08:00:00.000Z' };
  const people = [
    { ...at, email: 'yes@lab.example', answer: 'yes' },
    { ...at, email: 'no@lab.example', answer: 'no' },
  ] as const;
  await server.db.transaction().execute((tx) => addConsents(tx, people));
  server.clock.advance(3000 * 24 * 60 * 60_000);
  await server.organise('purge', '--yes');
  expect(await kept()).toMatchObject([{ email: 'yes@lab.example' }]);
  expect(await server.organise('person', 'export', 'yes@lab.example')).toContain('consents');
  await server.organise('person', 'erase', 'yes@lab.example', '--yes');
  expect(await kept()).toEqual([]);
});
