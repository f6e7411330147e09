import { DAY } from '#contract/time-spans.ts';
import { describe, expect, test } from 'vitest';
import { erasePerson } from '#server/privacy/erase-person.ts';
import { lastDayOf } from '#server/orders/sell/transfer-end.ts';
import { getPayment, latestPaymentOf } from '#server/payments/payments.ts';
import { reconcile } from '#server/payments/reconcile.ts';
import { needsFeatures } from '#tests/support/has-feature.ts';
import { carriedOut } from '#tests/support/a-group.ts';
import { rowsNaming } from '#tests/support/order-differences.ts';
import { fieldsOf, pathOf } from '#tests/support/own-page.ts';
import { fixtureContent } from '#tests/support/fixture-content.ts';
import { withExtras, withTaxes } from '#tests/support/fixture-prices.ts';
import { withRules } from '#tests/support/refund-rules.ts';
import { changesOf } from '#server/orders/rows/order-changes.ts';
import { runsOfPdf } from '#tests/support/pdf-text.ts';
import { startTestSite, type TestSite } from '#tests/support/test-site.ts';
import { book, PAYER_IBAN, today, transferRegistration } from '#tests/support/transfers.ts';
import { withTransfers } from '#tests/support/with-transfers.ts';
import { entriesOfPayment } from './bank-entries.ts';
import { bankRefundsOfEntry, unsentBankRefunds } from './bank-refunds.ts';
import { planPaid } from './plan-paid.ts';

const server = await startTestSite({ content: withTransfers() });

const stateOf = async ({ id }: { id: string }) => (await server.getOrder(id)).state;
const poll = () => server.pollOpenPayments();
const toReturn = async (reference: string) =>
  (await unsentBankRefunds(server.db)).filter(({ reason }) => reason === reference);

