import { DAY } from '#contract/time-spans.ts';
import { beforeAll, expect, test } from 'vitest';
import type { Content } from '#contract/content.ts';
import { planAgreement } from '#server/discount/record-agreement.ts';
import { planAsking } from '#features/asked-amounts/ask-for-amount.ts';
import { planRefundUndone } from '#features/asked-amounts/undo-refund.ts';
import { planInvitation } from '#features/invitations/invite-guests.ts';
import { endOf } from '#server/privacy/cutoff.ts';
import { erasePerson } from '#server/privacy/erase-person.ts';
import type { linkedOrder } from '#tests/support/a-group.ts';
import { aSheet, carriedOut } from '#tests/support/a-group.ts';
import { withTaxes } from '#tests/support/fixture-prices.ts';
import { planInvoice } from '#server/orders/change/ask-for-invoice.ts';
import { university, withInvoices } from '#tests/support/invoices.ts';
import { fixtureContent } from '#tests/support/fixture-content.ts';
import { balancesOf, expectedBalances } from '#tests/support/journal-differences.ts';
import type { paidByCard, paidByPaypal } from '#tests/support/paid-payments.ts';
import { documentDifferences, sumDifferences } from '#tests/support/sum-differences.ts';
import { startTestSite } from '#tests/support/test-site.ts';
import { aPerson } from '#tests/support/visitor.ts';
import { type DateRange, readRange } from './date-range.ts';
import { figuresOf } from './figures.ts';
import { listingOf, sheetOf } from './lists.ts';

const { conference, prices } = fixtureContent;
const content: Content = withInvoices(
  {},
  {
    ...fixtureContent,
    conference: {
      ...conference,
      cancellation: [
        {
          refundPercent: 80,
          keepsFee: true,
          until: {
            at: new Date(Date.now() + 60 * DAY).toISOString(),
            day: 'that day',
            words: 'that day',
            label: '',
          },
        },
      ],
    },
    prices: withTaxes(prices),
  },
);

const STAY = { registrationType: 'REGISTRATION_AND_ACCOMMODATION', nights: 3, guests: 1 } as const;
const DINNER = {
  extras: [
    { id: 'dinner', count: 2 },
    { id: 'tour', count: 1 },
  ],
};

const server = await startTestSite({ content });
beforeAll(async () => {
  await fill();
}, 120_000);

const byCard = (choice?: Parameters<typeof paidByCard>[1]) => server.paidByCard(choice);
const byPaypal = (choice?: Parameters<typeof paidByPaypal>[1]) => server.paidByPaypal(choice);

async function agreedAmount(isAgreed: boolean) {
  const person = aPerson();
  const { email } = person;
  if (isAgreed) {
    const agreement = { email, amount: '100.00', words: 'Invited speaker' };
    await carriedOut(planAgreement(server.organising, agreement));
  }
  await server.paidAmount({ person });
  return email;
}

/** A payment whose amount at the provider differs from the order's amount. */
async function mismatched() {
  const { sessionId, url } = await server.openedCheckout();
  await server.db
    .updateTable('payments')
    .set({ amount_cents: 12_345 })
    .where('provider_ref', '=', sessionId)
    .execute();
  await server.payAt(url);
  await server.control.settled();
  await server.post(`/api/payment/update?sessionId=${sessionId}`);
  return sessionId;
}

/** An order that was paid at both providers. */
async function paidTwice() {
  const request = await server.aCheckout();
  const card = await server.post(request.path, request.body);
  await server.restart({ without: 'stripe' });
  const paypal = await server.post('/api/payment/paypal/create', server.aPaypalRequest(request));
  await server.restart();
  await server.payAt(String(card.json['url']));
  await server.post(`/api/payment/update?sessionId=${String(card.json['sessionId'])}`);
  await server.chooseAt(String(paypal.json['approvalUrl']));
  await server.post(`/api/payment/paypal/capture/${String(paypal.json['orderId'])}`);
}

const move = (reference: string, type: string) => carriedOut(server.planMove({ reference, type }));
const invoice = (reference: string, purchaseOrder: string) =>
  carriedOut(planInvoice(server.organising, { ...university, reference, purchaseOrder }));
const cancel = (reference: string, amount?: string, who?: string) =>
  carriedOut(server.planCancellation({ reference, amount, ...(who && { who }) }));
const refund = (reference: string, amount?: string) =>
  carriedOut(server.planRefund({ reference, amount, isDespiteDispute: true }));

