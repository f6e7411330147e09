import { MINUTE } from '#contract/time-spans.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { inTransaction } from '#server/database/database.ts';
import { listConcerns } from '#server/operations/concerns.ts';
import { fixtureContent } from '#tests/support/fixture-content.ts';
import { newId } from '#tests/support/seed.ts';
import { testClock } from '#tests/support/test-clock.ts';
import { createTestDatabase } from '#tests/support/test-database.ts';
import { startTestMailServer, type TestMailServer } from '#tests/support/test-mail-server.ts';
import {
  MAILBOX,
  startTestTokenServer,
  type TestTokenServer,
} from '#tests/support/test-token-server.ts';
import { type Mail, type Mailer, NotDelivered } from './mailer.ts';
import { oauthTokens } from './oauth-token.ts';
import { postMessages } from './outbox.ts';
import { sendDueMail } from './outbox-worker.ts';
import { smtpMailer } from './smtp-mailer.ts';

const mail: Mail = {
  messageId: '<abc@summit.example>',
  language: 'en',
  from: { name: 'Summit', address: MAILBOX },
  to: 'ada@lab.example',
  replyTo: 'secretary@summit.example',
  subject: 'Hello',
  text: 'Dear Zoë\n',
  html: undefined,
  attachments: [],
};

let tokens: TestTokenServer;
let server: TestMailServer;
let clock: ReturnType<typeof testClock>;
let mailer: Mailer;
beforeEach(async () => {
  tokens = await startTestTokenServer();
  server = await startTestMailServer(tokens.mailServer);
  clock = testClock();
  const login = { user: MAILBOX, oauth: tokens.settings };
  mailer = smtpMailer({ ...server.settings, login }, clock.now);
});
afterEach(async () => {
  await server.close();
  await tokens.close();
});

const troubleOf = async (sending: Promise<unknown>) => {
  const error = await sending.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(NotDelivered);
  const message = error instanceof Error ? error.message : '';
  expect(message).not.toMatch(/very-secret|token-\d|eyJ|ada@/);
  return message;
};

test('a mailbox is logged in to with a token of its application', async () => {
  await mailer.send(mail);
  expect(server.taken).toHaveLength(1);
  expect(tokens.asked).toEqual([
    {
      grant_type: 'client_credentials',
      client_id: 'app',
      client_secret: 'very-secret',
      scope: 'https://outlook.office365.com/.default',
    },
  ]);
});

test('mails that go out at once ask for one token, and later ones for none until it nearly expires', async () => {
  await Promise.all([mailer.send(mail), mailer.send(mail), mailer.send(mail)]);
  clock.advance(50 * MINUTE);
  await mailer.send(mail);
  expect(tokens.asked).toHaveLength(1);
  clock.advance(8 * MINUTE);
  await mailer.send(mail);
  expect(tokens.asked).toHaveLength(2);
  expect(server.taken).toHaveLength(5);
});

test('a token that was revoked is replaced once, and the mail goes out', async () => {
  await mailer.send(mail);
  tokens.valid.clear();
  clock.advance(5 * MINUTE);
  await Promise.all([mailer.send(mail), mailer.send(mail)]);
  expect(tokens.asked).toHaveLength(2);
  expect(server.taken).toHaveLength(3);
});

test('a mail server that refuses each token gets no storm of them', async () => {
  server.mood('takes');
  tokens.valid.add = () => tokens.valid;
  for (let round = 0; round < 3; round++) {
    expect(await troubleOf(mailer.send(mail))).toMatch(
      /^EAUTH 535 5\.7\.3 AUTH XOAUTH2: .*New-ServicePrincipal.*Add-MailboxPermission/,
    );
  }
  expect(tokens.asked).toHaveLength(1);
  clock.advance(2 * MINUTE);
  await troubleOf(mailer.send(mail));
  expect(tokens.asked).toHaveLength(2);
});

test('a mailbox with SMTP AUTH switched off is reported as such', async () => {
  tokens.valid.add = () => tokens.valid;
  tokens.refusal(
    '5.7.139 Authentication unsuccessful, SmtpClientAuthentication is disabled for the Mailbox.',
  );
  expect(await troubleOf(mailer.send(mail))).toMatch(
    /^EAUTH 535 5\.7\.139 .*SMTP AUTH is switched off .*\(Set-CASMailbox\)/,
  );
});

const entra = (code: string, error = 'invalid_client') =>
  JSON.stringify({
    error,
    error_description: `${code}: very-secret of ada@lab.example. Trace ID: 1`,
  });
