import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '#server/database/database.ts';
import { newId } from '#server/identity.ts';
import { testClock } from '#server/testing/test-clock.ts';
import { openTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';
import { folderMailer } from './folder-mailer.ts';
import type { Mailer } from './mailer.ts';
import { leaseMessage, type Message, postMessage } from './outbox.ts';
import { sendDueMail } from './post-office.ts';

let database: TestDatabase;
let clock: ReturnType<typeof testClock>;
beforeEach(async () => {
  database = await openTestDatabase();
  clock = testClock();
});
afterEach(() => database.close());

type Sent = Parameters<Mailer['send']>[0];

function aMessage(traits: Partial<Message> = {}): Message {
  return {
    key: 'payment-confirmed:1',
    kind: 'payment-confirmed',
    recipient: 'ada@lab.example',
    subject: 'Confirmed',
    text: 'Dear Ada\n',
    ...traits,
  };
}

const post = (message: Message) =>
  inTransaction(database.db, (tx) => postMessage(tx, message, newId(), clock.now()));

function office(send: Mailer['send']) {
  const from = { name: 'Summit', address: 'secretary@summit.example' };
  return { db: database.db, mailer: { send }, clock: clock.now, from, log: () => undefined };
}

describe('the outbox', () => {
  test('sends a mail once, however often its cause is repeated', async () => {
    const sent: Sent[] = [];
    const round = () => sendDueMail(office(async (mail) => void sent.push(mail)));
    await post(aMessage());
    await post(aMessage());
    expect(await round()).toBe(1);
    expect(await round()).toBe(0);
    expect(sent).toMatchObject([{ to: 'ada@lab.example', subject: 'Confirmed' }]);
    expect(sent[0]?.messageId).toMatch(/^<[0-9a-z]{26}@summit\.example>$/);
  });

  test('forgets a mail whose cause was rolled back', async () => {
    await inTransaction(database.db, async (tx) => {
      await postMessage(tx, aMessage(), newId(), clock.now());
      throw new Error('the cause failed');
    }).catch(() => undefined);
    expect(await leaseMessage(database.db, clock.now())).toBeUndefined();
  });

  test('tries a mail that was refused again, a minute later and then ever later', async () => {
    const tries: string[] = [];
    const refuse = office(async ({ messageId }) => {
      tries.push(messageId);
      throw new Error('greylisted');
    });
    await post(aMessage());
    for (const [minutes, count] of [
      [0, 1],
      [0.5, 1],
      [0.6, 2],
      [1.5, 2],
      [0.6, 3],
    ] as const) {
      clock.advance(minutes * 60_000);
      await sendDueMail(refuse);
      expect(tries).toHaveLength(count);
    }
    expect(new Set(tries).size).toBe(1);
  });

  test('goes on with the others when one is refused', async () => {
    const sent: string[] = [];
    await post(aMessage({ key: '1', recipient: 'refused@lab.example' }));
    await post(aMessage({ key: '2', recipient: 'fine@lab.example' }));
    await sendDueMail(
      office(async ({ to }) => {
        if (to.startsWith('refused')) throw new Error('no such box');
        sent.push(to);
      }),
    );
    expect(sent).toEqual(['fine@lab.example']);
  });

  test('gives a mail to one sender at a time, and to another when that one died', async () => {
    await post(aMessage());
    const leases = await Promise.all(
      [database.db, database.second, database.db].map((db) => leaseMessage(db, clock.now())),
    );
    expect(leases.filter((lease) => lease !== undefined)).toHaveLength(1);
    clock.advance(3 * 60_000);
    expect(await leaseMessage(database.db, clock.now())).toBeDefined();
  });

  test('loses no mail in an hour without a mail server', async () => {
    const sent: string[] = [];
    for (let i = 0; i < 5; i++) await post(aMessage({ key: String(i) }));
    for (let minute = 0; minute < 60; minute++) {
      await sendDueMail(office(() => Promise.reject(new Error('connection refused'))));
      clock.advance(60_000);
    }
    for (let minute = 0; minute < 60; minute++) {
      await sendDueMail(office(async ({ messageId }) => void sent.push(messageId)));
      clock.advance(60_000);
    }
    expect(sent).toHaveLength(5);
    expect(new Set(sent).size).toBe(5);
  });
});

describe('the pretend mailbox', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'plenary-mail-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const mail: Sent = {
    messageId: '<abc@summit.example>',
    from: { name: 'Summit', address: 'secretary@summit.example' },
    to: 'ada@lab.example',
    subject: 'Zoë’s registration',
    text: 'Dear Zoë\n',
  };

  test('holds each mail once, as a file that mail programs open', async () => {
    const mailer = folderMailer(folder);
    await mailer.send(mail);
    await mailer.send(mail);
    expect(readdirSync(folder)).toEqual(['abcsummit.example.eml']);
    const text = readFileSync(join(folder, 'abcsummit.example.eml'), 'utf8');
    expect(text).toContain('To: ada@lab.example');
    expect(text).toContain('Message-ID: <abc@summit.example>');
  });

  test('lets no line break of a subject become a header', async () => {
    await folderMailer(folder).send({ ...mail, subject: 'Hello\r\nBcc: all@lab.example' });
    const text = readFileSync(join(folder, 'abcsummit.example.eml'), 'utf8');
    expect(text).not.toMatch(/^Bcc:/m);
  });
});