/** Makes 67 orders with payments in all states, paid in one month and refunded in other months. */
async function fill(): Promise<void> {
  const cards: Awaited<ReturnType<typeof byCard>>[] = [];
  for (const choice of [{}, STAY, DINNER, { ...STAY, ...DINNER }]) {
    for (let time = 0; time < 6; time++) cards.push(await byCard(choice));
  }
  const paypals: typeof cards = [];
  for (const choice of [{}, {}, {}, {}, STAY, STAY]) paypals.push(await byPaypal(choice));
  const groups = [];
  for (const types of [
    ['Speaker', 'Poster'],
    ['Speaker', 'Student', 'Poster'],
    ['Speaker', 'Poster'],
  ]) {
    groups.push(await server.aGroup(types));
  }
  for (const { path } of groups.slice(1)) await server.payLink(path);
  const guests = aSheet(['Speaker', 'Speaker']);
  await carriedOut(planInvitation(server.organising, { rows: guests.rows }));
  for (let time = 0; time < 5; time++) await server.openedCheckout();
  for (const isAgreed of [true, true, false, false]) await agreedAmount(isAgreed);
  const [, refunded = ''] = [await mismatched(), await mismatched()];
  await paidTwice();
  for (let time = 0; time < 11; time++) await byCard();
  await byPaypal();
  const gone = await byCard();
  const at = <T>(all: readonly T[], index: number): T => {
    const found = all[index];
    if (found === undefined) throw new Error(`there is no entry ${index}`);
    return found;
  };
  const card = (index: number) => at(cards, index);
  const paypal = (index: number) => at(paypals, index);

  // Invoices of orders that change and are refunded later, one of them corrected twice, and one of a group.
  for (const index of [0, 1, 3, 4, 12, 16, 18]) await invoice(card(index).reference, 'one');
  for (const number of ['two', 'three']) await invoice(card(4).reference, number);
  await invoice(at(groups, 1).order.reference, 'one');

  server.clock.advance(20 * DAY);
  server.control.advance(0);
  // Changes to a higher price, paid and unpaid, and to a lower price.
  await move(card(0).reference, 'poster');
  await move(card(6).reference, 'student');
  await carriedOut(server.planMove({ reference: card(1).reference, room: '5,1' })).then(
    async (said) => server.payLink((await server.linkedChange(said)).path),
  );
  await carriedOut(server.planMove({ reference: card(7).reference, room: '5,1' }));
  // Cancellations with a refund by rule, by amount and of 0, and the cancellation of one group member.
  await cancel(card(2).reference);
  await cancel(paypal(0).reference);
  await cancel(card(8).reference, '123.45');
  await cancel(card(9).reference, '0');
  await cancel(at(groups, 1).order.reference, undefined, at(at(groups, 1).people, 0).email);
  // Refunds by organisers: partial, full, and one that the bank returns.
  await refund(card(3).reference, '10.00');
  server.clock.advance(20 * DAY);
  await refund(card(3).reference, '20.01');
  await refund(card(10).reference);
  await refund(paypal(1).reference);
  await refund(paypal(4).reference, '1.00');
  const returned = card(11);
  await refund(returned.reference, '44.00');
  const sent = (await server.listRefunds()).find(
    ({ paymentId }) => paymentId === returned.payment.id,
  );
  server.control.failRefund(sent?.ref ?? '');
  // Refunds in the provider's dashboard: two partial ones on two days, a full one, and one of a payment that fits no
  // order.
  server.control.refund(card(12).ref, 700);
  server.control.refund(paypal(2).ref, 800);
  server.control.refund(refunded);
  await server.control.settled();
  server.clock.advance(15 * DAY);
  server.control.refund(card(12).ref, 300);
  server.control.refund(card(13).ref);
  // Disputes: open, won, lost in part, lost after a partial refund, lost with a refund of the same money, and one
  // during which the provider refuses a refund.
  server.control.dispute(card(14).ref);
  server.control.dispute(paypal(3).ref);
  server.control.dispute(card(15).ref);
  server.control.dispute(card(16).ref, 5000);
  server.control.dispute(card(3).ref, 2000);
  await refund(card(17).reference, '400.00');
  server.control.dispute(card(17).ref, card(17).payment.amountCents);
  // PayPal names the disputed amount, and takes what is left.
  server.control.dispute(paypal(4).ref, paypal(4).payment.amountCents);
  server.control.dispute(card(19).ref);
  await server.control.settled();
  await refund(card(19).reference);
  server.control.closeDispute(card(15).ref, 'won');
  for (const { ref } of [card(16), card(3), card(17), paypal(4)])
    server.control.closeDispute(ref, 'lost');
  await server.control.settled();
  await askForAmounts();
  await carriedOut(server.planCorrection({ reference: card(18).reference, institute: 'Another' }));
  await erasePerson(
    {
      db: server.db,
      now: server.clock.now(),
      conferenceEnd: endOf(content.conference.dates.end),
      store: server.files.store,
      mailFolder: `${server.files.dataDir}/mail`,
    },
    gone.person.email,
    true,
  );
  await server.pollOpenPayments();
}

