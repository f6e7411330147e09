import { expect } from 'vitest';
import { atOnce, test } from '#tests/support/at-once.ts';
import { listParticipants } from '#server/orders/rows/participants.ts';
import { startTestSite } from '#tests/support/test-site.ts';
import { aPerson } from '#tests/support/visitor.ts';
import { pollOpenPayments } from './poll-open-payments.ts';

const server = await startTestSite();

const room = (nights: number) => ({
  registrationType: 'REGISTRATION_AND_ACCOMMODATION' as const,
  nights,
});
const update = (ref: unknown) => server.post(`/api/payment/update?sessionId=${String(ref)}`);

/** Opens a checkout by card for a person and a number of nights. */
async function byCard(person: ReturnType<typeof aPerson>, nights: number, extras = {}) {
  const { path, body } = await server.aCheckout(room(nights), person);
  const answer = await server.post(path, { ...body, ...extras });
  return { ...answer, ref: String(answer.json['sessionId']), url: String(answer.json['url']) };
}

async function payPal(person: ReturnType<typeof aPerson>, nights: number) {
  const { path, body } = await server.aCheckout(room(nights), person);
  return server.post('/api/payment/paypal/create', {
    pricingConfigId: path.split('=')[1],
    customerName: body.name,
    customerEmail: body.email,
    phone: body.phone,
    instituteOrUniversity: body.instituteOrUniversity,
    country: body.country,
    amount: body.unitAmount,
    currency: 'EUR',
    orderReference: body.orderReference,
  });
}

async function paidByCard(person: ReturnType<typeof aPerson>, nights: number, extras = {}) {
  const checkout = await byCard(person, nights, extras);
  await server.payAt(checkout.url);
  await update(checkout.ref);
  return server.recordsOf(checkout.ref);
}

async function mailsTo(email: string) {
  return (await server.listMessages(1000)).filter(({ recipient }) => recipient === email);
}

test('a person who has paid is not charged for another room, and reads the reference and the address of the secretary', async () => {
  const person = aPerson();
  const { order } = await paidByCard(person, 1);
  for (const typed of [
    person,
    { ...person, phone: person.phone.replaceAll(' ', '') },
    { ...person, name: `  ${person.name.toUpperCase()}`, email: person.email.toUpperCase() },
  ]) {
    const { status, json } = await byCard(typed, 2);
    expect(status).toBe(409);
    expect(json).toMatchObject({ code: 'paid-already' });
    expect(json['message']).toContain(order.reference);
    expect(json['message']).toContain(server.content.conference.secretary.email);
  }
});

test.each([
  ['Sean O’Neil', "Sean O'Neil"],
  ['Marie‑Claire Dubois', 'Marie-Claire Dubois'],
  ['Łukasz Bąk', 'Lukasz Bak'],
  ['Peter van der Berg', 'Dr. Peter van der Berg'],
  ['Jürgen Müller', 'Juergen Mueller'],
  ['王小明', '王 小明'],
])('%s has paid, and is not charged as %s, by card or PayPal', async (name, again) => {
  const person = aPerson({ name });
  const { order } = await paidByCard(person, 1);
  const typed = { ...person, name: again };
  const paypal = await payPal(typed, 1);
  for (const { status, json } of [await byCard(typed, 1), await byCard(typed, 2), paypal]) {
    expect({ status, ...json }).toMatchObject({ status: 409, code: 'paid-already' });
    expect(json['message']).toContain(order.reference);
  }
});

test.each([
  ['Robert Miller', 'Robert Miller Jr.'],
  ['Yu Zhang', 'Yue Zhang'],
  ['Li Nan', 'Lin An'],
  ['王小明', '王小红'],
])('%s has paid, and %s may register with the same address', async (name, other) => {
  const person = aPerson({ name });
  await paidByCard(person, 1);
  const { order } = await paidByCard({ ...person, name: other }, 1);
  expect(order).toMatchObject({ state: 'CONFIRMED', customer: { name: other } });
});

