import { currencyOf } from '#contract/currency.ts';
import { asCents } from '#contract/money.ts';
import { isPayableAgreed } from '#server/payments/offered-ways.ts';
import { fixtureContent } from '#tests/support/fixture-content.ts';
import { planAgreement } from './record-agreement.ts';
import { describe, expect, test } from 'vitest';
import { linesOf } from '#server/orders/rows/orders.ts';
import { linesOfPdf } from '#tests/support/pdf-text.ts';
import { pollOpenPayments } from '#server/payments/poll-open-payments.ts';
import { unexpected } from '#tests/support/unexpected.ts';
import { startTestSite } from '#tests/support/test-site.ts';
import { aPerson } from '#tests/support/visitor.ts';
import { findParticipants } from '#server/orders/rows/participants.ts';

const server = await startTestSite();

const CARD = '/api/discounts/create-session';
const PAYPAL = '/api/discounts/paypal/create';

function aCardRequest(change = {}) {
  const { email, ...person } = aPerson();
  return {
    ...person,
    customerEmail: email,
    productName: 'Discount registration',
    description: 'Agreed with the secretary on 3 March',
    orderReference: 'DISCOUNT-1764000000000',
    unitAmount: '105.00',
    quantity: 1,
    currency: 'eur',
    successUrl: `${server.origin}/payment-success?session_id={CHECKOUT_SESSION_ID}&type=discount`,
    cancelUrl: `${server.origin}/payment-failure`,
    ...change,
  };
}

function aPaypalRequest(change = {}) {
  const { email, name, ...person } = aPerson();
  return {
    ...person,
    customerEmail: email,
    customerName: name,
    amount: 105,
    currency: 'EUR',
    successUrl: `${server.origin}/payment-success?type=discount`,
    cancelUrl: `${server.origin}/discount-registration`,
    ...change,
  };
}

const orderOf = async (email: string) =>
  (await server.listOrders()).find(({ customer }) => customer.email === email);

describe('a discount payment by card', () => {
  test('charges exactly the total that the payer saw, and the order has the fee as an item', async () => {
    const request = aCardRequest({ unitAmount: '0.74' });
    const { status, json } = await server.post(CARD, request);
    expect(status).toBe(200);
    const back = await server.payAt(String(json['url']));
    expect(back.headers.get('location')).toBe(
      `${server.origin}/payment-success?session_id=${json['sessionId']}&type=discount`,
    );
    const update = await server.post(`/api/discounts/update?sessionId=${json['sessionId']}`);
    expect(update.json).toMatchObject({ success: true });
    const order = await orderOf(request.customerEmail);
    expect(order).toMatchObject({
      amountCents: 74,
      feeCents: 4,
      state: 'CONFIRMED',
    });
    expect(order && linesOf(order)).toEqual([
      { words: 'Discount registration', statedByPayer: request.description, cents: 70 },
      { words: 'Processing fee of 5%', cents: 4, isFee: true },
    ]);
    expect(server.control.ledger()[order?.id ?? '']).toMatchObject([{ amount: 74 }]);
    expect(await findParticipants(server.db, order?.participantIds ?? [])).toMatchObject([
      { email: request.customerEmail, presentationType: undefined },
    ]);
  });

  test('marks the payer’s text as stated by the payer in mail, page and PDF', async () => {
    const description = 'Paid in full: 5 seats, hotel and gala dinner';
    const request = aCardRequest({ description });
    const { json } = await server.post(CARD, request);
    await server.payAt(String(json['url']));
    await server.post(`/api/discounts/update?sessionId=${json['sessionId']}`);

    const mails = await server.listMessages(1000);
    const confirmed = mails.find(
      ({ kind, recipient }) => kind === 'payment-received' && recipient === request.customerEmail,
    );
    const mail = confirmed?.content.text ?? '';
    expect(mail).toMatch(new RegExp(`^As stated by the payer +${description}$`, 'm'));
    expect(mail).toMatch(/^Discount registration +€100\.00$/m);

    const link = new URL(/\S+\/receipt\/\S+/.exec(mail)?.[0] ?? '');
    const page = (await server.get(link.pathname)).text;
    expect(page).toContain(`As stated by the payer: <bdi>${description}</bdi>`);
    const file = /href="(\/receipt\/[^"]+\.pdf)"/.exec(page)?.[1] ?? '';
    const pdf = await (await fetch(`${server.origin}${file}`)).arrayBuffer();
    const lines = linesOfPdf(Buffer.from(pdf));
    expect(lines[lines.indexOf(description) - 1]).toBe('As stated by the payer:');
  });

  test('withdraws the waiting mails about an earlier page for the same amount', async () => {
    const request = aCardRequest();
    await server.post(CARD, request);
    server.clock.advance(61 * 60_000);
    server.control.advance(0);
    await pollOpenPayments(server.context, unexpected, { dueBy: new Date('9999-01-01') });
    const states = async () =>
      (await server.listMessages(1000))
        .filter(({ recipient }) => recipient === request.customerEmail)
        .filter(({ kind }) => kind === 'registration-received' || kind === 'payment-expired')
        .map(({ state }) => state);
    expect(await states()).toEqual(['waiting', 'waiting']);

    const { json } = await server.post(CARD, { ...request, phone: '+46 8 5550 143' });
    await server.payAt(String(json['url']));
    await server.post(`/api/discounts/update?sessionId=${json['sessionId']}`);
    expect(await states()).toEqual(['withdrawn', 'withdrawn', 'withdrawn']);
  });

  test('has its status at both addresses', async () => {
    const { json } = await server.post(CARD, aCardRequest());
    for (const kind of ['discounts', 'payment']) {
      const answer = await server.get(`/api/${kind}/status/${json['sessionId']}`);
      expect(answer.json).toMatchObject({ paymentStatus: 'unpaid', name: 'Discount registration' });
    }
  });

  test('of 0.50 is accepted, and of 0.49 is refused', async () => {
    expect((await server.post(CARD, aCardRequest({ unitAmount: '0.50' }))).status).toBe(200);
    expect((await server.post(CARD, aCardRequest({ unitAmount: '0.49' }))).status).toBe(400);
  });

  test.each([
    { unitAmount: '105' },
    { unitAmount: '105,00' },
    { unitAmount: '1e3' },
    { unitAmount: '-5.00' },
    { unitAmount: '0.001' },
    { unitAmount: '10000.01' },
    { unitAmount: 105 },
    { unitAmount: 'NaN' },
    { currency: 'usd' },
    { quantity: 2 },
    { description: '' },
    { successUrl: 'https://evil.example/' },
  ])('is refused as plain text with %j, and nothing is stored', async (change) => {
    const request = aCardRequest(change);
    const { status, text, headers } = await server.post(CARD, request);
    expect(status).toBe(400);
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(text).toMatch(/^[A-Z][^{}]+\.?$/);
    expect(await orderOf(request.customerEmail)).toBeUndefined();
  });
});

