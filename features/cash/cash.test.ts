import { pino } from 'pino';
import { expect } from 'vitest';
import { apiRoutes } from '#organiser/dashboard/api.ts';
import { buildDashboard } from '#organiser/dashboard/app.ts';
import { rightsOf } from '#organiser/dashboard/rights.ts';
import { expectedBalances, balancesOf } from '#tests/support/journal-differences.ts';
import { atOnce, test } from '#tests/support/at-once.ts';
import { press } from '#tests/support/a-group.ts';
import { openPage, pathOf } from '#tests/support/own-page.ts';
import { bookkeeping } from '#tests/support/fixture-bookkeeping.ts';
import { fixtureContent } from '#tests/support/fixture-content.ts';
import { testContext } from '#tests/support/test-commands.ts';
import { startTestSite } from '#tests/support/test-site.ts';
import { linesOfPdf } from '#tests/support/pdf-text.ts';
import { getOrder } from '#server/orders/rows/orders.ts';
import { sendRefunds } from '#server/payments/send-refunds.ts';
import { makeReceiptSheet } from '#server/receipts/receipt-sheet.ts';
import { documentsOf } from '#server/receipts/receipts.ts';
import { allCounts, cashOfPayment, stateOfBox } from './cash-entries.ts';
import { planCount } from './count-box.ts';
import { planGiveCashBack } from './give-cash-back.ts';
import { planTakeCash } from './take-cash.ts';

const content = {
  ...fixtureContent,
  conference: { ...fixtureContent.conference, cash: { smallestCoin: 0.05 } },
};
const server = await startTestSite({ content });

const as = (actor: string) => ({ ...server.organising, actor });
const take = async (reference: string, actor: string, more = {}) =>
  (await planTakeCash(as(actor), { reference, ...more })).perform();
const moneyOf = async (orderId: string) =>
  (await server.paymentsOfOrder(orderId)).map(({ provider, state }) => `${provider} ${state}`);
const IN_CASH = 'We refund the amount below. It was paid in cash,';
/** How each mail about a refund says that the money comes back. */
const refundWordsTo = async (email: string) =>
  (await server.mailsTo(email)).flatMap(
    ({ text }) => /We (have refunded|refund) the amount below[^,;]*[,;]?/.exec(text)?.[0] ?? [],
  );
const inBox = async (box: string) => (await stateOfBox(server.db, box)).cents;

test('cash closes the open page of the provider, confirms the order and sends the receipt', async () => {
  const { order, reference, url, person } = await server.unpaidRegistration();
  const plan = await planTakeCash(as('Ada'), { reference, given: '1000' });
  expect(plan.words.join(' ')).toContain('The money goes into the cash box “Ada”');
  expect(plan.words.join(' ')).toContain('give back');
  const said = await plan.perform();
  expect(said.join(' ')).toContain(`The receipt goes to ${person.email}.`);
  expect(await moneyOf(order.id)).toEqual(['stripe CANCELLED', 'cash PAID']);
  expect((await getOrder(server.db, order.id)).state).toBe('CONFIRMED');
  const [receipt] = await documentsOf(server.db, order.id);
  expect(receipt).toMatchObject({ totalCents: order.amountCents, paidBy: 'Cash' });
  // Coins of 0.05: the rest is rounded off and still counts.
  const [, payment] = await server.paymentsOfOrder(order.id);
  const [entry] = await cashOfPayment(server.db, payment?.id ?? '');
  expect((entry?.amountCents ?? 1) % 5).toBe(0);
  expect((entry?.amountCents ?? 0) + (entry?.roundingCents ?? 0)).toBe(order.amountCents);
  // The page of the provider takes nothing any more.
  const late = await server.payAt(url).catch((error: unknown) => String(error));
  expect(late).not.toBe('paid');
  const log = await server.listActivities({ reference });
  expect(log[0]).toMatchObject({ who: 'Ada', action: 'cash' });
});

test('what is paid, cancelled or being paid is refused with the reason', async () => {
  const paid = await server.paidRegistration();
  await expect(take(paid.reference, 'Ada')).rejects.toThrow('is paid: by stripe');
  const twice = await server.unpaidRegistration();
  await take(twice.reference, 'Ada');
  await expect(take(twice.reference, 'Bo')).rejects.toThrow('in cash, taken by Ada at ');
  const gone = await server.unpaidRegistration();
  await server.organise('cancel', gone.reference, '--send');
  await expect(take(gone.reference, 'Ada')).rejects.toThrow('was cancelled');
  await server.organise('cancel', paid.reference, '--amount', '10', '--send');
  await expect(take(paid.reference, 'Ada')).rejects.toThrow(
    'was cancelled: nothing is to be paid. It had been paid: by stripe.',
  );
  const back = await server.paidRegistration();
  await server.organise('refund', back.reference, '--send');
  await server.sendRefunds();
  await expect(take(back.reference, 'Ada')).rejects.toThrow('was refunded: nothing is to be paid.');
  const short = await server.unpaidRegistration();
  await expect(take(short.reference, 'Ada', { given: '1' })).rejects.toThrow('is not enough');
});