describe('a payer who chooses the bank transfer', () => {
  test('reads the account, the reference and the last day, on the page and in a mail', async () => {
    const { order, own, answer, payment, person } = await transferRegistration(server);
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe(`${own}#transfer`);
    const { words } = await server.openPage(own);
    const until = lastDayOf(payment.expiresAt, server.content.conference);
    for (const text of [
      'Account holder Gesellschaft für Kettenchemie e. V.',
      'IBAN DE02 1203 0000 0000 2020 51',
      'BIC BYLADEM1001',
      `Reference to quote ${order.reference}`,
      `is held for you until ${until}`,
      'Please do not do this if you have already made the transfer',
      'Pay by card',
    ]) {
      expect(words).toContain(text);
    }
    expect(words).not.toContain('Pay by bank transfer ·');
    const mail = (await server.mailsTo(person.email)).find(
      ({ kind }) => kind === 'transfer-to-pay',
    );
    expect(mail?.text).toContain('DE02 1203 0000 0000 2020 51');
    expect(mail?.text).toMatch(/\/pay\/\w{26}\/pro-forma\.pdf/);
    expect(await stateOf(order)).toBe('AWAITING_PAYMENT');
  });

  test('has one attempt with one last day, after a double click, a reload and a second tab', async () => {
    const { order, own, payment } = await transferRegistration(server);
    server.clock.advance(DAY);
    await Promise.all([1, 2, 3].map(() => server.press(`${own}/pay`, 'transfer')));
    expect(await latestPaymentOf(server.db, order.id)).toEqual(
      expect.objectContaining({ id: payment.id, expiresAt: payment.expiresAt, state: 'OPEN' }),
    );
  });

  async function proFormaOf(site: TestSite, { email }: { email: string }): Promise<Response> {
    const mail = (await site.mailsTo(email)).find(({ kind }) => kind === 'transfer-to-pay');
    const [path = ''] = /\/pay\/\w{26}\/pro-forma\.pdf/.exec(mail?.text ?? '') ?? [];
    return fetch(`${site.origin}${path}`);
  }

  test('gets a pro-forma invoice, which nobody gets without a transfer', async () => {
    const { order, person } = await transferRegistration(server, {}, { name: 'Mira Lindqvist' });
    const answer = await proFormaOf(server, person);
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const runs = runsOfPdf(Buffer.from(await answer.arrayBuffer()));
    const text = runs.flatMap(({ glyphs }) => glyphs.map((glyph) => glyph.text)).join('');
    for (const words of [
      'Pro-forma invoice',
      'This is not an invoice and not a receipt.',
      order.reference,
      'DE02 1203 0000 0000 2020 51',
      person.name,
    ]) {
      expect(text).toContain(words);
    }
    expect(await server.documentsOf(order.id)).toEqual([]);
    const other = await server.aGroup();
    expect((await fetch(`${server.origin}${other.path}/pro-forma.pdf`)).status).toBe(404);
  });

  test('gets one page for one item with its tax', async () => {
    const { prices, conference } = fixtureContent;
    const { taxNote: _, ...organiser } = conference.organiser;
    const taxed = await startTestSite({
      content: withTransfers({
        ...fixtureContent,
        prices: withTaxes(prices),
        conference: { ...conference, organiser: { ...organiser, vatId: 'DE123456788' } },
      }),
    });
    const { person } = await transferRegistration(taxed);
    const answer = await proFormaOf(taxed, person);
    const runs = runsOfPdf(Buffer.from(await answer.arrayBuffer()));
    expect(new Set(runs.map(({ page }) => page)).size).toBe(1);
  });

  test('keeps the places until the last day, and then loses them with a mail', async () => {
    const before = (await server.takenPlaces()).get('all')?.held ?? 0;
    const { order, person } = await transferRegistration(server);
    server.clock.advance(2 * DAY);
    await poll();
    expect((await server.takenPlaces()).get('all')?.held).toBe(before + 1);
    server.clock.advance(13 * DAY);
    await poll();
    await poll();
    expect(await stateOf(order)).toBe('EXPIRED');
    const kinds = await server.mailsTo(person.email);
    const lapsed = kinds.filter(({ kind }) => kind === 'payment-expired');
    expect(lapsed.map(({ subject }) => subject)).toEqual([
      expect.stringContaining('Bank transfer not arrived'),
    ]);
  });

  test('can pay by card instead, and a transfer that still arrives is returned', async () => {
    const { order, own, reference } = await transferRegistration(server);
    const { headers } = await server.press(`${own}/pay`, 'card');
    const [, transfer] = await server.paymentsOfOrder(order.id);
    expect(transfer).toMatchObject({ provider: 'transfer', state: 'CANCELLED' });
    await server.payAt(headers.get('location') ?? '');
    await fetch(`${server.origin}${own}/return`);
    expect(await stateOf(order)).toBe('CONFIRMED');
    const said = await book(server, { reference, cents: order.amountCents }, '--send');
    expect(said).toContain('It has been paid already');
    expect(await toReturn(reference)).toMatchObject([
      { amountCents: order.amountCents, iban: PAYER_IBAN.replaceAll(' ', '') },
    ]);
  });

  test('who leaves the card page again is confirmed by the transfer', async () => {
    const { order, own, reference } = await transferRegistration(server);
    await server.press(`${own}/pay`, 'card');
    const said = await book(server, { reference, cents: order.amountCents }, '--send');
    expect(said).toContain('The payer has not chosen the transfer. The payment page');
    expect(said).toContain('It is paid, and the payer gets a mail');
    expect(await stateOf(order)).toBe('CONFIRMED');
    const states = (await server.paymentsOfOrder(order.id)).map(({ provider, state }) => [
      provider,
      state,
    ]);
    expect(states).toEqual([
      ['stripe', 'CANCELLED'],
      ['transfer', 'CANCELLED'],
      ['stripe', 'CANCELLED'],
      ['transfer', 'PAID'],
    ]);
  });

  test('may have five transfers open, and no sixth', async () => {
    const payer = { name: 'Ottilie Kassenwart', email: 'many@institute.example' };
    const orders = [];
    for (let nth = 0; nth < 6; nth += 1) {
      const traits = { ...payer, name: `${payer.name} ${'ABCDEF'.charAt(nth)}` };
      const { order } = await server.unpaidRegistration({}, traits);
      const path = `/registration/${order.pageToken}/pay`;
      orders.push(await server.press(path, 'transfer'));
    }
    expect(orders.map(({ status }) => status)).toEqual([303, 303, 303, 303, 303, 429]);
    expect(await orders[5]?.text()).toContain('We are waiting for 5 bank transfers of yours.');
  });
});