test('a person who registers again with another spelling of the name does not have to pay', async () => {
  const person = aPerson({ name: 'Łukasz Bąk' });
  await paidByCard(person, 1);
  const before = (await mailsTo(person.email)).length;
  const body = { ...person, name: 'Lukasz Bak', presentationType: 'POSTER' };
  const { status } = await server.post('/api/registration/register', body);
  expect(status).toBe(200);
  expect(await mailsTo(person.email)).toHaveLength(before);
});

test('the same purchase with other blanks and capitals is the same order', async () => {
  const person = aPerson();
  const { payment } = await paidByCard(person, 1);
  const again = await byCard(
    { ...person, phone: person.phone.replaceAll(' ', '-'), name: person.name.toUpperCase() },
    1,
  );
  expect(again.json).toMatchObject({ sessionId: payment.ref });
  expect(again.url).toContain('/payment-success');
});

test('one address may register several people', async () => {
  const person = aPerson();
  await paidByCard(person, 1);
  const colleague = { ...aPerson(), email: person.email };
  expect((await byCard(colleague, 1)).status).toBe(200);
});

test('extras of a paid registration stay as they were', async () => {
  const person = aPerson();
  const unpaid = await byCard(person, 2, { extraNights: 1 });
  await paidByCard(person, 1, { extraNights: 2, accompanyingPerson: true });
  for (const nights of [1, 2, 3]) {
    await byCard(person, nights, { extraNights: 9, accompanyingPerson: false });
  }
  expect(unpaid.status).toBe(200);
  const stored = (await listParticipants(server.db)).filter(({ email }) => email === person.email);
  expect(stored.map(({ extraNights }) => extraNights)).not.toContain(9);
});

test('a checkout for one night closes when the same person opens a checkout for two', async () => {
  const person = aPerson();
  const first = await byCard(person, 1);
  const second = await byCard(person, 2);
  // Stripe's own webhook may be faster than the answer to our call.
  expect(['CANCELLED', 'EXPIRED']).toContain((await server.recordsOf(first.ref)).payment.state);
  await server.payAt(second.url);
  await update(second.ref);
  expect((await server.recordsOf(second.ref)).order.state).toBe('CONFIRMED');
});

test('a person who opened a checkout for one night and paid for two gets no mail about a missing payment', async () => {
  const person = aPerson();
  const paypal = await payPal(person, 1);
  expect(paypal.status).toBe(200);
  await paidByCard(person, 2);
  server.clock.advance(2 * 60 * 60_000);
  await pollOpenPayments(server.context, () => undefined);
  const kinds = (await mailsTo(person.email)).map(({ kind }) => kind);
  expect(kinds).toContain('payment-confirmed');
  expect(kinds).not.toContain('payment-expired');
  // PayPal's page is still open in another tab: an approval there is not captured.
  await server.chooseAt(String(paypal.json['approvalUrl']));
  const back = await server.post(`/api/payment/paypal/capture/${String(paypal.json['orderId'])}`);
  expect(back).toMatchObject({ status: 422, json: { success: false } });
  expect(back.json['message']).toBe(server.content.labels.refusals.paidByOther);
  expect(JSON.stringify(back.json)).not.toContain(person.name);
  const { charges } = await server.recordsOf(String(paypal.json['orderId']));
  expect(charges).toEqual([]);
});

atOnce('two orders that are paid at the same moment ask for a review', async () => {
  const person = aPerson();
  const first = await byCard(person, 1);
  const stripe = server.providerNamed('stripe');
  const { close } = stripe;
  stripe.close = async () => true;
  const second = await byCard(person, 2);
  stripe.close = close;
  await server.payAt(first.url);
  await server.payAt(second.url);
  await update(first.ref);
  await update(second.ref);
  const orders = [first, second].map(async ({ ref }) => (await server.recordsOf(ref)).order);
  const [one, other] = await Promise.all(orders);
  expect([one?.state, other?.state]).toEqual(['CONFIRMED', 'CONFIRMED']);
  const mails = await Promise.all(
    [one, other].map((order) => server.reviewRequestsOf({ reference: order?.reference ?? '?' })),
  );
  expect(mails.flat()).toHaveLength(1);
  expect(mails.flat()[0]?.content.html).toContain('has paid for two orders');
});

