import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { readEnv } from '#server/env.ts';
import { NotDelivered } from '#server/mail/mailer.ts';
import { openTestMailServer } from '#tests/support/test-mail-server.ts';
import { mailRound } from '#tests/support/mail-round.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';
import { aForm, submit } from '#tests/support/author.ts';
import { planHold } from '#server/organising/hold-mails.ts';
import { carryOut } from './command.ts';
import { doctorCommand } from './doctor.ts';
import { printActivities } from './log.ts';
import { mailsCommand, testMailCommand } from './mails.ts';
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

test('all mails are stopped on every server, and go out again once they are released', async () => {
  const context = testContext(server);
  const hold = (what: 'all' | 'letters' | undefined, isReal = true) =>
    printed((print) =>
      carryOut(planHold(context, { hold: what }), { isReal, flag: '--yes' }, print),
    );
  await submit(server);
  expect(await hold('all', false)).toContain('Now all mails go out; 2 wait.');
  await hold('all');
  expect(await round(false)).toBe(0);
  expect(await printed((print) => doctorCommand(context, print, { isQuiet: true }))).toContain(
    'mails all: are held, none goes out',
  );
  expect((await server.get('/readyz')).json).toMatchObject({ status: 'ready' });
  // The last word counts.
  await hold('letters');
  expect(await round(false)).toBe(2);
  expect(await hold(undefined)).toContain('Now letters are held; 0 wait.');
  expect(await printed((print) => doctorCommand(context, print, { isQuiet: true }))).toBe('');
  expect(await printed((print) => printActivities(context, { isJson: false }, print))).toMatch(
    /secretary {2}mails {4}released\n.*letters held\n.*all held\n$/,
  );
});

test('a test mail goes out at once, and the reason is said if the mail server refuses it', async () => {
  const taking = await openTestMailServer();
  const refusing = await openTestMailServer({
    onMailFrom: (_, __, done) => void done(Object.assign(new Error('no'), { responseCode: 550 })),
  });
  onTestFinished(async () => {
    await taking.close();
    await refusing.close();
  });
  const by = (port: number) => ({
    ...testContext(server),
    env: readEnv({
      SMTP_HOST: '127.0.0.1',
      SMTP_PORT: String(port),
      SMTP_TLS: 'off',
      PUBLIC_BASE_URL: 'https://summit.example',
    }),
  });
  const send = (port: number) =>
    printed((print) => testMailCommand(by(port), 'it@society.example', print));
  const { port } = taking.settings;
  expect(await send(port)).toContain(`127.0.0.1:${port} took the mail to it@society.example`);
  expect(taking.taken).toEqual([
    expect.objectContaining({ text: expect.stringMatching(/^to: it@society.example/im) }),
  ]);
  await expect(send(refusing.settings.port)).rejects.toThrow(/did not take the mail: .*550/);
  expect(
    await printed((print) => testMailCommand(testContext(server), 'a@b.example', print)),
  ).toContain('No mail server is set: the mail is a file in');
});
