import { readFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { DAY, HOUR } from '#contract/time-spans.ts';
import { readEnv } from '#server/config/env.ts';
import type { Mail } from '#server/mail/mailer.ts';
import { letterKinds, unaskedKinds } from '#server/mail/mail-kinds.ts';
import { answerConsent, findConsent } from '#server/mail/consents.ts';
import { sendDueMail } from '#server/mail/outbox-worker.ts';
import { smtpMailer } from '#server/mail/smtp-mailer.ts';
import { returnAddresses } from '#server/mail/returned-mails.ts';
import { startTestMailServer } from '#tests/support/test-mail-server.ts';
import { startTestMailbox } from '#tests/support/test-mailbox.ts';
import { startTestSite } from '#tests/support/test-site.ts';
import { isSuppressed } from './bounces.ts';
import { readMailbox } from './read-mailbox.ts';

const server = await startTestSite();
const mailbox = await startTestMailbox();
afterAll(mailbox.close);
const settings = {
  SMTP_HOST: 'mail.example',
  PUBLIC_BASE_URL: 'https://summit.example',
  BOUNCE_ADDRESS: 'bounce+*@summit.example',
};
const env = readEnv({ ...settings, BOUNCE_IMAP_URL: mailbox.url() });
const read = (as = env) =>
  readMailbox({ db: server.db, clock: server.clock.now, env: as }, new AbortController().signal);
const made = await returnAddresses(server.db, env);
if (!made) throw new Error('the settings have an address');

/** Sends what waits, and returns each mail with the address to which it would come back. */
async function sent(): Promise<Mail[]> {
  server.clock.advance(HOUR);
  const mails: Mail[] = [];
  await sendDueMail({
    db: server.db,
    mailer: { send: async (mail) => void mails.push(mail) },
    clock: server.clock.now,
    held: [],
    hasRoom: async () => true,
    hasRoomForLetters: async () => true,
    from: { name: 'Summit', address: 'robot@summit.example' },
    replyTo: 'secretary@summit.example',
    returnTo: async (id) => made?.(id),
    log: () => undefined,
    alarm: () => undefined,
  });
  return mails;
}

const returned = (name: string, address: string) =>
  mailbox.put(
    readFileSync(new URL(`reports/${name}.eml`, import.meta.url), 'utf8')
      .replaceAll('{RETURN}', address)
      .replaceAll('\n', '\r\n'),
  );

/** A person who has paid, and the address to which the receipt would come back. */
async function aPerson() {
  const registration = await server.paidRegistration();
  const { email } = registration.order.customer;
  const mail = (await sent()).find(({ to }) => to === email);
  return { ...registration, email, back: mail?.returnTo ?? '' };
}

const isStopped = (email: string) => isSuppressed(server.db, email, server.clock.now());
/** The concerns about an order. */
const concernsOf = async (reference: string) =>
  (await server.listConcerns()).filter(
    (concern) => concern.title === 'Mails that came back' && concern.reference === reference,
  );

test('the mail server gets another sender on the envelope, and the reader sees the usual one', async () => {
  const relay = await startTestMailServer({
    onMailFrom: ({ address }, _, done) =>
      done(address.startsWith('bounce+') ? null : new Error('another sender')),
  });
  const mailer = smtpMailer(relay.settings, server.clock.now);
  const mail = (await server.paidRegistration()) && (await sent())[0];
  if (!mail) throw new Error('a payment has a receipt');
  await mailer.send(mail);
  expect(relay.taken[0]?.text).toMatch(/^From: Summit <robot@summit\.example>/m);
  expect(relay.taken[0]?.text).not.toContain('bounce+');
  await relay.close();
});

test('a mailbox that does not exist is seen at the person, ends letters and reminders, and no receipt', async () => {
  const { email, back, reference } = await aPerson();
  returned('postfix-unknown', back);
  await read();
  expect(mailbox.state()).toEqual({ kept: 0, unread: 0 });
  expect(await concernsOf(reference)).toMatchObject([
    { words: 'mails come back (5.1.1: there is no such mailbox)' },
  ]);
  expect(JSON.stringify(await concernsOf(reference))).not.toContain(email);
  expect(await server.organise('show', reference)).toContain(
    'mails come back (5.1.1: there is no such mailbox)',
  );
  expect(await server.organise('bounces')).toContain(`${email}  ${reference}: mails come back`);
  expect(await isStopped(email)).toBe(true);
  expect(await isStopped(email.toUpperCase())).toBe(true);

  const letter = letterKinds().find((kind) => unaskedKinds().includes(kind)) ?? '';
  await server.db
    .updateTable('outbox')
    .set({ kind: letter, sent_at: null })
    .where('recipient', '=', email)
    .execute();
  expect((await sent()).filter(({ to }) => to === email)).toEqual([]);
  const kept = (await server.listMessages(100))
    .filter(({ recipient }) => recipient === email)
    .map(({ state, trouble }) => [state, trouble]);
  expect(kept).toContainEqual(['withdrawn', 'ERETURNED']);
  // A link that somebody asks for goes out.
  await server.organise('cancel', reference, '--amount', '0', '--send');
  expect((await sent()).filter(({ to }) => to === email)).not.toEqual([]);
});

test('a corrected address ends the concern, and a command lets an address get everything again', async () => {
  const moved = await aPerson();
  returned('exchange-unknown', moved.back);
  await read();
  expect(await concernsOf(moved.reference)).toHaveLength(1);
  await server.organise('correct', moved.reference, '--email', 'new.address@lab.example', '--yes');
  expect(await concernsOf(moved.reference)).toEqual([]);
  expect(await isStopped('new.address@lab.example')).toBe(false);

  const mended = await aPerson();
  returned('gmail-unknown', mended.back);
  await read();
  expect(await isStopped(mended.email)).toBe(true);
  await server.organise('bounces', '--lift', mended.email, '--yes');
  expect(await isStopped(mended.email)).toBe(false);
  expect(await concernsOf(mended.reference)).toEqual([]);
});

test('a full mailbox stops nothing before the third mail of a month', async () => {
  const { email, back, reference } = await aPerson();
  returned('gmail-full', back);
  await read();
  expect(await isStopped(email)).toBe(false);
  expect(await concernsOf(reference)).toMatchObject([
    { words: 'a mail did not arrive (5.2.2: the mailbox is full)' },
  ]);
  for (const times of [2, 3]) {
    expect(await isStopped(email), `${times}`).toBe(false);
    await server.organise(
      'cancel',
      reference,
      ...(times === 2 ? ['--amount', '0'] : ['--undo']),
      '--send',
    );
    const mail = (await sent()).find(({ to }) => to === email);
    returned('gmail-full', mail?.returnTo ?? '');
    await read();
  }
  expect(await isStopped(email)).toBe(true);
  expect(await concernsOf(reference)).toHaveLength(1);
  server.clock.advance(31 * DAY);
  expect(await isStopped(email)).toBe(false);
});

test('a complaint ends the consent to further invitations and letters, and stays one', async () => {
  const { email, back, reference } = await aPerson();
  const consent = { email, name: 'Somebody', language: 'en', answer: 'yes' as const };
  await answerConsent(server.db, consent, server.clock.now());
  returned('complaint', back);
  returned('postfix-unknown', back);
  await read();
  expect(await findConsent(server.db, email)).toMatchObject({ answer: 'no' });
  expect(await isStopped(email)).toBe(true);
  expect(await concernsOf(reference)).toMatchObject([{ words: 'called a mail spam' }]);
});

test('a forged, late, foreign or repeated report changes nothing, and nobody gets an answer', async () => {
  const { email, back, reference } = await aPerson();
  returned('postfix-unknown', back.replace(/\w@/, '0@').replace(/\+\w/, '+0'));
  returned('postfix-unknown', 'bounce@summit.example');
  returned('absence', back);
  returned('answer', back);
  returned('postfix-delayed', back);
  mailbox.put(`To: ${back}\r\nContent-Type: multipart/report; boundary=x\r\n\r\n--x\r\n`);
  mailbox.put(Buffer.alloc(3_000_000, 'junk '));
  const before = mailbox.state().kept;
  await read();
  expect(mailbox.state()).toEqual({ kept: before, unread: 0 });
  expect(await isStopped(email)).toBe(false);
  expect(await concernsOf(reference)).toEqual([]);
  expect(await sent()).toEqual([]);
  server.clock.advance(22 * DAY);
  returned('postfix-unknown', back);
  await read();
  expect(await isStopped(email)).toBe(false);
});

test('a report that was read by a server that died then counts once', async () => {
  const { email, back } = await aPerson();
  const { kept } = mailbox.state();
  returned('postfix-unknown', back);
  mailbox.mood('hangs-up-at-store');
  await read();
  expect(mailbox.state()).toEqual({ kept: kept + 1, unread: 1 });
  mailbox.mood('works');
  await read();
  expect(mailbox.state()).toEqual({ kept, unread: 0 });
  expect(await isStopped(email)).toBe(true);
  // A lifted address stays so if the same report comes again.
  await server.organise('bounces', '--lift', email, '--yes');
  returned('postfix-unknown', back);
  await read();
  expect(await isStopped(email)).toBe(false);
});

test('a mailbox that cannot be read is a concern after an hour, without its password', async () => {
  const wrong = readEnv({ ...settings, BOUNCE_IMAP_URL: mailbox.url('robot', 'old-password') });
  await read(wrong);
  const shown = async () =>
    (await server.listConcerns()).filter(({ id }) => id === 'bounce mailbox');
  expect(await shown()).toEqual([]);
  server.clock.advance(2 * HOUR);
  await read(wrong);
  expect(await shown()).toMatchObject([{ words: expect.stringMatching(/refuses the login$/) }]);
  // The settings without a mailbox.
  server.clock.advance(2 * HOUR);
  expect(await shown()).toEqual([]);
  await read();
  expect(await shown()).toEqual([]);
});

test('the password goes over no line without TLS to another machine', async () => {
  mailbox.commands.length = 0;
  // This address leads here, and the settings cannot know that.
  const url = mailbox.url().replace('127.0.0.1', '0.0.0.0');
  await read(readEnv({ ...settings, BOUNCE_IMAP_URL: url }));
  expect(mailbox.commands.join()).not.toMatch(/LOGIN|AUTHENTICATE/);
  const { trouble } = await server.db
    .selectFrom('bounce_mailbox')
    .select('trouble')
    .executeTakeFirstOrThrow();
  expect(trouble).toBe('it offers no safe connection');
  await read();
});

test('an erasure takes the reports along', async () => {
  const { email, back } = await aPerson();
  returned('postfix-unknown', back);
  await read();
  await server.organise('person', 'erase', email, '--even-paid', '--yes');
  const rows = await server.db
    .selectFrom('mail_bounces')
    .selectAll()
    .where('email', '=', email.toLowerCase())
    .execute();
  expect(rows).toEqual([]);
});

test.each([
  [{ BOUNCE_ADDRESS: 'bounce@summit.example' }, 'BOUNCE_ADDRESS must be an address with a *'],
  [{ BOUNCE_ADDRESS: '*@*.example' }, 'BOUNCE_ADDRESS must be an address with a *'],
  [{ BOUNCE_IMAP_URL: 'https://mail.example' }, 'BOUNCE_IMAP_URL must be imaps://'],
  [{ BOUNCE_ADDRESS: '*@b.example' }, 'SMTP_HOST is needed with BOUNCE_ADDRESS'],
  [
    { BOUNCE_IMAP_URL: 'imaps://a:b@mail.example' },
    'BOUNCE_ADDRESS is needed with BOUNCE_IMAP_URL',
  ],
])('the start refuses %j', (given, words) => {
  expect(() => readEnv(given)).toThrow(words);
});