describe('a group and a change', () => {
  test('of an organiser are paid by transfer, each by a reference of its own', async () => {
    const group = await server.aGroup();
    const chosen = await server.press(group.path, 'transfer');
    expect(chosen.headers.get('location')).toBe(`${group.path}#transfer`);
    const { reference, amountCents } = group.order;
    await book(server, { reference, cents: amountCents }, '--send');
    expect(await stateOf(group.order)).toBe('CONFIRMED');

    const person = group.people[1];
    const said = await server.organise(
      'move',
      reference,
      '--who',
      person?.email ?? '',
      '--type',
      'speaker',
      '--send',
    );
    const { change, path } = await server.linkedChange(said);
    await server.press(path, 'transfer');
    const payment = await latestPaymentOf(server.db, group.order.id, change.id);
    const quoted = payment?.request.invoice ?? '';
    expect(quoted).toBe(`${reference}-2`);
    expect((await server.openPage(path)).words).toContain(`Reference to quote ${quoted}`);
    await book(server, { reference: quoted, cents: change.differenceCents }, '--send');
    expect((await server.openPage(path)).words).toContain('Paid');
  });

  test('a change with an open transfer does not lapse before its last day', async () => {
    const { reference, order } = await server.paidRegistration({ presentationType: 'POSTER' });
    const said = await server.organise('move', reference, '--type', 'speaker', '--send');
    const { change, path } = await server.linkedChange(said);
    server.clock.advance(29 * DAY);
    await server.press(path, 'transfer');
    const own = (await server.openPage(pathOf(order))).words;
    expect(own).toContain(`To arrive by ${await lastDayOfChange(order, change)}`);
    expect(own).not.toContain('Payable until');
    server.clock.advance(5 * DAY);
    await poll();
    expect((await server.openPage(path)).words).toContain('We wait for it until');
    const said2 = await book(server, { reference, cents: change.differenceCents }, '--send');
    expect(said2).toContain('It is paid');
    expect((await server.getOrder(order.id)).amountCents).toBe(
      order.amountCents + change.differenceCents,
    );
  });
});

async function lastDayOfChange(order: { id: string }, change: { id: string }): Promise<string> {
  const payment = await latestPaymentOf(server.db, order.id, change.id);
  return lastDayOf(payment?.expiresAt ?? '', server.content.conference);
}

test('the own page says what is missing of an amount that is asked for, and its last day', async () => {
  needsFeatures('asked-amounts');
  const { order, person } = await server.paidRegistration();
  const asked = await server.organise(
    'ask',
    person.email,
    '80',
    'Lost key',
    '--without-fee',
    '--send',
  );
  const { path, order: owing } = await server.linkedOrder(asked);
  await server.press(path, 'transfer');
  await book(server, { reference: owing.reference, cents: 3000 }, '--send');
  const { words } = await server.openPage(pathOf(order));
  const payment = await latestPaymentOf(server.db, owing.id);
  const until = lastDayOf(payment?.expiresAt ?? '', server.content.conference);
  expect(words).toContain(`Lost key To arrive by ${until} Pay · €50.00`);
  await book(server, { reference: owing.reference, cents: 6000 }, '--send');
  const returned = (await server.mailsTo(person.email)).find(
    ({ kind }) => kind === 'transfer-returned',
  );
  expect(returned?.text).toContain('€10.00');
  // Such an order has no page of its own.
  expect(returned?.text).not.toContain('/registration/');
});

test('an amount that an organiser asks for is paid by transfer, by its reference or its link', async () => {
  needsFeatures('asked-amounts');
  const asked = () =>
    server.organise(
      'ask',
      'office@institute.example',
      '120.00',
      'A table for an exhibitor',
      '--name',
      'Ottilie Kassenwart',
      '--institute',
      'Baltic Institute of Soft Matter',
      '--country',
      'Germany',
      '--send',
    );
  const { order, path } = await server.linkedOrder(await asked());
  await server.press(path, 'transfer');
  expect((await server.openPage(path)).words).toContain(`Reference to quote ${order.reference}`);
  expect((await fetch(`${server.origin}${path}/pro-forma.pdf`)).status).toBe(200);
  const link = `${server.origin}${path}`;
  await book(server, { reference: link, cents: order.amountCents }, '--send');
  expect(await stateOf(order)).toBe('CONFIRMED');
});

