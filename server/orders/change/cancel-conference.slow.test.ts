import { expect } from 'vitest';
import type { Content } from '#contract/content.ts';
import { amountWithCode, asCents } from '#contract/money.ts';
import { timestamp } from '#server/identity.ts';
import { refundsOf } from '#server/payments/refunds.ts';
import { erasePerson } from '#server/privacy/erase-person.ts';
import { allParticipants } from '#server/reports/list-participants.ts';
import { aSheet, carriedOut } from '#tests/support/a-group.ts';
import { atOnce, test } from '#tests/support/at-once.ts';
import { fixtureContent } from '#tests/support/fixture-content.ts';
import { killedAt } from '#tests/support/killed-at.ts';
import { ran, testContext } from '#tests/support/test-commands.ts';
import { startTestSite, type TestSite } from '#tests/support/test-site.ts';
import { planCancellation } from './cancel-order.ts';
import { planInvitation } from '#features/invitations/invite-guests.ts';
import { planMove } from './move-participant.ts';
import { liveOrders } from '#server/orders/rows/orders.ts';
import { planRefund } from './refund-order.ts';
import { planConferenceCancellation } from './cancel-conference.ts';

let server: TestSite;

/** Content with one rule: for ten days 80 % of the amount paid is refunded. */
function withRule(): Content {
  const at = new Date(Date.now() + 10 * 24 * 60 * 60_000).toISOString();
  const rule = {
    refundPercent: 80,
    keepsFee: false,
    until: { at, day: '', words: 'then', label: '' },
  };
  const conference = { ...fixtureContent.conference, cancellation: [rule] };
  return { ...fixtureContent, conference };
}

const live = async () => liveOrders(server.db, timestamp(server.clock.now()));
const run = (amount: 'all' | undefined, isReal: boolean, context = testContext(server)) => {
  const options = [
    ...(amount === undefined ? [] : ['--amount', amount]),
    ...(isReal ? ['--send'] : []),
  ];
  return ran(context, 'cancel', '--all', ...options).then(({ text: said, code }) => ({
    said,
    code,
  }));
};

const paidDiscount = () => server.paidAmount({ unitAmount: '262.50' });

/** Creates orders of every kind and state. */
async function aSeason() {
  // Each of these orders costs 418.95, of which 80 % are 335.16.
  const plain = await server.paidRegistration();
  const erased = await server.paidRegistration();
  const partly = await server.paidRegistration();
  await carriedOut(planRefund(server.organising, { reference: partly.reference, amount: '100' }));
  const room = {
    registrationType: 'REGISTRATION_AND_ACCOMMODATION',
    nights: 2,
    guests: 1,
  } as const;
  const stay = await server.paidRegistration(room);
  await server.paidPaypal();
  const moved = await server.paidRegistration({ presentationType: 'STUDENT' });
  const change = await carriedOut(
    planMove(server.organising, { reference: moved.reference, type: 'poster' }),
  );
  await server.payLink(/\/pay\/\w+/.exec(change)?.[0] ?? '');
  const group = await server.aGroup(['Speaker', 'Poster', 'Student']);
  await server.payLink(group.path);
  await paidDiscount();
  await carriedOut(planInvitation(server.organising, { rows: aSheet(['Speaker', 'Poster']).rows }));
  // These orders wait for a payment.
  const open = await server.openedCheckout();
  const unpaidGroup = await server.aGroup(['Speaker', 'Poster']);
  const lapsed = await server.openedCheckout();
  // This order is cancelled already, with a refund of 10.00.
  const gone = await server.paidRegistration();
  await carriedOut(
    planCancellation(server.organising, { reference: gone.reference, amount: '10' }),
  );
  const now = server.clock.now();
  const places = { store: server.files.store, mailFolder: `${server.files.dataDir}/mail` };
  await erasePerson(
    { ...places, db: server.db, now, conferenceEnd: now },
    erased.person.email,
    true,
  );
  return { plain, partly, stay, open, unpaidGroup, lapsed, gone };
}

