import { expect, onTestFinished, test } from 'vitest';
import { readEnv } from '#server/config/env.ts';
import { NotDelivered } from '#server/mail/mailer.ts';
import { startTestMailServer } from '#tests/support/test-mail-server.ts';
import { startTestSite } from '#tests/support/test-site.ts';
import { aForm } from '#tests/support/author.ts';
import { organise, testContext } from '#tests/support/test-commands.ts';

const server = await startTestSite();

const sent: string[] = [];

function round(isAway: boolean): Promise<number> {
  return server.mailRound(async ({ to }) => {
    if (isAway) throw new NotDelivered('ESOCKET CONN');
    sent.push(to);
  });
}

test('mails that were given up are listed, and sent after a request of the organiser', async () => {
  const email = String(aForm()['email']);
  await server.submit({ form: aForm({ email }) });
  for (let hour = 0; hour < 60; hour++) {
    await round(true);
    server.clock.advance(60 * 60_000);
  }
  const context = testContext(server);
  expect(await organise(context, 'doctor')).toMatch(/unsent mails {4}0[^]*dead letters {4}2/);
  expect(await organise(context, 'mails')).toContain(
    `abstract-received to ${email}: 10 tries, the mail server did not take it (ESOCKET CONN)`,
  );
  const facts = await organise(context, 'mails', '--json');
  expect(JSON.parse(facts)).toMatchObject({
    deadLetters: expect.arrayContaining([
      expect.objectContaining({ kind: 'abstract-received', recipient: email, attempts: 10 }),
    ]),
  });
  expect(await round(false)).toBe(0);
  expect(await organise(context, 'mails', '--retry')).toContain('2 mails will be');
  expect(await round(false)).toBe(2);
  expect(sent).toContain(email);
  expect(await organise(context, 'mails')).toBe('');
});

test('a hold stops all mails on every server, and a release sends them', async () => {
  const context = testContext(server);
  const hold = (...options: string[]) => organise(context, 'mails', ...options);
  await server.submit();
  expect(await hold('--hold')).toContain('At present all mails go out; 2 wait.');
  await hold('--hold', '--yes');
  expect(await hold()).toContain('All mails are on hold: organiser mails --release sends them.');
  expect(await round(false)).toBe(0);
  expect(await organise(context, 'doctor', '--quiet')).toContain(
    'attention       all mails are on hold; organiser mails --release sends them',
  );
  expect((await server.get('/readyz')).json).toMatchObject({ status: 'ready' });
  // The latest command counts.
  await hold('--hold', '--letters', '--yes');
  expect(await round(false)).toBe(2);
  expect(await hold('--release', '--yes')).toContain(
    'At present mass letters are on hold; none waits.',
  );
  expect(await organise(context, 'doctor', '--quiet')).not.toContain('mails');
  expect(await organise(context, 'log')).toMatch(
    /secretary {2}mails {4}released\n.*letters on hold\n.*all on hold\n.*ten more tries for 2 mails\nAll times are those of Europe\/Berlin\.\n$/,
  );
});

test('a mail to an address that the mail server refuses for good is given up at once, and listed', async () => {
  const form = aForm();
  const { json } = await server.submit({ form });
  await server.mailRound(async ({ to }) => {
    if (to !== form['email']) return;
    throw new NotDelivered('EENVELOPE 550 5.1.1 RCPT TO', { isFinal: true });
  });
  const context = testContext(server);
  expect(await organise(context, 'mails')).toContain(
    `abstract-received to ${String(form['email'])}: 1 try, the mail server refused the address (EENVELOPE 550 5.1.1 RCPT TO)`,
  );
  expect(await organise(context, 'doctor', '--quiet')).toMatch(
    /1 mail given up: the mail server refused the address \(EENVELOPE 550 5\.1\.1 RCPT TO\)/,
  );
  expect(await organise(context, 'show', String(json['reference']))).toMatch(
    /Abstract received, given up +.* {2}the mail server refused the address \(EENVELOPE 550 5\.1\.1 RCPT TO\)$/m,
  );
});

test('a test mail is sent at once, and a refusal of the mail server is printed with its reason', async () => {
  const taking = await startTestMailServer();
  const refusing = await startTestMailServer({
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
  const send = (port: number) => organise(by(port), 'mails', '--test', 'it@society.example');
  const { port } = taking.settings;
  expect(await send(port)).toContain(`127.0.0.1:${port} accepted the mail to it@society.example`);
  expect(taking.taken).toEqual([
    expect.objectContaining({ text: expect.stringMatching(/^to: it@society.example/im) }),
  ]);
  await expect(send(refusing.settings.port)).rejects.toThrow(/could not be sent by .*: .*550/);
  expect(await server.organise('mails', '--test', 'a@b.example')).toContain(
    'No mail server is set: the mail is a file in',
  );
});