describe('organiser paid', () => {
  test('says what it would do, and then confirms the order with receipt and mail', async () => {
    const { order, reference, person, payment } = await transferRegistration(server);
    const plan = await book(server, { reference, cents: order.amountCents });
    expect(plan).toContain('That pays it');
    expect(plan).toContain('Nothing was changed. Add --send to do it.');
    expect(await stateOf(order)).toBe('AWAITING_PAYMENT');
    await book(server, { reference, cents: order.amountCents }, '--words', reference, '--send');
    expect(await stateOf(order)).toBe('CONFIRMED');
    expect(await getPayment(server.db, payment.id)).toMatchObject({ state: 'PAID' });
    const [receipt] = await server.documentsOf(order.id);
    expect(receipt).toMatchObject({ paidBy: 'Bank transfer', totalCents: order.amountCents });
    expect((await server.mailsTo(person.email)).map(({ kind }) => kind)).toContain(
      'payment-confirmed',
    );
    const log = await server.organise('log');
    expect(log).toContain(`transfer of ${(order.amountCents / 100).toFixed(2)} EUR`);
  });

  test('refuses the same booking twice, unless it is a second transfer, which is returned', async () => {
    const { order, reference } = await transferRegistration(server);
    const once = { reference, cents: order.amountCents };
    await book(server, once, '--send');
    await expect(book(server, once, '--send')).rejects.toThrow('is booked for');
    const again = await book(server, once, '--again', '--send');
    expect(again).toContain('is to be returned');
    expect(await toReturn(reference)).toHaveLength(1);
  });

  test('books a part, tells the payer, keeps the places, and confirms with the rest', async () => {
    const { order, own, reference, person, payment } = await transferRegistration(server);
    const said = await book(server, { reference, cents: 10_000 }, '--send');
    expect(said).toContain('That is too little');
    const { words } = await server.openPage(own);
    expect(words).toContain('We have received €100.00');
    // The table and the account ask for the same amount.
    expect(words).toContain('Total €418.95 Received €100.00 Still to pay €318.95');
    expect(words).not.toContain('Still to pay €418.95');
    expect(words).not.toContain('Pay by card');
    expect((await server.mailsTo(person.email)).at(-1)?.kind).toBe('transfer-in-part');
    server.clock.advance(20 * DAY);
    await poll();
    expect((await getPayment(server.db, payment.id)).state).toBe('OPEN');
    expect((await server.listConcerns()).map(({ words: text }) => text)).toContainEqual(
      expect.stringContaining('only 100.00 EUR of'),
    );
    await book(server, { reference, cents: order.amountCents - 10_000 }, '--send');
    expect(await stateOf(order)).toBe('CONFIRMED');
    expect(await toReturn(reference)).toEqual([]);
  });

  test('returns a part when the order is cancelled', async () => {
    const { order, own, reference, person, payment } = await transferRegistration(server);
    await book(server, { reference, cents: 10_000 }, '--send');
    const plan = await server.organise('cancel', reference);
    expect(plan).toContain('100.00 EUR of a bank transfer came');
    expect((await server.openPage(`${own}/cancel`)).words).toContain(
      'We have received €100.00 of your bank transfer, and return it',
    );
    await server.organise('cancel', reference, '--send');
    expect((await server.getOrder(order.id)).cancelledAt).toBeDefined();
    expect(await toReturn(reference)).toMatchObject([{ amountCents: 10_000 }]);
    expect(await entriesOfPayment(server.db, payment.id)).toMatchObject([
      { state: 'returned', bookedCents: 0 },
    ]);
    expect((await server.mailsTo(person.email)).map(({ kind }) => kind)).toContain(
      'transfer-returned',
    );
    const late = await book(server, { reference, cents: order.amountCents }, '--send');
    expect(late).toContain('It was cancelled or has lapsed.');
  });

  test('returns what is too much, and not a cent of it counts', async () => {
    const { order, reference, payment } = await transferRegistration(server);
    const said = await book(server, { reference, cents: order.amountCents + 500 }, '--send');
    expect(said).toContain('That is too much: 5.00 EUR would be returned');
    const [entry] = await entriesOfPayment(server.db, payment.id);
    expect(entry).toMatchObject({ bookedCents: order.amountCents });
    expect(await bankRefundsOfEntry(server.db, entry?.id ?? '')).toMatchObject([
      { amountCents: 500 },
    ]);
    expect((await getPayment(server.db, payment.id)).amountCents).toBe(order.amountCents);
  });

  test('books a transfer that comes after its last day, and one that nobody had chosen', async () => {
    const late = await transferRegistration(server);
    server.clock.advance(16 * DAY);
    await poll();
    const said = await book(
      server,
      { reference: late.reference, cents: late.order.amountCents },
      '--send',
    );
    expect(said).toContain('The transfer was to arrive by');
    expect(await stateOf(late.order)).toBe('CONFIRMED');

    const card = await server.unpaidRegistration();
    await book(server, { reference: card.reference, cents: card.order.amountCents }, '--send');
    expect(await stateOf(card.order)).toBe('CONFIRMED');
    // The page that was open is closed.
    expect((await server.payAt(card.url)).status).not.toBe(303);
  });

  test.each([
    [['--amount', '0'], 'is not an amount'],
    [['--amount', '1.000'], 'is not an amount'],
    [['--on', '2026-02-30'], 'is not a day'],
    [['--on', '2098-01-01'], 'is in the future'],
    [['--iban', 'DE00 1203 0000 0000 2020 51'], 'is not an IBAN'],
  ])('refuses %j', async (args, refusal) => {
    const { reference } = await server.unpaidRegistration();
    const request = new Map([
      ['--amount', '10.00'],
      ['--on', today(server)],
    ]);
    request.set(args[0] ?? '', args[1] ?? '');
    await expect(server.organise('paid', reference, ...[...request].flat())).rejects.toThrow(
      refusal,
    );
  });
});