/** The sums of recorded refunds, of refunded money and of paid money. */
async function sums() {
  const payments = await server.listPayments();
  let asked = 0;
  for (const { id } of payments) {
    for (const refund of await refundsOf(server.db, id)) {
      expect(refund.state).toBe('SENT');
      asked += refund.amountCents;
    }
  }
  const back = payments.reduce((sum, { refundedCents }) => sum + refundedCents, 0);
  const paid = payments
    .filter(({ state }) => ['PAID', 'PART_REFUNDED', 'REFUNDED'].includes(state))
    .reduce((sum, { amountCents }) => sum + amountCents, 0);
  return { asked, back, paid };
}

/** The refund of an amount by the rule. */
const of80 = (cents: number) => Math.floor((cents * 80 + 50) / 100);

atOnce(
  'a killed cancellation of the whole conference continues in the next run, by the rules',
  async () => {
    server = await startTestSite({ content: withRule() });
    const season = await aSeason();
    const before = await live();
    expect(before.length).toBeGreaterThanOrEqual(13);
    const owed = before
      .filter(({ state }) => state === 'CONFIRMED')
      // Earlier refunds count: 100.00 of one order.
      .reduce((sum, { amountCents }) => sum + of80(amountCents), -10_000);
    const due = amountWithCode(asCents(owed), server.context.currency);
    const start = await sums();

    const dry = await run(undefined, false);
    expect(dry.said).toContain(`${due} would be refunded, by the rules of conference.yaml.`);
    expect(dry.said).toMatch(/^\d+ orders would be cancelled: 10 with a place, 3/);
    expect(dry.said).toContain('The registration is open: close it in conference.yaml first');
    expect(dry.said).toContain('Nothing was changed. Add --send to do it.');
    expect(await sums()).toEqual(start);

    // Each run is killed, at a later transaction each time, until a run ends.
    let killed = 0;
    for (let step = 2; ; step += 2) {
      const { db } = killedAt(step, { db: server.db, store: server.files.store });
      const payments = { ...server.context, db };
      const result = await run(undefined, true, { ...testContext(server), payments }).catch(
        (error: Error) => error.message,
      );
      if (typeof result === 'object') {
        expect(result.code).toBe(0);
        break;
      }
      expect(result).toBe('killed');
      killed += 1;
    }
    expect(killed).toBeGreaterThan(3);
    const { said, code } = await run(undefined, true);
    expect(code).toBe(0);
    expect(said).toContain('0 orders would be cancelled');
    expect(said).toContain('Cancelled: 0. Not cancelled: 0.');

    // A run may be killed after a provider's answer and before the amount is recorded: the webhook records it.
    await server.sandbox.control.settled();
    const end = await sums();
    expect(end.back - start.back).toBe(owed);
    expect(end.asked).toBe(end.back);
    expect(await server.organise('reconcile')).toContain('0 differences');
    expect(await live()).toEqual([]);
    expect([...(await server.takenPlaces()).values()]).toEqual([]);
    const states = (await allParticipants(server.db)).map(({ state }) => state);
    expect(new Set(states)).toEqual(new Set(['CANCELLED']));
    // Nobody gets a mail twice.
    const mails = (await server.listMessages(1000)).filter(
      ({ kind }) => kind === 'registration-cancelled',
    );
    const told = mails.map(({ recipient, content }) => `${recipient} ${content.subject}`);
    expect(new Set(told).size).toBe(told.length);
    expect(told.join()).toContain(season.plain.person.email);
    // Nobody can pay any more.
    expect((await server.payAt(season.open.url)).status).not.toBe(303);
    expect((await server.press(season.unpaidGroup.path, 'card')).status).toBe(404);
  },
);

test('a person with two paid orders loses the place, and gets one mail', async () => {
  server = await startTestSite();
  const stripe = server.providerNamed('stripe');
  const { close } = stripe;
  const room = { registrationType: 'REGISTRATION_AND_ACCOMMODATION' } as const;
  const one = await server.openedCheckout({ ...room, nights: 1 });
  stripe.close = async () => true;
  const { path, body } = await server.aCheckout({ ...room, nights: 2 }, one.person);
  const { json } = await server.post(path, body);
  stripe.close = close;
  for (const url of [one.url, String(json['url'])]) await server.payAt(url);
  for (const ref of [one.sessionId, String(json['sessionId'])]) {
    await server.post(`/api/payment/update?sessionId=${ref}`);
  }
  expect(await live()).toHaveLength(2);
  expect((await run('all', true)).said).toContain('Cancelled: 2. Not cancelled: 0.');
  const people = await server.db.selectFrom('participants').select('cancelled_at').execute();
  expect(people.map(({ cancelled_at }) => cancelled_at !== null)).toEqual([true]);
  const mails = await server.mailsTo(one.person.email);
  const { subject } = server.content.mails.registrationCancelled;
  expect(mails.filter((mail) => mail.subject.includes(subject))).toHaveLength(1);
});

