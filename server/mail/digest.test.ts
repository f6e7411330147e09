import { HOUR, MINUTE } from '#contract/time-spans.ts';
import { beforeEach, describe, expect } from 'vitest';
import { atOnce, test } from '#tests/support/at-once.ts';
import type { Mails } from '#contract/content/shapes/mails-shape.ts';
import { personCommand } from '#organiser/commands/person.ts';
import { mailLayoutOf } from '#server/container.ts';
import { newId } from '#tests/support/seed.ts';
import { aForm } from '#tests/support/author.ts';
import { killedAt } from '#tests/support/killed-at.ts';
import { eventually } from '#tests/support/payment-records.ts';
import { printed, testContext } from '#tests/support/test-commands.ts';
import { startTestSite, type TestSite } from '#tests/support/test-site.ts';
import { aPerson } from '#tests/support/visitor.ts';
import { writeDigest } from './digest.ts';
import { lastDigestTime } from './digest-times.ts';
import { listMessages } from './posted-messages.ts';
import { listDeadLetters, reviveDeadLetters } from './dead-letters.ts';
import { type Mail, NotDelivered } from './mailer.ts';
import { fixtureContent } from '#tests/support/fixture-content.ts';

let server: TestSite;
let taken: Mail[];
const startWith = async (digest: Mails['digest']) => {
  server = await startTestSite({
    content: { ...fixtureContent, mails: { ...fixtureContent.mails, digest } },
  });
  // A minute after the full hour, so that no test runs into the next one.
  server.clock.advance(HOUR - (server.clock.now().getTime() % HOUR) + MINUTE);
};
beforeEach(() => {
  taken = [];
});

const deps = (db = server.db) => ({
  db,
  mailLayout: mailLayoutOf(server.content, 'sandbox'),
  clock: server.clock.now,
  newId,
  listAttention: async () => [],
});
const send = async (mail: Mail) => void taken.push(mail);
/** Runs the background jobs of a minute. */
async function aMinute(): Promise<void> {
  await writeDigest(deps());
  await server.mailRound(send);
}

const secretary = fixtureContent.conference.secretary.email;
const toSecretary = () => taken.filter(({ to }) => to === secretary);
const { digestMail, secretary: subjects } = fixtureContent.mails;

async function registered() {
  const person = aPerson();
  await server.post('/api/registration/register', { ...person, presentationType: 'SPEAKER' });
  // The mail to the person waits this long for an order.
  server.clock.advance(30_000);
  return person;
}

async function paid() {
  const { person, sessionId } = await server.paidCheckout();
  return { person, ...(await server.recordsOf(sessionId)) };
}

