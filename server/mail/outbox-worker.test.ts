import { MINUTE } from '#contract/time-spans.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '#server/database/database.ts';
import { newId } from '#tests/support/seed.ts';
import { testClock } from '#tests/support/test-clock.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { type Mail, type Mailer, NotDelivered } from './mailer.ts';
import { listDeadLetters, reviveDeadLetters } from './dead-letters.ts';
import type { Message } from './message.ts';
import { leaseMessage, postMessages } from './outbox.ts';
import { every } from '#server/operations/every.ts';
import { unexpected } from '#tests/support/unexpected.ts';
import { fixtureContent } from '#tests/support/fixture-content.ts';
import { type OutboxWorker, sendDueMail } from './outbox-worker.ts';

const { palette: colours } = fixtureContent.conference.looks;

let database: TestDatabase;
let clock: ReturnType<typeof testClock>;
let lines: { message: string; details: unknown; isAlarm: boolean }[];
beforeEach(async () => {
  database = await createTestDatabase();
  clock = testClock();
  lines = [];
});
afterEach(() => database.close());

function aMessage(traits: Partial<Message> = {}): Message {
  return {
    key: 'payment-confirmed:1',
    kind: 'payment-confirmed',
    recipient: 'ada@lab.example',
    subject: 'Confirmed',
    template: {
      language: 'en',
      colours,
      heading: 'Confirmed',
      paragraphs: ['Dear Ada'],
      facts: [],
      closing: 'Bye',
      signature: ['Summit'],
    },
    ...traits,
  };
}

const post = (message: Message) =>
  inTransaction(database.db, (tx) => postMessages(tx, { newId, clock: clock.now }, message));

function worker(send: Mailer['send']): OutboxWorker {
  return {
    db: database.db,
    mailer: { send },
    clock: clock.now,
    held: [],
    hasRoom: async () => true,
    hasRoomForLetters: async () => true,
    from: { name: 'Summit', address: 'robot@summit.example' },
    replyTo: 'secretary@summit.example',
    log: (message, details) => void lines.push({ message, details, isAlarm: false }),
    alarm: (message, details) => void lines.push({ message, details, isAlarm: true }),
  };
}

const refuse = () => Promise.reject(new NotDelivered('EENVELOPE 451 RCPT TO'));

describe('the outbox', () => {
  test('sends a mail once if its cause is repeated', async () => {
    const sent: Mail[] = [];
    const round = () => sendDueMail(worker(async (mail) => void sent.push(mail)));
    await post(aMessage());
    await post(aMessage());
    expect(await round()).toBe(1);
    expect(await round()).toBe(0);
    expect(sent).toMatchObject([
      { to: 'ada@lab.example', subject: 'Confirmed', replyTo: 'secretary@summit.example' },
    ]);
    expect(sent[0]?.messageId).toMatch(/^<[0-9a-z]{26}@summit\.example>$/);
  });

  test('has no mail if its cause is rolled back', async () => {
    await inTransaction(database.db, async (tx) => {
      await postMessages(tx, { newId, clock: clock.now }, aMessage());
      throw new Error('the cause failed');
    }).catch(() => undefined);
    expect(await leaseMessage(database.db, clock.now())).toBeUndefined();
  });

  test('tries a refused mail again after longer and longer pauses, with the same Message-ID', async () => {
    const tries: string[] = [];
    const refusing = worker(async ({ messageId }) => {
      tries.push(messageId);
      return refuse();
    });
    await post(aMessage());
    const rests = [0, 0.9, 0.2, 2.7, 0.4, 8.5, 0.6];
    const counts = [1, 1, 2, 2, 3, 3, 4];
    for (const [at, rest] of rests.entries()) {
      clock.advance(rest * MINUTE);
      await sendDueMail(refusing);
      expect(tries).toHaveLength(counts[at] ?? 0);
    }
    expect(new Set(tries).size).toBe(1);
  });

  test('gives a mail up after ten tries, with an alarm without personal data', async () => {
    await post(aMessage());
    let tries = 0;
    const count = worker(() => {
      tries += 1;
      return refuse();
    });
    for (let hour = 0; hour < 72; hour += 0.25) {
      await sendDueMail(count);
      clock.advance(15 * MINUTE);
    }
    expect(tries).toBe(10);
    expect(await listDeadLetters(database.db)).toMatchObject([
      { kind: 'payment-confirmed', attempts: 10, trouble: 'EENVELOPE 451 RCPT TO' },
    ]);
    expect(lines.filter(({ isAlarm }) => isAlarm)).toHaveLength(1);
    expect(JSON.stringify(lines)).not.toContain('ada@lab.example');
  });

  test('tries a dead mail again after an organiser revives it', async () => {
    await post(aMessage());
    for (let hour = 0; hour < 48; hour++) {
      await sendDueMail(worker(refuse));
      clock.advance(60 * MINUTE);
    }
    const sent: string[] = [];
    const works = worker(async ({ messageId }) => void sent.push(messageId));
    expect(await sendDueMail(works)).toBe(0);
    expect(await reviveDeadLetters(database.db, clock.now())).toBe(1);
    expect(await sendDueMail(works)).toBe(1);
    expect(sent).toHaveLength(1);
    expect(await listDeadLetters(database.db)).toEqual([]);
  });

  test('sends the other mails if one is refused or causes an error', async () => {
    const sent: string[] = [];
    await post(aMessage({ key: '1', recipient: 'refused@lab.example' }));
    await post(aMessage({ key: '2', recipient: 'broken@lab.example' }));
    await post(aMessage({ key: '3', recipient: 'fine@lab.example' }));
    await sendDueMail(
      worker(async ({ to }) => {
        if (to.startsWith('refused')) return refuse();
        if (to.startsWith('broken')) throw new TypeError(`cannot read ${to}`);
        sent.push(to);
      }),
    );
    expect(sent).toEqual(['fine@lab.example']);
    expect(JSON.stringify(lines)).not.toContain('@lab.example');
  });

  test('leases a mail to one sender at a time, and to another after the lease', async () => {
    await post(aMessage());
    const leases = await Promise.all(
      [database.db, database.second, database.db].map((db) => leaseMessage(db, clock.now())),
    );
    expect(leases.filter((lease) => lease !== undefined)).toHaveLength(1);
    clock.advance(6 * MINUTE);
    expect(await leaseMessage(database.db, clock.now())).toMatchObject({ attempts: 2 });
  });

  test('loses no mail in an hour without a mail server', async () => {
    const sent: string[] = [];
    for (let i = 0; i < 5; i++) await post(aMessage({ key: String(i) }));
    for (let minute = 0; minute < 60; minute++) {
      await sendDueMail(worker(() => Promise.reject(new NotDelivered('ECONNECTION CONN'))));
      clock.advance(MINUTE);
    }
    for (let minute = 0; minute < 90; minute++) {
      await sendDueMail(worker(async ({ messageId }) => void sent.push(messageId)));
      clock.advance(MINUTE);
    }
    expect(sent).toHaveLength(5);
    expect(new Set(sent).size).toBe(5);
  });

  test('stops after the present mail although others wait', async () => {
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    let sent = 0;
    for (let i = 0; i < 5; i++) await post(aMessage({ key: String(i) }));
    const slow = worker(async () => {
      sent += 1;
      begin();
      await held;
    });
    const open = every(1, (signal) => sendDueMail(slow, () => !signal.aborted), unexpected);
    await begun;
    const stopped = open.stop();
    letGo();
    await stopped;
    expect(sent).toBe(1);
  });
});