test.each([
  [
    401,
    entra('AADSTS7000215'),
    /^EOAUTH 401 AADSTS7000215: .*SMTP_OAUTH_CLIENT_SECRET is not a secret of the application/,
  ],
  [
    401,
    entra('AADSTS7000222'),
    /^EOAUTH 401 AADSTS7000222: .*SMTP_OAUTH_CLIENT_SECRET has expired/,
  ],
  [400, entra('AADSTS700016', 'unauthorized_client'), /no application SMTP_OAUTH_CLIENT_ID/],
  [400, entra('AADSTS90002', 'invalid_request'), /no tenant SMTP_OAUTH_TENANT/],
  [401, JSON.stringify({ error: 'invalid_client' }), /^EOAUTH 401 invalid_client: .*is wrong/],
  [400, entra('AADSTS99999', 'invalid_request'), /^EOAUTH 400 AADSTS99999: .* gives no token$/],
  [
    503,
    '<html>very-secret</html>',
    /^EOAUTH 503: the token server 127\.0\.0\.1:\d+ gives no token$/,
  ],
  [200, '{"access_token":"a\\r\\nRCPT TO:<eve@lab.example>"}', /^EOAUTH 200: .* gives no token$/],
  [200, '[]', /^EOAUTH 200: .* gives no token$/],
])('a refusal of the token server is told in words: %s %s', async (status, body, words) => {
  tokens.trouble({ status, body });
  expect(await troubleOf(mailer.send(mail))).toMatch(words);
  expect(server.connections()).toBe(0);
});

test('a redirect to another address gets no secret', async () => {
  tokens.trouble({ status: 307, body: '' });
  expect(await troubleOf(mailer.send(mail))).toMatch(/^EOAUTH /);
  expect(tokens.asked).toHaveLength(1);
});

test('a token server without an answer is given up in time, and asked again for the next mail', async () => {
  tokens.trouble('silent');
  const over = new AbortController();
  const signals = [over.signal];
  const impatient = oauthTokens(
    tokens.settings,
    clock.now,
    () => signals.shift() ?? new AbortController().signal,
  );
  const trouble = troubleOf(impatient.get());
  await vi.waitFor(() => expect(tokens.asked).toHaveLength(1), { timeout: 60_000 });
  over.abort(new DOMException('', 'TimeoutError'));
  expect(await trouble).toMatch(/^EOAUTH TimeoutError: .* does not answer$/);
  tokens.trouble(undefined);
  expect(await impatient.get()).toBe('token-2');
});

test('no mail is lost while the secret is expired, doctor says why, and a new secret sends them', async () => {
  const { db, close } = await createTestDatabase();
  const post = (key: string) =>
    inTransaction(db, (tx) =>
      postMessages(
        tx,
        { newId, clock: clock.now },
        {
          key,
          kind: 'abstract-received',
          recipient: 'ada@lab.example',
          subject: key,
          template: {
            language: 'en',
            colours: fixtureContent.conference.looks.palette,
            heading: 'Hello',
            paragraphs: ['Hello'],
            facts: [],
            closing: 'Bye',
            signature: ['Summit'],
          },
        },
      ),
    );
  const lines: unknown[] = [];
  const round = () =>
    sendDueMail({
      db,
      mailer,
      clock: clock.now,
      held: [],
      hasRoom: async () => true,
      hasRoomForLetters: async () => true,
      from: mail.from,
      replyTo: mail.replyTo,
      log: (...line) => void lines.push(line),
      alarm: (...line) => void lines.push(line),
    });
  const concerns = async () =>
    (await listConcerns({ db, clock: clock.now }))
      .filter(({ about }) => about === 'mails')
      .map(({ words, details }) => (details ? `${words} (${details})` : words));
  await post('one');
  await round();
  expect(await concerns()).toEqual([]);
  tokens.trouble({ status: 401, body: entra('AADSTS7000222') });
  clock.advance(60 * MINUTE);
  await post('two');
  await post('three');
  await round();
  expect(await concerns()).toEqual([
    expect.stringMatching(
      /^2 mails cannot go out: there is no token for the login \(EOAUTH 401 AADSTS7000222: .*expired/,
    ),
  ]);
  tokens.trouble(undefined);
  clock.advance(MINUTE);
  await round();
  expect(server.taken).toHaveLength(3);
  expect(await concerns()).toEqual([]);
  expect(JSON.stringify(lines)).not.toMatch(/very-secret|ada@/);
  await close();
});