atOnce('five helpers at once take the cash of one person once', async () => {
  const { order, reference } = await server.unpaidRegistration();
  const helpers = ['a1', 'a2', 'a3', 'a4', 'a5'];
  const plans = await Promise.all(helpers.map((one) => planTakeCash(as(one), { reference })));
  const done = await Promise.allSettled(plans.map(({ perform }) => perform()));
  expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect((await moneyOf(order.id)).filter((one) => one.startsWith('cash'))).toEqual(['cash PAID']);
  const sums = await Promise.all(helpers.map(inBox));
  expect(sums.filter((cents) => cents > 0)).toHaveLength(1);
});

atOnce('cash while the payer pays online is refused, or one of the two goes back', async () => {
  for (let round = 0; round < 4; round += 1) {
    const { order, reference, pay } = await server.unpaidRegistration();
    const plan = await planTakeCash(as(`online ${round}`), { reference });
    await Promise.allSettled([plan.perform(), pay()]);
    await sendRefunds(server.context, () => undefined);
    const payments = await server.paymentsOfOrder(order.id);
    const kept = payments.filter(
      ({ state, refundedCents }) => state === 'PAID' && refundedCents === 0,
    );
    expect(kept).toHaveLength(1);
    expect((await getOrder(server.db, order.id)).paidPaymentId).toBe(kept[0]?.id);
  }
});

atOnce('cash while the payer opens another page charges once', async () => {
  for (let round = 0; round < 4; round += 1) {
    const { order, reference } = await server.unpaidRegistration();
    const own = pathOf(order);
    await openPage(server, own);
    const plan = await planTakeCash(as(`other ${round}`), { reference });
    const [cash] = await Promise.allSettled([
      plan.perform(),
      press(server, `${own}/pay`, 'paypal'),
    ]);
    if (cash.status === 'rejected') continue;
    const open = (await server.paymentsOfOrder(order.id)).filter(
      ({ state }) => state === 'OPEN' || state === 'NEW',
    );
    expect(open).toEqual([]);
  }
});

test('a refund of cash waits until somebody gives it back, with the right to money', async () => {
  const { order, reference, person } = await server.unpaidRegistration();
  await take(reference, 'Cleo');
  const had = await inBox('Cleo');
  const said = await server.organise('refund', reference, '--send');
  expect(said).toContain('is to be given back by hand');
  expect(await moneyOf(order.id)).toContain('cash REFUNDED');
  expect(await inBox('Cleo')).toBe(had);
  expect(await refundWordsTo(person.email)).toEqual([IN_CASH]);
  const give = await planGiveCashBack(as('Cleo'), { reference });
  await give.perform();
  expect(await inBox('Cleo')).toBe(0);
  await expect(give.perform()).rejects.toThrow('meanwhile');
  await expect(planGiveCashBack(as('Cleo'), { reference })).rejects.toThrow('Nothing of');

  const other = await server.unpaidRegistration();
  await take(other.reference, 'Dora');
  await server.organise('refund', other.reference, '--send');
  await expect(
    (await planGiveCashBack(as('empty'), { reference: other.reference })).perform(),
  ).rejects.toThrow('has not enough money');
  await (
    await planGiveCashBack(as('Dora'), { reference: other.reference, isTransferred: true })
  ).perform();
  expect(await inBox('Dora')).toBeGreaterThan(0);
  expect(await inBox('')).toBe(0);

  const [, note] = await documentsOf(server.db, order.id);
  expect(note).toMatchObject({ kind: 'credit-note', means: 'cash' });
  if (!note) throw new Error('a refund has a credit note');
  const { mails, conference } = server.content;
  const lines = linesOfPdf(await makeReceiptSheet(mails, conference.looks, note));
  expect(lines.join(' ')).toContain('This amount was paid in cash.');

  const cheaper = await server.unpaidRegistration({
    registrationType: 'REGISTRATION_AND_ACCOMMODATION',
    nights: 3,
    guests: 0,
  });
  await take(cheaper.reference, 'Cleo');
  await server.organise('move', cheaper.reference, '--room', 'none', '--send');
  expect((await refundWordsTo(cheaper.person.email))[0]).toBe(IN_CASH);
  await (await planGiveCashBack(as('Cleo'), { reference: cheaper.reference })).perform();

  const cancelled = await server.unpaidRegistration();
  await take(cancelled.reference, 'Cleo');
  await server.organise('cancel', cancelled.reference, '--amount', 'all', '--send');
  expect(await refundWordsTo(cancelled.person.email)).toEqual([IN_CASH, IN_CASH]);
  await (await planGiveCashBack(as('Cleo'), { reference: cancelled.reference })).perform();
});