describe('an hourly digest', () => {
  beforeEach(() => startWith('hourly'));

  test('has a line for each routine mail of an hour; payers get their mails at once', async () => {
    const people = [await registered(), await registered()];
    const { person, order, payment } = await paid();
    await server.requestRefund(payment.id, undefined, 'organiser');
    await server.sendRefunds();
    const form = aForm();
    await server.submit({ form });
    await aMinute();
    expect(toSecretary()).toEqual([]);
    expect(taken.filter(({ to }) => to === person.email).length).toBeGreaterThan(0);

    server.clock.advance(HOUR);
    await aMinute();
    await aMinute();
    const [digest, ...others] = toSecretary();
    expect(others).toEqual([]);
    expect(digest?.subject).toContain(digestMail.subject);
    const lines = [
      [subjects.registrationReceived, people[0]?.name, people[0]?.email],
      [subjects.registrationReceived, people[1]?.name, people[1]?.email],
      [subjects.paymentConfirmed, order.reference, person.name, person.email],
      [subjects.paymentRefunded, order.reference],
      [subjects.abstractReceived, form['name'], form['email']],
    ];
    for (const words of lines) {
      const line = digest?.text
        .split('\n')
        .find((each) => words.every((word) => each.includes(word ?? '')));
      expect(line, words.join()).toBeDefined();
      for (const word of words) expect(digest?.html).toContain(word);
    }
    server.clock.advance(HOUR);
    await aMinute();
    expect(toSecretary()).toHaveLength(1);
  });

  test('does not delay a mail about which a person has to act', async () => {
    const { person } = await paid();
    const { email: customerEmail, name: customerName, ...rest } = aPerson();
    const body = { ...rest, customerEmail, customerName, amount: 105, currency: 'EUR' };
    const { json } = await server.post('/api/discounts/paypal/create', body);
    const orderId = String(json['orderId']);
    await server.chooseAt(String(json['approvalUrl']));
    await server.post(`/api/discounts/paypal/capture/${orderId}`);
    server.control.dispute(orderId);
    const urgent = ['payment-received-for-secretary', 'payment-review-for-secretary'];
    await eventually(async () => {
      const kinds = (await listMessages(server.db, 1000)).map(({ kind }) => kind);
      return urgent.every((kind) => kinds.some((each) => each === kind));
    });
    await aMinute();
    const { paymentInDoubt } = server.content.mails;
    const had = toSecretary().map(({ subject }) => subject);
    expect(had.filter((subject) => subject.includes(subjects.paymentReceived))).toHaveLength(1);
    expect(had.filter((subject) => subject.includes(paymentInDoubt.subject))).toHaveLength(1);
    expect(had).toHaveLength(2);
    expect(toSecretary().some(({ text }) => text.includes(person.name))).toBe(false);
  });

  atOnce('is written once by two servers, also at the same moment', async () => {
    await registered();
    server.clock.advance(HOUR);
    await Promise.all([writeDigest(deps()), writeDigest(deps()), writeDigest(deps())]);
    await aMinute();
    expect(toSecretary()).toHaveLength(1);
  });

  test('loses and repeats nothing if a server is killed at any step', async () => {
    const people = [await registered(), await registered()];
    server.clock.advance(HOUR);
    let step = 1;
    const isKilled = async () => {
      const { db } = killedAt(step, { db: server.db, store: server.files.store });
      const error: unknown = await writeDigest(deps(db)).catch((thrown: unknown) => thrown);
      return error instanceof Error && error.message === 'killed';
    };
    while (await isKilled()) step += 1;
    await aMinute();
    expect(toSecretary()).toHaveLength(1);
    for (const { email } of people) expect(toSecretary()[0]?.text.split(email)).toHaveLength(2);
  });

  test('waits for a mail server and keeps its Message-ID, also after it was given up', async () => {
    const person = await registered();
    const tried = new Set<string>();
    const refuse = async ({ to, messageId }: Mail) => {
      if (to === secretary) tried.add(messageId);
      throw new NotDelivered('EENVELOPE 451 RCPT TO');
    };
    server.clock.advance(HOUR);
    await writeDigest(deps());
    for (let hour = 0; hour < 30; hour++) {
      await server.mailRound(refuse);
      server.clock.advance(HOUR);
    }
    const dead = await listDeadLetters(server.db);
    expect(dead.map(({ kind }) => kind)).toContain('digest-for-secretary');
    expect(await reviveDeadLetters(server.db, server.clock.now())).toBe(dead.length);
    await server.mailRound(send);
    expect(toSecretary().map(({ messageId }) => messageId)).toEqual([...tried]);
    expect(toSecretary()[0]?.text).toContain(person.email);
  });

  test('does not count as late in /readyz while it waits for its hour', async () => {
    await registered();
    await server.mailRound(send);
    server.clock.advance(2 * HOUR);
    expect((await server.get('/readyz')).json).toMatchObject({ status: 'ready' });
  });

  test('leaves out erased people, and an erasure waits while the digest is sent', async () => {
    const [gone, stays] = [await registered(), await registered()];
    await server.mailRound(send);
    server.clock.advance(HOUR);
    await writeDigest(deps());
    const erase = (email: string) =>
      printed((print) =>
        personCommand(
          testContext(server),
          { action: 'erase', email, isReal: true, isEvenPaid: false },
          print,
        ),
      );
    expect(await erase(gone.email)).toContain('Erased.');
    let said: unknown;
    await server.mailRound(async (mail) => {
      if (mail.to === secretary) said = await erase(stays.email).catch((error: unknown) => error);
      taken.push(mail);
    });
    expect(said).toMatchObject({ message: expect.stringContaining('Nothing was erased') });
    const [digest] = toSecretary();
    expect(digest?.text).toContain(stays.email);
    expect(digest?.text).not.toContain(gone.email);
    expect(await erase(stays.email)).toContain('Erased.');
  });

  test('is not sent if it has no line', async () => {
    const { email } = await registered();
    await server.mailRound(send);
    server.clock.advance(HOUR);
    await writeDigest(deps());
    const request = { action: 'erase', email, isReal: true, isEvenPaid: false } as const;
    await printed((print) => personCommand(testContext(server), request, print));
    await server.mailRound(send);
    expect(toSecretary()).toEqual([]);
  });
});

test('without a digest the secretary gets each mail separately', async () => {
  await startWith('off');
  await registered();
  await registered();
  server.clock.advance(HOUR);
  await aMinute();
  expect(toSecretary().map(({ subject }) => subject)).toEqual([
    expect.stringContaining(subjects.registrationReceived),
    expect.stringContaining(subjects.registrationReceived),
  ]);
});

test('a daily digest is sent at 07:00 in the time zone of the conference', async () => {
  await startWith('daily');
  const morning = lastDigestTime('daily', 'Europe/Berlin', server.clock.now());
  server.clock.advance(morning.getTime() + 24 * HOUR + MINUTE - server.clock.now().getTime());
  await aMinute();
  await registered();
  for (let hour = 0; hour < 22; hour++) {
    server.clock.advance(HOUR);
    await aMinute();
  }
  expect(toSecretary()).toEqual([]);
  // A day may have 25 hours.
  server.clock.advance(3 * HOUR);
  await aMinute();
  expect(toSecretary()).toHaveLength(1);
});
