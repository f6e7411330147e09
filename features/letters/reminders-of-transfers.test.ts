import { DAY } from '#contract/time-spans.ts';
import { expect, test } from 'vitest';
import { latestPaymentOf } from '#server/payments/payments.ts';
import { needsFeatures } from '#tests/support/has-feature.ts';
import { organise, testContext } from '#tests/support/test-commands.ts';
import { startTestSite } from '#tests/support/test-site.ts';
import { book, transferRegistration } from '#tests/support/transfers.ts';
import { withTransfers } from '#tests/support/with-transfers.ts';
import { writeReminders } from './write-reminders.ts';

const server = await startTestSite({ content: withTransfers() });

const poll = () => server.pollOpenPayments();

test('a payer who chooses the bank transfer is reminded once, three days before the last day, unless the money has come', async () => {
  const late = await transferRegistration(server);
  const paid = await transferRegistration(server);
  const remind = () => writeReminders(server.organising);
  const remindersOf = async ({ person }: typeof late) =>
    (await server.mailsTo(person.email)).filter(({ kind }) => kind === 'payment-reminder');
  server.clock.advance(10 * DAY);
  await remind();
  expect(await remindersOf(late)).toEqual([]);
  await book(server, { reference: paid.reference, cents: paid.order.amountCents }, '--send');
  server.clock.advance(1.5 * DAY);
  await remind();
  await remind();
  expect(await remindersOf(late)).toMatchObject([
    { subject: expect.stringContaining('Bank transfer still open'), isWithdrawn: false },
  ]);
  expect(await remindersOf(paid)).toEqual([]);
  await book(server, { reference: late.reference, cents: late.order.amountCents }, '--send');
  expect(await remindersOf(late)).toMatchObject([{ isWithdrawn: true }]);
});

test('the mails about the transfer for a change or an asked amount never speak of a place that is held', async () => {
  needsFeatures('asked-amounts');
  const context = testContext(server);
  const { reference, order, person } = await server.paidRegistration({
    presentationType: 'POSTER',
  });
  const moved = await organise(context, 'move', reference, '--type', 'speaker', '--send');
  const { change, path: ofChange } = await server.linkedChange(moved);
  const { person: other } = await server.paidRegistration();
  const fee = ['80', 'Lost key', '--without-fee', '--send'];
  const asked = await organise(context, 'ask', other.email, ...fee);
  const { order: owing, path: ofAsked } = await server.linkedOrder(asked);
  const choose = async () => {
    for (const path of [ofChange, ofAsked]) await server.press(path, 'transfer');
  };
  await choose();
  // The morning in which a reminder is due depends on the hour of this test.
  for (let half = 0; half < 24; half += 1) {
    server.clock.advance(DAY / 2);
    await writeReminders(server.organising);
  }
  server.clock.advance(8 * DAY);
  await poll();
  await choose();
  const payment = await latestPaymentOf(server.db, order.id, change.id);
  for (const quoted of [owing.reference, payment?.request.invoice ?? ''])
    await book(server, { reference: quoted, cents: 3000 }, '--send');
  const to = [person, other].map(({ email }) => server.mailsTo(email));
  const mails = (await Promise.all(to)).flat().map(({ text }) => text);
  const { transfers } = server.content.labels;
  const { chosen, reminder, expired, partArrived } = transfers;
  for (const words of [chosen, reminder, expired, partArrived]) {
    const meant = mails.filter((text) => text.includes(words));
    const ofChanges = meant.filter((text) => text.includes(transfers.untilPaid));
    expect([ofChanges.length > 0, meant.length]).toEqual([true, 2 * ofChanges.length]);
  }
  expect(mails.join('\n')).not.toMatch(/longer held for you|is held for you/);
});
