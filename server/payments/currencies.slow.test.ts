import { expect, test } from 'vitest';
import { currencyOf, findCurrency } from '#contract/currency.ts';
import { amountWithCode, moneyText, stepOf, times } from '#contract/money.ts';
import { readAmount } from '#contract/typed-amount.ts';
import { fixtureContent } from '#tests/support/fixture-content.ts';
import { withPrice } from '#tests/support/fixture-prices.ts';
import { linesOfPdf } from '#tests/support/pdf-text.ts';
import { startTestSite, type TestSite } from '#tests/support/test-site.ts';
import { aPerson } from '#tests/support/visitor.ts';

let server: TestSite;

test.each([
  ['CHF', 41_895, 418.95, '418.95 CHF', 'CHF 418.95', 'CHF 19.95'],
  ['USD', 41_895, 418.95, '418.95 USD', '$418.95', '$19.95'],
  ['JPY', 41_895, 41_895, '41,895 JPY', '¥41,895', '¥1,995'],
])(
  'both providers charge and refund %s to the smallest unit, and mail and receipt have the same amount',
  async (code, cents, amount, words, total, fee) => {
    const currency = currencyOf(code);
    const prices = { ...withPrice(fixtureContent.prices, 'speaker', 39_900), currency };
    server = await startTestSite({ content: { ...fixtureContent, prices } });
    const card = await server.aCheckout();
    expect(card.totalPrice).toBe(amount);
    const { json } = await server.post(card.path, { ...card.body, currency: code.toLowerCase() });
    const sessionId = String(json['sessionId']);
    await server.payAt(String(json['url']));
    await server.post(`/api/payment/update?sessionId=${sessionId}`);

    const other = await server.aCheckout();
    const request = { ...server.aPaypalRequest(other), currency: code };
    const created = await server.post('/api/payment/paypal/create', request);
    const orderId = String(created.json['orderId']);
    await server.chooseAt(String(created.json['approvalUrl']));
    await server.post(`/api/payment/paypal/capture/${orderId}`);

    for (const ref of [sessionId, orderId]) {
      const { order, payment } = await server.recordsOf(ref);
      const { email } = order.customer;
      const mail = (await server.listMessages(100)).find(
        ({ kind, recipient }) => kind === 'payment-confirmed' && recipient === email,
      );
      const page = `${server.origin}/receipt/${order.receiptToken}`;
      const pdf = await (await fetch(`${page}/${order.reference}.pdf`)).arrayBuffer();
      const documents = [
        mail?.content.text,
        await (await fetch(page)).text(),
        linesOfPdf(Buffer.from(pdf)).join('\n'),
      ];
      for (const text of documents.map((document) => document?.replaceAll('\u00a0', ' '))) {
        expect(text).toContain(total);
        expect(text).toContain(fee);
        expect(text).not.toMatch(/€|EUR/);
      }
      expect(order.state).toBe('CONFIRMED');
      expect(payment.amountCents).toBe(cents);
      expect(amountWithCode(order.amountCents, order.currency)).toBe(words);
      const refund = await server.requestRefund(payment.id, undefined, 'organiser');
      expect(await server.sendRefund(refund)).toBe('SENT');
    }
    const charges = Object.values(server.control.ledger()).flat();
    expect(charges).toHaveLength(2);
    for (const charge of charges) expect(charge).toMatchObject({ amount: cents, refunded: cents });
  },
);

test.each([
  ['KWD', 399_010, '418.960 KWD', 'KWD 418.960', '19.950'],
  ['BHD', 33_330, '35.000 BHD', 'BHD 35.000', '1.670'],
])(
  'a card pays %s in thousandths of which the last is 0, and PayPal is not offered',
  async (code, cents, words, total, fee) => {
    const currency = currencyOf(code);
    const prices = { ...withPrice(fixtureContent.prices, 'speaker', cents), currency };
    server = await startTestSite({ content: { ...fixtureContent, prices } });
    const checkout = await server.aCheckout();
    const request = { ...server.aPaypalRequest(checkout), currency: code };
    expect((await server.post('/api/payment/paypal/create', request)).status).toBe(503);
    const { json } = await server.post(checkout.path, {
      ...checkout.body,
      currency: code.toLowerCase(),
    });
    const sessionId = String(json['sessionId']);
    const page = await (await fetch(String(json['url']))).text();
    expect(page.replaceAll('\u00a0', ' ')).toContain(`Pay ${total}<`);
    await server.payAt(String(json['url']));
    await server.post(`/api/payment/update?sessionId=${sessionId}`);
    const { order, payment, charges } = await server.recordsOf(sessionId);
    expect(amountWithCode(order.amountCents, order.currency)).toBe(words);
    expect(charges).toMatchObject([{ amount: order.amountCents, currency: code.toLowerCase() }]);
    const receipt = await fetch(`${server.origin}/receipt/${order.receiptToken}`);
    const shown = (await receipt.text()).replaceAll('\u00a0', ' ');
    for (const amount of [total, `${code} ${fee}`]) expect(shown).toContain(amount);
    // A third is no amount that card networks take; the rules refund the nearest one.
    const third = readAmount(`${code} 11.670`, currency);
    const refund = await server.requestRefund(payment.id, third, 'organiser');
    expect(await server.sendRefund(refund)).toBe('SENT');
    expect((await server.recordsOf(sessionId)).charges).toMatchObject([{ refunded: 11_670 }]);
  },
);