describe('the refund of a transfer', () => {
  test('is a transfer to make, and the order is refunded', async () => {
    const { order, reference, payment, person } = await transferRegistration(server);
    await book(server, { reference, cents: order.amountCents }, '--send');
    const said = await server.organise('refund', reference, '--amount', '50.00', '--send');
    expect(said).toContain('50.00 EUR is on the list of bank transfers to make.');
    const [refund] = await server.listRefunds();
    expect(await toReturn(reference)).toMatchObject([
      { paymentId: payment.id, amountCents: 5_000, iban: PAYER_IBAN.replaceAll(' ', '') },
    ]);
    expect((await getPayment(server.db, payment.id)).state).toBe('PART_REFUNDED');
    expect(refund).toBeDefined();
    const mail = (await server.mailsTo(person.email)).find(
      ({ kind }) => kind === 'payment-refunded',
    );
    expect(mail?.text).toContain('by bank transfer to the account that paid');
    await server.organise('refund', reference, '--send');
    expect(await stateOf(order)).toBe('REFUNDED');
    expect((await toReturn(reference)).map(({ amountCents }) => amountCents)).toEqual([
      5_000,
      order.amountCents - 5_000,
    ]);
    expect((await reconcile(server.context, new Date(0))).differences).toEqual([]);
  });

  test('that fails makes the order paid again', async () => {
    const { order, reference, payment } = await transferRegistration(server);
    await book(server, { reference, cents: order.amountCents }, '--send');
    await server.organise('refund', reference, '--send');
    await server.db
      .updateTable('bank_refunds')
      .set({ failed_at: server.clock.now().toISOString() })
      .where('payment_id', '=', payment.id)
      .execute();
    server.clock.advance(2 * DAY);
    await poll();
    expect((await getPayment(server.db, payment.id)).state).toBe('PAID');
    expect(await stateOf(order)).toBe('CONFIRMED');
  });
});

test('the own page says to whom each part of a refund goes, and its refund is a transfer to make', async () => {
  const ruled = await startTestSite({
    content: withRules(
      withTransfers({ ...fixtureContent, prices: withExtras(fixtureContent.prices) }),
    ),
  });
  try {
    const { order, reference } = await ruled.paidRegistration({ presentationType: 'POSTER' });
    const own = pathOf(order);
    const { done } = await ruled.actThrough(`${own}/change`, { 'extra-dinner': '1' });
    await ruled.press(done.location, 'transfer');
    const [change] = await changesOf(ruled.db, order.id);
    const cents = change?.differenceCents ?? 0;
    await book(ruled, { reference: `${reference}-2`, cents }, '--send');
    const plan = await ruled.openPage(`${own}/cancel`);
    expect(plan.words).toMatch(
      /We refund €[\d.]+: €[\d.]+ to the bank account and €[\d.]+ to the card\./,
    );
    await ruled.sendForm(`${own}/cancel`, fieldsOf(plan.text));
    expect(await unsentBankRefunds(ruled.db)).toMatchObject([
      { reason: reference, amountCents: cents, iban: PAYER_IBAN.replaceAll(' ', '') },
    ]);
  } finally {
    await ruled.close();
  }
});

