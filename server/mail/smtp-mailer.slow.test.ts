import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { inTransaction } from '#server/database/database.ts';
import { systemClock } from '#server/identity.ts';
import { newId } from '#tests/support/seed.ts';
import { testClock } from '#tests/support/test-clock.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { startTestMailServer, type TestMailServer } from '#tests/support/test-mail-server.ts';
import { type Mail, NotDelivered } from './mailer.ts';
import { listDeadLetters } from './dead-letters.ts';
import { postMessages } from './outbox.ts';
import { sendDueMail } from './outbox-worker.ts';
import { fixtureContent } from '#tests/support/fixture-content.ts';
import { smtpMailer } from './smtp-mailer.ts';

const { palette: colours } = fixtureContent.conference.looks;

const mail: Mail = {
  messageId: '<abc@summit.example>',
  language: 'en',
  from: { name: 'Summit', address: 'robot@summit.example' },
  to: 'ada@lab.example',
  replyTo: 'secretary@summit.example',
  subject: 'Zoë’s registration',
  text: 'Dear Zoë\n',
  html: '<p>Dear Zoë</p>',
  attachments: [],
};
const impatient = { connect: 150, silence: 150, send: 400 };
/** Long timeouts for tests in which the server answers, because the machine may be slow. */
const generous = { connect: 10_000, silence: 10_000, send: 20_000 };

let server: TestMailServer;
beforeEach(async () => {
  server = await startTestMailServer();
});
afterEach(() => server.close());

const send = (change: Partial<Mail> = {}, timeouts = generous) =>
  smtpMailer(server.settings, systemClock, timeouts).send({ ...mail, ...change });

/** The trouble that the mailer reports. */
async function troubleOf(sending: Promise<void>): Promise<string> {
  const error = await sending.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(NotDelivered);
  const message = error instanceof Error ? error.message : '';
  expect(message).not.toContain('lab.example');
  return message;
}

describe('a mail server', () => {
  test('gets a mail as text and HTML, for one recipient', async () => {
    await send();
    expect(server.taken).toMatchObject([{ to: ['ada@lab.example'] }]);
    const { text = '' } = server.taken[0] ?? {};
    expect(text).toContain('Message-ID: <abc@summit.example>');
    expect(text).toContain('From: Summit <robot@summit.example>');
    expect(text).toContain('Reply-To: secretary@summit.example');
    expect(text).toContain('Auto-Submitted: auto-generated');
    expect(text).toMatch(/multipart\/alternative[^]*text\/plain[^]*text\/html/);
  });

  test('gets no second recipient and no header from a text with line breaks', async () => {
    await send({
      to: 'ada@lab.example\r\nRCPT TO:<eve@lab.example>',
      subject: 'Hello\r\nBcc: eve@lab.example\r\n\r\nand a body',
    }).catch(() => undefined);
    await send({ subject: 'Hello\r\nBcc: eve@lab.example' });
    for (const { to, text } of server.taken) {
      expect(to).toHaveLength(1);
      expect(to).not.toContain('eve@lab.example');
      expect(text).not.toMatch(/^Bcc:/m);
    }
  });

  test.each([
    ['a recipient for now, as with greylisting', { recipient: 451 }, '451'],
    ['a recipient for good', { recipient: 550 }, '550'],
    ['a mail for now', { data: 452 }, '452'],
    ['a mail for good', { data: 554 }, '554'],
  ] as const)('that refuses %s has not accepted the mail', async (_, mood, code) => {
    server.mood(mood);
    expect(await troubleOf(send())).toContain(code);
    expect(server.taken).toEqual([]);
  });

  test.each(['dies-in-mail', 'dies-after-mail', 'falls-silent'] as const)(
    'that %s has not accepted the mail',
    async (mood) => {
      server.mood(mood);
      await troubleOf(send({}, mood === 'falls-silent' ? impatient : generous));
    },
  );

  test('that cannot be reached is reported as such', async () => {
    await server.close();
    expect(await troubleOf(send())).toContain('CONN');
    server = await startTestMailServer();
  });

  test.each([
    ['never greets', (): void => undefined],
    ['answers byte by byte', dribble],
  ])('that %s is given up in time', async (_, greet) => {
    const sockets: Socket[] = [];
    const silent = createServer((socket) => {
      sockets.push(socket);
      socket.on('error', () => undefined);
      greet(socket);
    }).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const address = silent.address();
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
    // Without the time limit of the whole sending this would outlast the test.
    await troubleOf(smtpMailer({ ...server.settings, port }, systemClock, impatient).send(mail));
    for (const socket of sockets) socket.destroy();
    silent.close();
  });

  test('without TLS gets no mail if the settings require TLS', async () => {
    const settings = { ...server.settings, tls: 'starttls' } as const;
    expect(await troubleOf(smtpMailer(settings, systemClock, generous).send(mail))).toContain(
      'it offers no STARTTLS on this port; SMTP_TLS=implicit is usual on port 465',
    );
    expect(server.taken).toEqual([]);
  });

  test('that does not begin with TLS is reported as such', async () => {
    const settings = { ...server.settings, tls: 'implicit' } as const;
    expect(await troubleOf(smtpMailer(settings, systemClock, generous).send(mail))).toContain(
      'SMTP_TLS=starttls is usual on port 587',
    );
  });

  test('with an untrusted certificate gets no mail', async () => {
    // The test server warns about its own certificate on the console.
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const forged = await startTestMailServer({ disabledCommands: ['AUTH'] });
    const settings = { ...forged.settings, tls: 'starttls' } as const;
    const trouble = await troubleOf(smtpMailer(settings, systemClock, generous).send(mail));
    expect(trouble).toMatch(/: (?:its certificate|this machine does not trust) /);
    expect(forged.taken).toEqual([]);
    await forged.close();
  });

  test('that refuses the password is tried again later', async () => {
    const guarded = await startTestMailServer({
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth: (_, __, done) => done(new Error('no')),
    });
    const settings = { ...guarded.settings, login: { user: 'ada', password: 'secret' } };
    const trouble = await troubleOf(smtpMailer(settings, systemClock, generous).send(mail));
    expect(trouble).toContain('EAUTH 535');
    expect(trouble).not.toContain('secret');
    await guarded.close();
  });
});