atOnce('ten people who each pay two orders at the same moment give ten reviews', async () => {
  const stripe = server.providerNamed('stripe');
  const { close } = stripe;
  stripe.close = async () => true;
  server.control.webhooks('off');
  const refs: string[] = [];
  const people = Array.from({ length: 10 }, () => aPerson());
  for (const person of people) {
    for (const nights of [1, 2]) {
      const { ref, url } = await byCard(person, nights);
      await server.payAt(url);
      refs.push(ref);
    }
  }
  stripe.close = close;
  await Promise.all(refs.map(update));
  server.control.webhooks('on');
  const reviews = (await server.listMessages(1000)).filter(
    ({ kind, content }) =>
      kind === 'payment-review-for-secretary' &&
      people.some(({ email }) => content.replyTo === email),
  );
  expect(reviews).toHaveLength(10);
});

test('a person whose money is on its way is not charged for another room', async () => {
  const person = aPerson();
  const { orderId, url } = await server.openedPaypal(person, room(1));
  await server.chooseAt(url, 'stays-pending');
  await server.post(`/api/payment/paypal/capture/${orderId}`);
  const other = await byCard(person, 2);
  expect(other).toMatchObject({ status: 409, json: { code: 'payment-in-progress' } });
  server.control.resolvePending(orderId, 'denied');
  await server.control.settled();
  expect((await byCard(person, 2)).status).toBe(200);
});

test('a person whose money does not fit the order is not charged for another room', async () => {
  const person = aPerson();
  server.control.webhooks('off');
  const { ref, url } = await byCard(person, 1);
  await server.db
    .updateTable('payments')
    .set({ amount_cents: 12_345 })
    .where('provider_ref', '=', ref)
    .execute();
  await server.payAt(url);
  await update(ref);
  const other = await byCard(person, 2);
  expect(other).toMatchObject({ status: 409, json: { code: 'payment-in-progress' } });
  server.control.webhooks('on');
  server.control.refund(ref);
  await server.control.settled();
  expect((await byCard(person, 2)).status).toBe(200);
});

test('an agreed amount is not charged again for another spelling of the name, and another amount is charged', async () => {
  const { name: _, email: customerEmail, ...rest } = aPerson();
  const request = { ...rest, customerEmail, description: '2 delegates', unitAmount: '10.50' };
  const pay = (name: string, more = {}) =>
    server.post('/api/discounts/create-session', { ...request, name, ...more });
  const { json } = await pay('Sean O’Neil');
  await server.payAt(String(json['url']));
  await update(json['sessionId']);
  expect((await pay("Sean O'Neil", { phone: '+353 1 5550 100' })).status).toBe(409);
  expect((await pay("Sean O'Neil", { unitAmount: '21.00' })).status).toBe(200);
  expect((await pay("Sean O'Neil", { description: 'Dinner' })).status).toBe(200);
});

test('each of several agreed amounts has its own mail if it was not paid', async () => {
  const person = aPerson();
  const pay = async (description: string) => {
    const { name, email: customerEmail, ...rest } = person;
    const request = { ...rest, name, customerEmail, description, unitAmount: '10.50' };
    return (await server.post('/api/discounts/create-session', request)).json;
  };
  const first = await pay('first instalment');
  await server.payAt(String(first['url']));
  await update(first['sessionId']);
  expect((await server.recordsOf(String(first['sessionId']))).order.state).toBe('CONFIRMED');
  const second = await pay('second instalment');
  server.clock.advance(2 * 60 * 60_000);
  await pollOpenPayments(server.context, () => undefined);
  expect((await server.recordsOf(String(second['sessionId']))).payment.state).toBe('EXPIRED');
  const kinds = (await mailsTo(person.email)).map(({ kind }) => kind);
  expect(kinds).toContain('payment-expired');
});