describe('a discount payment by PayPal', () => {
  test('is named once at PayPal, because the call has no description', async () => {
    const { json } = await server.post(PAYPAL, aPaypalRequest());
    const page = await (await fetch(String(json['approvalUrl']))).text();
    expect(page).toMatch(/: Discount registration; Processing fee of 5%/);
  });

  test('charges exactly the total that the payer saw', async () => {
    const request = aPaypalRequest({ amount: 20.99 });
    const { json } = await server.post(PAYPAL, request);
    expect(json).toMatchObject({ success: true });
    const back = await server.chooseAt(String(json['approvalUrl']));
    expect(back.headers.get('location')).toMatch(
      /\/payment-success\?type=discount&token=\w+&PayerID=/,
    );
    const capture = await server.post(`/api/discounts/paypal/capture/${json['orderId']}`);
    expect(capture.json).toMatchObject({ success: true, orderId: json['orderId'] });
    const order = await orderOf(request.customerEmail);
    expect(server.control.ledger()[order?.id ?? '']).toMatchObject([{ amount: 2099 }]);
  });

  test.each([
    { amount: 0.001 },
    { amount: -5 },
    { amount: 1e21 },
    { amount: '105' },
    { amount: null },
  ])('is refused with %j', async (change) => {
    expect(await server.post(PAYPAL, aPaypalRequest(change))).toMatchObject({
      status: 400,
      json: { success: false },
    });
  });
});

test.each([
  ['EUR', 50, 1_000_000],
  ['JPY', 50, 10_000_000],
  ['CZK', 1500, 10_000_000],
  ['INR', 50, 1_000_000_000],
  ['IDR', 1, 1_000_000_000],
  ['COP', 1, 1_000_000_000],
  ['KRW', 1, 1_000_000_000],
  ['VND', 1, 1_000_000_000],
])('an agreed amount in %s is from %i to %i', (code, least, most) => {
  const currency = currencyOf(code);
  const isPayable = (cents: number) => isPayableAgreed(currency, asCents(cents));
  expect([least - 1, least, most, most + 1].map(isPayable)).toEqual([false, true, true, false]);
});

test('a place agreed at 20,000.00 INR is paid, and what the page would refuse is not agreed', async () => {
  const prices = { ...fixtureContent.prices, currency: currencyOf('INR') };
  const indian = await startTestSite({ content: { ...fixtureContent, prices } });
  const agree = (amount: string) =>
    planAgreement(indian.organising, { email: 'guest@lab.example', amount, words: 'Guest' });
  expect((await agree('20000')).words.join(' ')).toContain('20,000.00 INR');
  await expect(agree('0.40')).rejects.toThrow('from 0.50 INR to 10,000,000.00 INR');
  const [successUrl, cancelUrl] = [`${indian.origin}/payment-success`, indian.origin];
  const amount = { unitAmount: '21000.00', currency: 'inr' };
  const request = aCardRequest({ ...amount, successUrl, cancelUrl });
  expect(await indian.post(CARD, request)).toMatchObject({ status: 200 });
});