test('a booking that stops before the provider is asked is completed by the poller', async () => {
  const { order, reference } = await transferRegistration(server);
  const { context, organising } = server;
  const stopped = async () => {
    throw new Error('stopped');
  };
  const providers = new Map(
    [...context.providers].map(([name, provider]) => [
      name,
      name === 'transfer' ? { ...provider, getStatus: stopped } : provider,
    ]),
  );
  const request = { reference, amount: (order.amountCents / 100).toFixed(2), on: today(server) };
  const plan = await planPaid(
    { ...organising, payments: { ...context, providers } },
    { ...request, iban: PAYER_IBAN },
  );
  await expect(plan.perform()).rejects.toThrow('stopped');
  expect(await stateOf(order)).toBe('AWAITING_PAYMENT');
  await poll();
  expect(await stateOf(order)).toBe('CONFIRMED');
});

test('an erasure forgets the transfer of a person whose order somebody else has now', async () => {
  const { db, clock, files } = server;
  const { order, reference, person } = await transferRegistration(server);
  await book(server, { reference, cents: order.amountCents + 500 }, '--send');
  const colleague = { name: 'Oona Järvi', email: 'oona@institute.example' };
  await carriedOut(server.planCorrection({ reference, ...colleague }));
  const deps = { db, now: clock.now(), conferenceEnd: new Date(0), store: files.store };
  const erase = () =>
    erasePerson({ ...deps, mailFolder: `${files.dataDir}/mail` }, person.email, true);
  expect((await erase()).waits).toEqual([
    `a transfer to the payer of ${reference} has not been made yet`,
  ]);
  const sent_at = clock.now().toISOString();
  await db.updateTable('bank_refunds').set({ sent_at }).where('reason', '=', reference).execute();
  expect((await erase()).waits).toEqual([]);
  expect(await rowsNaming(server, [person.name, person.email])).toEqual([]);
});

test('an erasure waits for the transfer to its person, and then leaves amounts without names', async () => {
  const { db, clock, files } = server;
  const { order, reference, person } = await transferRegistration(server);
  await book(server, { reference, cents: order.amountCents + 500 }, '--words', 'Mira', '--send');
  const erase = () =>
    erasePerson(
      {
        db,
        now: clock.now(),
        conferenceEnd: new Date(0),
        store: files.store,
        mailFolder: `${files.dataDir}/mail`,
      },
      person.email,
      true,
    );
  expect((await erase()).waits).toEqual([
    `a transfer to the payer of ${reference} has not been made yet`,
  ]);
  await db
    .updateTable('bank_refunds')
    .set({ sent_at: clock.now().toISOString() })
    .where('reason', '=', reference)
    .execute();
  expect((await erase()).waits).toEqual([]);
  const [entry] = await db
    .selectFrom('bank_entries')
    .selectAll()
    .where('order_id', '=', order.id)
    .execute();
  expect(entry).toMatchObject({ name: '', iban: null, words: '', booked_cents: order.amountCents });
  const [back] = await bankRefundsOfEntry(db, entry?.id ?? '');
  expect(back).toMatchObject({ name: '', iban: undefined, amountCents: 500 });
});

test('card and transfer at the same moment: one pays, the other is refunded', async () => {
  const { order, reference, url, sessionId } = await server.unpaidRegistration();
  await server.payAt(url);
  await Promise.all([
    book(server, { reference, cents: order.amountCents }, '--send'),
    server.post(`/api/payment/update?sessionId=${sessionId}`),
  ]);
  await poll();
  const payments = await server.paymentsOfOrder(order.id);
  expect(payments.filter(({ state }) => state === 'PAID')).toHaveLength(1);
  const returned = await toReturn(reference);
  const refunded = payments.filter(({ state }) => state === 'REFUNDED');
  expect(returned.length + refunded.filter(({ provider }) => provider === 'stripe').length).toBe(1);
});

test('without an account nobody is offered a transfer', async () => {
  const other = await startTestSite();
  try {
    const { order } = await other.unpaidRegistration();
    const path = `/registration/${order.pageToken}`;
    expect((await other.openPage(path)).words).not.toContain('bank transfer');
    await other.press(`${path}/pay`, 'transfer');
    expect((await latestPaymentOf(other.db, order.id))?.provider).toBe('stripe');
    await expect(book(other, { reference: order.reference, cents: 100 })).rejects.toThrow(
      'Bank transfers are off',
    );
  } finally {
    await other.close();
  }
});

test('a group is paid by card after all', async () => {
  const group = await server.aGroup();
  await server.press(group.path, 'transfer');
  await server.payLink(group.path);
  expect(await stateOf(group.order)).toBe('CONFIRMED');
});