/** Amounts asked for: not paid, taken back, paid, refunded in part and in full, and for a refund again. */
async function askForAmounts(): Promise<void> {
  const asked: Awaited<ReturnType<typeof linkedOrder>>[] = [];
  for (const amount of ['80', '100.10', '120', '200', '310']) {
    const request = { email: aPerson().email, amount, words: 'Table', name: 'Greta Glas' };
    const plan = planAsking(server.organising, {
      ...request,
      isWithoutFee: false,
      isSecond: false,
    });
    asked.push(await server.linkedOrder(await carriedOut(plan)));
  }
  const [, takenBack, paid, inPart, inFull] = asked;
  await cancel(takenBack?.order.reference ?? '');
  for (const each of [paid, inPart, inFull]) await server.payLink(each?.path ?? '');
  await refund(inPart?.order.reference ?? '', '50.00');
  await refund(inFull?.order.reference ?? '');
  const sent = (await server.listRefunds()).filter(({ state }) => state === 'SENT').slice(-2);
  for (const { id } of sent) {
    const again = await server.linkedOrder(
      await carriedOut(planRefundUndone(server.organising, { id })),
    );
    if (id === sent[0]?.id) await server.payLink(again.path);
  }
}

const valuesOf = async (name: string) => {
  const { head, rows } = listingOf(server.organising, name);
  const ids = head.columns.map(({ id }) => id);
  const all = (await Array.fromAsync(rows(server.db))).flat();
  return all.map(([, ...cells]) =>
    Object.fromEntries(cells.map((cell, at) => [ids[at] ?? '', cell])),
  );
};

test('67 mixed orders have the same sums in all lists and reports, and in each order', async () => {
  expect(await server.listOrders()).toHaveLength(67);
  expect(await sumDifferences(server)).toEqual([]);
  expect(await documentDifferences(server)).toEqual([]);
  const balances = await balancesOf(server);
  expect(balances).toEqual(await expectedBalances(server));
  expect(Object.values(balances).reduce((sum, cents) => sum + cents, 0)).toBe(0);
  expect(Object.keys(balances).toSorted()).toEqual([
    '1361',
    '1362',
    '1590',
    '8100',
    '8300',
    '8400',
  ]);
});

test('the list of refunds has all kinds with their days, and corrects money that would count twice', async () => {
  const rows = await valuesOf('refunds');
  const kinds = new Set(rows.map(({ reason, state }) => `${reason} ${state}`));
  expect([...kinds].toSorted()).toEqual([
    'dashboard NOT_COUNTED',
    'dashboard SENT',
    'dispute LOST',
    'dispute OPENED',
    'dispute WON',
    'duplicate SENT',
    'organiser FAILED',
    'organiser REFUSED',
    'organiser SENT',
  ]);
  for (const { state, sent, requested, refunded } of rows) {
    expect(typeof requested).toBe('string');
    expect([state, sent === null]).toEqual([state, refunded === 0]);
  }
});

test('a group has its sum once, a corrected receipt has no sum, and the last refund includes the fee', async () => {
  const people = (await valuesOf('participants')).filter(({ group }) => group);
  const groups = Map.groupBy(people, ({ reference }) => reference);
  expect(groups.size).toBe(3);
  for (const members of groups.values()) {
    expect(members.filter(({ amount }) => amount !== null)).toHaveLength(1);
  }
  const documents = await valuesOf('documents');
  const corrected = documents.filter(({ replaces }) => replaces !== null);
  expect(corrected).toHaveLength(8);
  for (const { amount, fee } of corrected) expect([amount, fee]).toEqual([null, null]);
  const cancelled = documents.filter(({ kind }) => kind === 'invoice-cancellation');
  // Two corrections of one invoice, and those of a name, of a type and of a cancelled member.
  expect(cancelled.length).toBeGreaterThan(2);
  for (const { amount } of cancelled) expect(Number(amount)).toBeLessThan(0);
  const notes = documents.filter(({ kind }) => kind === 'credit-note');
  expect(new Set(notes.map(({ fee }) => Math.sign(Number(fee))))).toEqual(new Set([0, -1]));
});

test('months follow the time zone of the conference, and each has its payments and refunds', async () => {
  const { months, days } = await figuresOf(server.db, server.content);
  expect(months.length).toBeGreaterThan(1);
  expect(months.map(({ month }) => month)).toEqual([
    ...new Set(days.map(({ day }) => day.slice(0, 7))),
  ]);
  const [first] = months;
  expect(first?.paidCents).toBeGreaterThan(0);
  expect(months.filter(({ refundedCents }) => refundedCents > 0).length).toBeGreaterThan(1);
});