atOnce('a box is closed once, with its difference and its reason', async () => {
  const box = 'Hall';
  const open = await planCount(as('Eve'), { box, counted: '0', left: '100' });
  await open.perform();
  const { reference } = await server.unpaidRegistration();
  await take(reference, 'Eve', { box });
  const expected = await inBox(box);
  const counted = ((expected - 500) / 100).toFixed(2);
  await expect(planCount(as('Eve'), { box, counted })).rejects.toThrow('or give the reason');
  const close = { box, counted, left: '50', reason: 'unknown' };
  const plans = await Promise.all([1, 2, 3].map(() => planCount(as('Eve'), close)));
  const done = await Promise.allSettled(plans.map(({ perform }) => perform()));
  expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await inBox(box)).toBe(5000);
  const [, count] = (await allCounts(server.db)).filter((one) => one.box === box);
  expect(count).toMatchObject({ expectedCents: expected, countedCents: expected - 500 });
  await expect(planCount(as('Eve'), { box, counted: '50' })).rejects.toThrow('nothing was taken');
});

test('the journal has cash on its own account, and its balance is what lies in the boxes', async () => {
  const balances = await balancesOf(server);
  expect(balances).toEqual(await expectedBalances(server));
  const moved = await server.db
    .selectFrom('cash_entries')
    .select('amount_cents')
    .where('moved_at', 'is not', null)
    .execute();
  const { cash = '', cashDifferences = '' } = bookkeeping.accounts;
  expect(balances[cash]).toBe(moved.reduce((cents, row) => cents + row.amount_cents, 0));
  expect(balances[cashDifferences]).toBeGreaterThan(0);
});

test('a cashier takes cash once and counts, and gives nothing back; the desk alone does neither', async () => {
  let rights = rightsOf(['cashier']);
  const app = await buildDashboard({
    calls: apiRoutes({
      ...testContext(server),
      content,
      latest: async () => ({ ...testContext(server), content }),
    }),
    bundle: new Map(),
    logger: pino({ level: 'silent' }),
    guard: (guarded) => {
      guarded.addHook('onRequest', async (request) => {
        request.organiser = { actor: 'Fay (fay@example.org)', id: 'fay', rights };
      });
    },
  });
  const tell = async (url: string, payload: object) => {
    const answer = await app.inject({ method: 'POST', url: `/api${url}`, payload });
    return { status: answer.statusCode, json: answer.json<Record<string, unknown>>() };
  };
  const { order, reference } = await server.unpaidRegistration();
  const scanned = await tell('/desk/scan', { code: reference });
  expect(JSON.stringify(scanned.json)).toContain('Open: ');
  const asked = { action: 'take-cash', request: { reference } };
  const { plan } = (await tell('/plan', asked)).json;
  // A double click.
  const done = await Promise.all([1, 2].map(() => tell('/perform', { plan })));
  expect(done.map(({ status }) => status)).toEqual([200, 200]);
  expect(await inBox('Fay (fay@example.org)')).toBeGreaterThan(0);
  expect(await moneyOf(order.id)).toEqual(['stripe CANCELLED', 'cash PAID']);
  const refusals = [
    { action: 'refund', request: { reference } },
    { action: 'give-cash-back', request: { reference } },
    walkIn('Ida Late', 'free'),
  ];
  for (const refused of refusals) expect((await tell('/plan', refused)).status).toBe(403);
  const registered = async (name: string, payment: string) => {
    const planned = await tell('/plan', walkIn(name, payment));
    return (await tell('/perform', { plan: planned.json['plan'] })).json;
  };
  expect(JSON.stringify(await registered('Bo Late', 'cash'))).toContain('Checked in.');
  expect(JSON.stringify(await registered('Cy Late', 'link'))).toContain(
    'gets a mail with the link',
  );
  expect(JSON.stringify(await registered('Dee Late', 'link-in'))).toContain('is not confirmed');
  const lists = await app.inject('/api/listings/cash');
  expect(lists.statusCode).toBe(403);
  const counted = await tell('/plan', { action: 'count-cash', request: { counted: '1' } });
  expect(JSON.stringify(counted.json)).toContain('or give the reason');

  rights = rightsOf(['desk']);
  expect((await tell('/plan', asked)).status).toBe(403);
  expect((await tell('/plan', walkIn('Di Late', 'cash'))).status).toBe(403);
  expect((await tell('/plan', { action: 'count-cash', request: { counted: '1' } })).status).toBe(
    403,
  );
  const other = await server.unpaidRegistration();
  const seen = await tell('/desk/scan', { code: other.reference });
  expect(JSON.stringify(seen.json)).not.toContain('Open: ');
  await app.close();
});

/** Somebody who comes without a registration. */
function walkIn(name: string, payment: string) {
  const email = `${name.split(' ')[0]?.toLowerCase()}@late.example`;
  const about = { institute: 'Late Lab', country: 'Germany', type: 'speaker' };
  return { action: 'walk-in', request: { name, email, ...about, payment } };
}
