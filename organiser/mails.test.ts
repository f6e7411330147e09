import { afterAll, beforeAll, expect, test } from 'vitest';
import { NotDelivered } from '#server/mail/mailer.ts';
import { mailRound } from '#tests/support/mail-round.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';
import { aForm, submit } from '#tests/support/author.ts';
import { doctorCommand } from './doctor.ts';
import { mailsCommand } from './mails.ts';
import { printed, testContext } from '#tests/support/test-commands.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const LISTED = { retry: false, json: false };
const sent: string[] = [];

function round(isAway: boolean): Promise<number> {
  return mailRound(server, async ({ to }) => {
    if (isAway) throw new NotDelivered('ESOCKET CONN');
    sent.push(to);
  });
}

test('mails that were given up are listed, and sent when the organiser asks for it', async () => {
  const email = String(aForm()['email']);
  await submit(server, { form: aForm({ email }) });
  for (let hour = 0; hour < 60; hour++) {
    await round(true);
    server.clock.advance(60 * 60_000);
  }
  const context = testContext(server);
  expect(await printed((print) => doctorCommand(context, print))).toMatch(
    /unsent mails {4}0[^]*dead letters {4}2/,
  );
  expect(await printed((print) => mailsCommand(context, LISTED, print))).toContain(
    `abstract-received to ${email}: 10 tries, ESOCKET CONN`,
  );
  const facts = await printed((print) => mailsCommand(context, { ...LISTED, json: true }, print));
  expect(JSON.parse(facts)).toMatchObject({
    deadLetters: expect.arrayContaining([
      expect.objectContaining({ kind: 'abstract-received', recipient: email, attempts: 10 }),
    ]),
    revived: 0,
  });
  expect(await round(false)).toBe(0);
  expect(
    await printed((print) => mailsCommand(context, { ...LISTED, retry: true }, print)),
  ).toContain('2 mails will be');
  expect(await round(false)).toBe(2);
  expect(sent).toContain(email);
  expect(await printed((print) => mailsCommand(context, LISTED, print))).toBe('');
});