test('the sheets and reports of all months add up to those of the whole time', async () => {
  const years = [0, 1].map((more) => server.clock.now().getUTCFullYear() - 1 + more);
  const months = years.flatMap((year) =>
    Array.from({ length: 12 }, (_, at) => `${year}-${String(at + 1).padStart(2, '0')}`),
  );
  const ranges = months.flatMap((month) => readRange({ month }, 'Europe/Berlin') ?? []);
  const columns = [
    ['payments', 'Paid'],
    ['refunds', 'Refunded'],
    ['documents', 'Amount'],
    ['participants', 'Amount'],
    ['participants', 'Refunded'],
  ] as const;
  for (const [name, column] of columns) {
    const whole = await centsIn(name, column);
    const parts = await Promise.all(ranges.map((range) => centsIn(name, column, range)));
    expect([name, parts.reduce((sum, part) => sum + part, 0)]).toEqual([name, whole]);
    expect(parts.filter((part) => part !== 0).length).toBeGreaterThan(
      name === 'participants' ? 0 : 1,
    );
  }
  const { totals } = await figuresOf(server.db, server.content);
  const parts = await Promise.all(
    ranges.map(async (range) => (await figuresOf(server.db, server.content, range)).totals),
  );
  for (const name of [
    'paidCents',
    'refundedCents',
    'receivedCents',
    'registered',
    'coming',
  ] as const) {
    const sum = parts.reduce((all, part) => all + part[name], 0);
    expect([name, sum]).toEqual([name, totals[name]]);
  }
});

async function centsIn(name: string, column: string, range?: DateRange): Promise<number> {
  const { columns, rows } = await sheetOf(server.organising, name, range);
  const at = columns.findIndex(({ title }) => title === column);
  let cents = 0;
  for await (const row of rows) {
    const cell = row[at];
    if (typeof cell === 'object' && 'cents' in cell) cents += cell.cents;
  }
  return cents;
}

test('the accounts of the providers have what the books have, and what was paid out and what is left add up', async () => {
  // Half of the money is paid out; the rest stays on the account.
  server.control.payout('stripe');
  server.control.payout('paypal');
  server.control.paypalReportDelay(0);
  const cards = await byCard();
  await refund(cards.reference, '1.00');
  await byPaypal();
  server.clock.advance(2 * DAY);
  const { text, code } = await server.ran('payouts', '--json');
  const { onlyInBooks, onlyOnAccount, notPaidOutYet } = JSON.parse(text);
  expect([onlyInBooks, onlyOnAccount, code]).toEqual([[], [], 0]);

  const entries = (await valuesOf('payout-entries')).map(({ kind, gross, fee, net, provider }) => ({
    kind: String(kind),
    provider: String(provider),
    gross: Number(gross),
    fee: Number(fee),
    net: Number(net),
  }));
  const sum = (some: typeof entries, of: 'gross' | 'fee' | 'net') =>
    some.reduce((all, entry) => all + entry[of], 0);
  const kinds = (...wanted: string[]) => entries.filter(({ kind }) => wanted.includes(kind));
  const { totals } = await figuresOf(server.db, server.content);
  const free = await server.db
    .selectFrom('payments')
    .select(({ fn }) => fn.sum('amount_cents').as('cents'))
    .where('provider', 'not in', ['stripe', 'paypal'])
    .executeTakeFirst();
  expect(sum(kinds('payment'), 'gross')).toBe(totals.paidCents - Number(free?.cents ?? 0));
  // Stripe holds what is disputed; the books count it when the dispute is lost.
  const open = await server.db
    .selectFrom('disputes')
    .select(({ fn }) => fn.sum('amount_cents').as('cents'))
    .where('provider', '=', 'stripe')
    .where('state', '=', 'OPENED')
    .executeTakeFirst();
  expect(0 - sum(kinds('refund', 'dispute'), 'gross')).toBe(
    totals.refundedCents + Number(open?.cents ?? 0),
  );
  for (const { gross, fee, net } of entries) expect(net).toBe(gross - fee);
  const moved = entries.filter(({ kind }) => kind !== 'payout');
  const sent = 0 - sum(kinds('payout'), 'net');
  const left = notPaidOutYet.reduce(
    (all: number, { netCents }: { netCents: number }) => all + netCents,
    0,
  );
  expect(sum(moved, 'gross') - sum(moved, 'fee')).toBe(sent + left);
  expect(sent).toBeGreaterThan(0);
  expect(left).not.toBe(0);
  const paidOut = (await valuesOf('payouts')).map(({ amount }) => Number(amount));
  expect(paidOut.reduce((all, amount) => all + amount, 0)).toBe(sent);
});