describe('the outbox worker with a mail server', () => {
  let database: TestDatabase;
  let clock: ReturnType<typeof testClock>;
  let lines: unknown[];
  beforeEach(async () => {
    database = await createTestDatabase();
    clock = testClock();
    lines = [];
  });
  afterEach(() => database.close());

  const template = {
    language: 'en',
    colours,
    heading: 'Hello',
    paragraphs: ['Hello'],
    facts: [],
    closing: 'Bye',
    signature: ['Summit'],
  };
  const post = (key: string) =>
    inTransaction(database.db, (tx) => {
      const message = {
        key,
        kind: 'abstract-received' as const,
        recipient: 'ada@lab.example',
        subject: key,
        template,
      };
      return postMessages(tx, { newId, clock: clock.now }, message);
    });
  const round = () =>
    sendDueMail({
      db: database.db,
      mailer: smtpMailer(server.settings, systemClock, generous),
      clock: clock.now,
      held: [],
      hasRoom: async () => true,
      hasRoomForLetters: async () => true,
      from: mail.from,
      replyTo: mail.replyTo,
      log: (...line) => void lines.push(line),
      alarm: (...line) => void lines.push(line),
    });
  const minutes = async (count: number) => {
    for (let minute = 0; minute < count; minute++) {
      clock.advance(60_000);
      await round();
    }
  };
  const messageIds = () =>
    server.taken.map(({ text }) => /^Message-ID: (.*)$/m.exec(text)?.[1]?.trim());

  test('sends a long queue once over three connections', async () => {
    for (let at = 0; at < 40; at++) await post(`mail ${at}`);
    expect(await round()).toBe(40);
    expect(new Set(messageIds()).size).toBe(40);
    expect(server.taken).toHaveLength(40);
    expect(server.connections()).toBe(3);
  });

  test('sends the next mail after the server has ended the connection, or refused a mail', async () => {
    const mailer = smtpMailer(server.settings, systemClock, generous);
    await mailer.send(mail);
    server.hangUp();
    await expect.poll(() => mailer.send(mail).then(() => 'sent', String)).toBe('sent');
    server.mood({ recipient: 451 });
    await expect(mailer.send(mail)).rejects.toThrow('451');
    server.mood('takes');
    await mailer.send(mail);
    expect(server.taken).toHaveLength(3);
  });

  test('sends a mail again after a lost answer, with the same Message-ID', async () => {
    server.mood('dies-after-mail');
    await post('one');
    await round();
    server.mood('takes');
    await minutes(2);
    expect(server.taken).toHaveLength(2);
    expect(new Set(messageIds()).size).toBe(1);
  });

  test('gives a mail up at once if the server refuses its address permanently', async () => {
    server.mood({ recipient: 550, status: '5.1.1' });
    await post('one');
    await round();
    expect(await listDeadLetters(database.db)).toMatchObject([
      { recipient: 'ada@lab.example', attempts: 1, trouble: 'EENVELOPE 550 5.1.1 RCPT TO' },
    ]);
    server.mood('takes');
    await minutes(5);
    expect(server.taken).toEqual([]);
  });

  test.each([
    ['the address for now, as with greylisting', { recipient: 451 }],
    ['the address, because its mailbox is full', { recipient: 552, status: '5.2.2' }],
    ['the mail', { data: 554 }],
    ['the sender, before it looks at the address', { recipient: 554, status: '5.7.1' }],
  ] as const)('tries again for a day if the server refuses %s', async (_, mood) => {
    server.mood(mood);
    await post('one');
    await round();
    expect(await listDeadLetters(database.db)).toEqual([]);
    for (let hour = 0; hour < 30; hour++) await minutes(1).then(() => clock.advance(59 * 60_000));
    expect(await listDeadLetters(database.db)).toMatchObject([{ attempts: 10 }]);
  });
});

/** Sends a greeting that never ends. */
function dribble(socket: Socket): void {
  const timer = setInterval(() => socket.write('2'), 50);
  socket.once('close', () => clearInterval(timer));
}