test('a card pays the amount that the site shows in a currency that is written without hundredths', async () => {
  const currency = currencyOf('IDR');
  const prices = { ...withPrice(fixtureContent.prices, 'speaker', 159_600_000), currency };
  server = await startTestSite({ content: { ...fixtureContent, prices } });
  const { path, body, totalPrice } = await server.aCheckout();
  expect(totalPrice).toBe(1_675_800);
  const { json } = await server.post(path, { ...body, currency: 'idr' });
  const page = await (await fetch(String(json['url']))).text();
  expect(page.replaceAll('\u00a0', ' ')).toContain('IDR 1,675,800.00');
  await server.payAt(String(json['url']));
  const sessionId = String(json['sessionId']);
  await server.post(`/api/payment/update?sessionId=${sessionId}`);
  const { order, charges } = await server.recordsOf(sessionId);
  expect(amountWithCode(order.amountCents, order.currency)).toBe('1,675,800.00 IDR');
  // Stripe counts hundredths of a rupiah.
  expect(charges).toMatchObject([{ amount: 167_580_000, currency: 'idr' }]);
});

test('Stripe’s page shows every amount as the site does, whatever the currency', async () => {
  server = await startTestSite();
  const { sessionId } = await server.openedCheckout();
  const { request } = (await server.recordsOf(sessionId)).payment;
  const stripe = server.providerNamed('stripe');
  const codes = Intl.supportedValuesOf('currency').filter((code) => findCurrency(code));
  expect(codes.length).toBeGreaterThan(120);
  for (const code of codes) {
    const amountCents = times(request.amountCents, stepOf(currencyOf(code)));
    const words = moneyText(amountCents, currencyOf(code)).replaceAll(/\s+/g, ' ');
    const { url } = await stripe.open({ ...request, amountCents, currency: code }, `key-${code}`);
    const page = (await (await fetch(url)).text()).replaceAll(/\s+/g, ' ');
    expect(page).toContain(`Pay ${words}<`);
  }
});

test('an order keeps the decimals of its currency', async () => {
  server = await startTestSite();
  const { sessionId } = await server.openedCheckout();
  const { order } = await server.recordsOf(sessionId);
  const counted = () =>
    server.db.selectFrom('orders').where('id', '=', order.id).select('currency_decimals');
  expect(await counted().executeTakeFirst()).toEqual({ currency_decimals: 2 });
  await server.db.updateTable('orders').set({ currency_decimals: 0 }).execute();
  const { amountCents, currency } = (await server.recordsOf(sessionId)).order;
  expect(amountWithCode(amountCents, currency)).toBe('41,895 EUR');
});

test.each([
  ['USD', '105.00'],
  ['JPY', '10500'],
])('an agreed amount in %s is charged to the smallest unit', async (code, unitAmount) => {
  const currency = currencyOf(code);
  server = await startTestSite({
    content: { ...fixtureContent, prices: { ...fixtureContent.prices, currency } },
  });
  const { name, email, phone, instituteOrUniversity, country } = aPerson();
  const person = { phone, instituteOrUniversity, country, customerEmail: email };
  const card = await server.post('/api/discounts/create-session', {
    ...person,
    name,
    description: 'Invited speaker',
    unitAmount,
    currency: code.toLowerCase(),
  });
  await server.payAt(String(card.json['url']));
  const sessionId = String(card.json['sessionId']);
  await server.post(`/api/discounts/update?sessionId=${sessionId}`);
  const paypal = await server.post('/api/discounts/paypal/create', {
    ...person,
    customerName: name,
    amount: Number(unitAmount),
    currency: code,
  });
  await server.chooseAt(String(paypal.json['approvalUrl']));
  const orderId = String(paypal.json['orderId']);
  await server.post(`/api/discounts/paypal/capture/${orderId}`);
  for (const ref of [sessionId, orderId]) {
    const { order } = await server.recordsOf(ref);
    expect(order).toMatchObject({ state: 'CONFIRMED', amountCents: 10_500, feeCents: 500 });
    expect(order.currency.code).toBe(code);
  }
});

test('a request in another currency is refused', async () => {
  server = await startTestSite();
  const { path, body } = await server.aCheckout();
  const { status, json } = await server.post(path, { ...body, currency: 'usd' });
  expect(status).toBe(400);
  expect(json['message']).toBe('Registrations are sold one by one, in EUR.');
});