test('--amount all refunds everything that is left, whatever the rules say', async () => {
  server = await startTestSite();
  await aSeason();
  await expect(run(undefined, false)).rejects.toThrow('add --amount all');
  const start = await sums();
  const left = (await live())
    .filter(({ state }) => state === 'CONFIRMED')
    .reduce((sum, { amountCents }) => sum + amountCents, -10_000);
  const { said, code } = await run('all', true);
  expect([code, said]).toEqual([0, expect.stringContaining('Not cancelled: 0.')]);
  expect(said).toMatch(/\n1 of 13 {2}PS26-\S+ {2}Cancelled\. /);
  expect(said).toMatch(/\n13 of 13 {2}PS26-/);
  const end = await sums();
  expect(end.back - start.back).toBe(left);
  // 408.95 are left of the order that was cancelled before with a refund of 10.00.
  expect(end.paid - end.back).toBe(40_895);
});

test('an interrupted run finishes the orders in progress and says how to continue', async () => {
  server = await startTestSite();
  for (let at = 0; at < 7; at += 1) await server.paidRegistration();
  const interruption = new AbortController();
  const said: string[] = [];
  const { perform } = await planConferenceCancellation(testContext(server), { amount: 'all' });
  const isDone = await perform(async (sentence) => {
    said.push(sentence);
    if (sentence.startsWith('2 of 7')) interruption.abort();
  }, interruption.signal);
  // Four are in progress at once, and the first two had ended.
  expect(said.at(-1)).toMatch(/^Interrupted: 5 of 7 orders are done.* Give the same command again/);
  expect(isDone).toBe(false);
  expect(await live()).toHaveLength(2);
  expect((await run('all', true)).said).toContain('Cancelled: 2. Not cancelled: 0.');
});

test('an order that cannot be cancelled now is listed with its reason, and a later run cancels it', async () => {
  server = await startTestSite({ content: withRule() });
  const { control } = server.sandbox;
  const disputed = await server.paidCheckout();
  control.dispute(disputed.sessionId);
  await control.settled();
  const pending = await server.openedPaypal();
  await server.chooseAt(pending.url, 'stays-pending');
  await server.post(`/api/payment/paypal/capture/${pending.orderId}`);
  const unanswered = await server.openedCheckout();
  const paid = await server.paidRegistration();
  const references = await Promise.all(
    [disputed.sessionId, pending.orderId, unanswered.sessionId].map(
      async (ref) => (await server.recordsOf(ref)).order.reference,
    ),
  );
  expect((await run(undefined, false)).said).toContain(
    `2 of them cannot be cancelled now:\n${references[0]}: The payer disputes this payment`,
  );

  control.failNext('reset-before', 4, { provider: 'stripe', path: 'expire' });
  const { said, code } = await run(undefined, true);
  expect(code).toBe(1);
  expect(said).toContain('Cancelled: 1. Not cancelled: 3.');
  expect(said).toMatch(new RegExp(`${references[0]}: The payer disputes`));
  expect(said).toMatch(new RegExp(`${references[1]}: The payment .* is still pending at PayPal`));
  expect(said).toMatch(new RegExp(`${references[2]}: .* its provider does not answer`));
  expect(await listed(paid.reference)).toEqual(['CANCELLED']);

  control.clearFaults();
  control.closeDispute(disputed.sessionId, 'won');
  control.resolvePending(pending.orderId, 'completed');
  await control.settled();
  server.clock.advance(5 * 60_000);
  await server.pollOpenPayments();
  const again = await run(undefined, true);
  expect([again.code, again.said]).toEqual([
    0,
    expect.stringContaining('Cancelled: 3. Not cancelled: 0.'),
  ]);
  expect(await live()).toEqual([]);
});

async function listed(reference: string) {
  return (await allParticipants(server.db))
    .filter((each) => each.reference === reference)
    .map(({ state }) => state);
}
