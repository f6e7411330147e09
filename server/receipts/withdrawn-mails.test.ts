import { HOUR } from '#contract/time-spans.ts';
import { beforeEach, expect, test } from 'vitest';
import { listDeadLetters, reviveDeadLetters } from '#server/mail/dead-letters.ts';
import { type Mail, NotDelivered } from '#server/mail/mailer.ts';
import { countUnsent } from '#server/mail/outbox.ts';
import { eventually } from '#tests/support/payment-records.ts';
import { startTestSite, type TestSite } from '#tests/support/test-site.ts';
import { aPerson } from '#tests/support/visitor.ts';

let server: TestSite;
/** Whether the mail server takes no mails, and the mails that it took. */
let isAway: boolean;
let taken: Mail[];
beforeEach(async () => {
  server = await startTestSite();
  isAway = false;
  taken = [];
});

const round = () =>
  server.mailRound(async (mail) => {
    if (isAway) throw new NotDelivered('450 come back later');
    taken.push(mail);
  });

/** The mail server is away for hours: every due mail is tried, and none is taken. */
async function mailServerAway(hours: number): Promise<void> {
  isAway = true;
  for (let hour = 0; hour < hours; hour++) {
    await round();
    server.clock.advance(HOUR);
  }
}

/** Runs the mail server again for a day; returns the subjects of the mails to this address. */
async function subjectsTaken(email: string): Promise<string[]> {
  isAway = false;
  for (let hour = 0; hour < 24; hour++) {
    await round();
    server.clock.advance(HOUR);
  }
  return taken.filter(({ to }) => to === email).map(({ subject }) => subject);
}

const room = (nights: number) => ({
  registrationType: 'REGISTRATION_AND_ACCOMMODATION' as const,
  nights,
});

async function opened(person: ReturnType<typeof aPerson>, nights = 1) {
  const { path, body } = await server.aCheckout(room(nights), person);
  const { json } = await server.post(path, body);
  return { ref: String(json['sessionId']), url: String(json['url']) };
}

async function paid(person: ReturnType<typeof aPerson>, nights = 1): Promise<void> {
  const { ref, url } = await opened(person, nights);
  await server.payAt(url);
  await server.post(`/api/payment/update?sessionId=${ref}`);
}

test('a person who pays while the mail server is away is not asked to pay later', async () => {
  const person = aPerson();
  await server.post('/api/registration/register', { ...person, presentationType: 'SPEAKER' });
  await mailServerAway(1);
  await paid(person);
  await mailServerAway(1);
  const { paymentConfirmed } = server.content.mails;
  expect(await subjectsTaken(person.email)).toEqual([
    expect.stringContaining(paymentConfirmed.subject),
  ]);
  expect((await countUnsent(server.db, [])).count).toBe(0);
  const mails = await server.listMessages(1000);
  expect(mails.find(({ kind }) => kind === 'registration-received')?.state).toBe('withdrawn');
});

test('a lapsed payment is not reported to a person who has paid meanwhile, with the same order or another', async () => {
  for (const nights of [1, 2]) {
    const person = aPerson();
    await opened(person, 1);
    await mailServerAway(3);
    await server.pollOpenPayments();
    const kinds = async () =>
      (await server.listMessages(1000))
        .filter(({ recipient }) => recipient === person.email)
        .map(({ kind }) => kind);
    expect(await kinds()).toContain('payment-expired');
    await paid(person, nights);
    expect(await subjectsTaken(person.email)).toEqual([
      expect.stringContaining(server.content.mails.paymentConfirmed.subject),
    ]);
  }
});

test('a failed payment is not reported to a person who has paid meanwhile', async () => {
  const person = aPerson();
  const request = await server.aCheckout({}, person);
  const { json } = await server.post('/api/payment/paypal/create', server.aPaypalRequest(request));
  await server.chooseAt(String(json['approvalUrl']), 'stays-pending');
  await server.post(`/api/payment/paypal/capture/${String(json['orderId'])}`);
  isAway = true;
  server.control.resolvePending(String(json['orderId']), 'denied');
  await eventually(async () =>
    (await server.listMessages(1000)).some(({ kind }) => kind === 'payment-failed'),
  );
  await mailServerAway(2);
  const card = await server.post(request.path, request.body);
  await server.payAt(String(card.json['url']));
  await server.post(`/api/payment/update?sessionId=${String(card.json['sessionId'])}`);
  expect(await subjectsTaken(person.email)).toEqual([
    expect.stringContaining(server.content.mails.paymentConfirmed.subject),
  ]);
});

test('a colleague with the same address still gets mails, and so does the payer of another agreed amount', async () => {
  const person = aPerson();
  const colleague = { ...aPerson(), email: person.email };
  const discount = async (description: string) => {
    const { email: customerEmail, ...rest } = person;
    const body = { ...rest, customerEmail, description, unitAmount: '10.50' };
    return (await server.post('/api/discounts/create-session', body)).json;
  };
  await opened(colleague);
  await discount('second instalment');
  await mailServerAway(3);
  await server.pollOpenPayments();
  await paid(person);
  const first = await discount('first instalment');
  await server.payAt(String(first['url']));
  await server.post(`/api/discounts/update?sessionId=${String(first['sessionId'])}`);
  const { registrationReceived, paymentExpired } = server.content.mails;
  const subjects = await subjectsTaken(person.email);
  const count = (words: string) => subjects.filter((subject) => subject.includes(words)).length;
  // An address gets one mail about missed payments in a day.
  expect([count(registrationReceived.subject), count(paymentExpired.subject)]).toEqual([2, 1]);
});

test('a mail that was given up before the payment is not sent after the payment', async () => {
  const person = aPerson();
  const checkout = await opened(person);
  await mailServerAway(60);
  expect((await listDeadLetters(server.db)).map(({ recipient }) => recipient)).toContain(
    person.email,
  );
  await paid(person);
  expect(checkout.ref).not.toBe('');
  await reviveDeadLetters(server.db, server.clock.now());
  expect(await subjectsTaken(person.email)).toEqual([
    expect.stringContaining(server.content.mails.paymentConfirmed.subject),
  ]);
});

test('a person who has paid and registers again is not asked to pay', async () => {
  const person = aPerson();
  await paid(person);
  server.clock.advance(HOUR);
  const again = { ...person, presentationType: 'SPEAKER' };
  expect((await server.post('/api/registration/register', again)).status).toBe(200);
  const mails = await server.listMessages(1000);
  const received = mails.filter(
    ({ kind, state }) => kind === 'registration-received' && state === 'waiting',
  );
  expect(received).toEqual([]);
});
