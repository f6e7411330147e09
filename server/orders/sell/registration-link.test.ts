import { DAY } from '#contract/time-spans.ts';
import { describe, expect, test } from 'vitest';
import { listMessages } from '#server/mail/posted-messages.ts';
import { findPaymentLink, LINK_DAYS } from '#server/orders/rows/payment-links.ts';
import { pollOpenPayments } from '#server/payments/poll-open-payments.ts';
import { recordsOf } from '#tests/support/payment-records.ts';
import { startTestSite } from '#tests/support/test-site.ts';
import { unexpected } from '#tests/support/unexpected.ts';
import { aCheckout, aPerson } from '#tests/support/visitor.ts';

const server = await startTestSite();

const stay = { registrationType: 'REGISTRATION_AND_ACCOMMODATION', nights: 3, guests: 1 } as const;

async function mailsTo(email: string, on = server) {
  const mails = await listMessages(on.db, 1000);
  return mails.filter(({ recipient }) => recipient === email);
}

/** Registers and opens a checkout, as the page does, and leaves it. */
async function left(
  choice: Parameters<typeof aCheckout>[1] = {},
  person = aPerson({ name: 'Mira Lindqvist' }),
  on = server,
) {
  const { registrationType = 'REGISTRATION_ONLY', presentationType = 'SPEAKER' } = choice;
  const chosen = { ...person, registrationType, presentationType };
  await on.post('/api/registration/register', chosen);
  const request = await aCheckout(on, choice, person);
  const { json } = await on.post(request.path, request.body);
  const { order } = await recordsOf(on, String(json['sessionId']));
  const [mail] = await mailsTo(person.email, on);
  const path = `/pay/${(await findPaymentLink(on.db, order.id))?.token}`;
  const own = `/registration/${order.pageToken}`;
  return { person, order, path, own, mail, url: String(json['url']), total: request.totalPrice };
}

async function page(path: string) {
  const answer = await fetch(`${server.origin}${path}`, { redirect: 'manual' });
  return { status: answer.status, to: answer.headers.get('location'), text: await answer.text() };
}

describe('the mail about a registration that is not paid', () => {
  test('is one mail with the name, the choice, the price, the last day and the link to pay', async () => {
    const { person, order, own, mail } = await left(stay);
    expect((await mailsTo(person.email)).map(({ kind }) => kind)).toEqual([
      'registration-received',
    ]);
    for (const words of [
      'Dear Mira Lindqvist,',
      order.reference,
      'Registration (Speaker)',
      'Room, 3 nights, 1 guest   €492.00\n  Jade Willow Garden Hotel, Beijing, China: Thu May 28 to Sun May 31, 2026',
      '€935.55',
      'Payable until',
      `${server.origin}${own}`,
      'no real money will be taken',
    ]) {
      expect(mail?.content.text).toContain(words);
    }
    expect(mail?.content.subject).toContain(order.reference);
    // The secretary's mail has waited for the reference, too, by card as by PayPal.
    const mails = await mailsTo(server.content.conference.secretary.email);
    const copy = mails.find(({ content: { text } }) => text.includes(person.email));
    expect(copy?.content.subject).toContain(`New registration, ${order.reference}`);
  });

  test('waits 30 seconds for the order, and has the address of the form without an order', async () => {
    const person = aPerson();
    await server.post('/api/registration/register', { ...person, presentationType: 'SPEAKER' });
    const [mail] = await mailsTo(person.email);
    expect(mail?.content.text).toContain(`${server.origin}/register`);
    const { next_attempt_at: due, created_at: written } = await server.db
      .selectFrom('outbox')
      .select(['next_attempt_at', 'created_at'])
      .where('id', '=', mail?.id ?? '')
      .executeTakeFirstOrThrow();
    expect(Date.parse(due) - Date.parse(written)).toBe(30_000);
  });

  test('is not followed by a second mail if it was sent before the order', async () => {
    const person = aPerson();
    await server.post('/api/registration/register', { ...person, presentationType: 'SPEAKER' });
    await server.db
      .updateTable('outbox')
      .set({ sent_at: server.clock.now().toISOString() })
      .where('recipient', '=', person.email)
      .execute();
    const request = await server.aCheckout({}, person);
    await server.post(request.path, request.body);
    expect(await mailsTo(person.email)).toHaveLength(1);
    server.clock.advance(3 * 60 * 60_000);
    await server.pollOpenPayments();
    const lapsed = (await mailsTo(person.email)).find(({ kind }) => kind === 'payment-expired');
    expect(lapsed?.content.text).toMatch(/\/registration\/\w{26}/);
  });

  test('has no link in the mails to the secretary', async () => {
    const { person } = await left();
    const toSecretary = (await server.listMessages(1000)).filter(
      ({ content }) => content.replyTo === person.email,
    );
    expect(toSecretary).not.toEqual([]);
    for (const { content } of toSecretary) {
      expect(content.text).not.toMatch(/\/(?:pay|registration)\//);
    }
  });
});

describe('the link of a registration', () => {
  test('can be paid on another device, and then leads to the receipt', async () => {
    const { order, path, url } = await left(stay);
    const before = await page(path);
    expect(before.text).toContain('Pay by card · €935.55');
    expect(before.text).toContain('Payable until');
    expect(before.text).toContain('no real money will be taken');
    const second = (await server.press(path, 'card')).headers.get('location') ?? '';
    // The checkout that the form opened cannot be paid any more.
    expect((await server.payAt(url)).status).not.toBe(303);
    await server.payAt(second);
    await page(`${path}/return`);
    expect((await server.getOrder(order.id)).state).toBe('CONFIRMED');
    expect(server.control.ledger()[order.id]).toHaveLength(1);
    expect((await page(path)).text).toContain(`href="/receipt/${order.receiptToken}"`);
    const again = await server.press(path, 'paypal');
    expect(again.headers.get('location')).toBe(path);
    expect(await server.paymentsOfOrder(order.id)).toHaveLength(2);
  });

  test('shows no typed text before the payment, because a stranger may have typed it', async () => {
    const person = aPerson({
      name: 'You have won https://evil.example/prize',
      instituteOrUniversity: 'evil.example lottery',
    });
    const { path, own, mail } = await left({}, person);
    const { text } = await page(path);
    const { text: ownText } = await page(own);
    for (const words of [text, ownText, mail?.content.text ?? '']) {
      expect(words).toContain('€418.95');
      expect(words).not.toMatch(/evil|lottery|prize/);
    }
  });

  test('leads to the latest choice of the same registration', async () => {
    const first = await left(stay);
    const second = await left({ ...stay, nights: 5 }, first.person);
    // It is one registration, and one mail.
    expect(await mailsTo(first.person.email)).toHaveLength(1);
    const { status, to } = await page(first.path);
    expect([status, to]).toEqual([303, expect.stringMatching(/^\/pay\/\w+$/)]);
    expect((await page(to ?? '')).text).toContain('Room, 5 nights, 1 guest');
    expect((await page(first.own)).text).toContain('Room, 5 nights, 1 guest');
    expect((await server.press(first.path, 'card')).headers.get('location')).toBe(first.path);
    // After the person returns to the first choice, its link shows that choice again.
    server.clock.advance(1000);
    await left(stay, first.person);
    expect((await page(first.path)).status).toBe(200);
    expect((await page(first.own)).text).toContain('Room, 3 nights, 1 guest');
    await server.payAt(second.url);
    expect((await server.getOrder(second.order.id)).state).not.toBe('CONFIRMED');
  });

  test('takes no second payment of a person who has paid', async () => {
    const unpaid = await left();
    const paid = await left({ presentationType: 'POSTER' }, unpaid.person);
    await server.payAt(paid.url);
    await server.post(`/api/payment/update?sessionId=${paid.url.split('/').at(-1)}`);
    await pollOpenPayments(server.context, unexpected, {
      dueBy: new Date(server.clock.now().getTime() + DAY),
    });
    expect((await server.getOrder(paid.order.id)).state).toBe('CONFIRMED');
    const { text } = await page(unpaid.path);
    expect(text).toContain('is paid already');
    expect(text).toContain(paid.order.reference);
    expect(text).not.toContain('<form');
    expect(text).not.toContain(paid.order.receiptToken);
    const pressed = await server.press(unpaid.path, 'card');
    expect(pressed.headers.get('location')).toBe(unpaid.path);
    expect(await server.paymentsOfOrder(unpaid.order.id)).toHaveLength(1);
  });

  test('is not found after the registration is cancelled', async () => {
    const { order, path } = await left();
    const plan = server.planCancellation({ reference: order.reference });
    await (await plan).perform();
    expect((await page(path)).status).toBe(404);
  });

  test('lapses, and then leads to the form', async () => {
    const { path, own } = await left();
    server.clock.advance(LINK_DAYS * DAY + 1);
    const { text } = await page(path);
    expect(text).toContain('href="/conference-registration"');
    expect(text).not.toContain('<form');
    // On the own page the payer can get a new link as long as the price is valid.
    expect((await page(own)).text).toContain('This registration is not paid yet.');
    expect((await server.press(path, 'card')).headers.get('location')).toBe(path);
  });

  test('does not keep the unpaid order from expiring, and organisers still see it', async () => {
    const { order, path } = await left();
    server.clock.advance(26 * 60 * 60_000);
    await server.pollOpenPayments();
    expect((await server.getOrder(order.id)).state).toBe('EXPIRED');
    expect(await server.organise('show', order.reference)).toContain(path);
  });
});

test('an earlier link does not pay a price that has ended, but pays a price that has not changed', async () => {
  const { conference, prices, ...content } = server.content;
  const now = Date.now();
  const until = (days: number) => ({
    at: new Date(now + days * DAY).toISOString(),
    day: 'that day',
    words: 'at the end of that day',
    label: '',
  });
  const withPhases = {
    ...prices,
    phases: [
      { name: 'Early', until: until(2) },
      { name: 'Regular', until: undefined },
    ],
    presentationTypes: prices.presentationTypes.map((type) => {
      const [price] = type.price;
      if (price === undefined) throw new Error('no price');
      const later = type.id === 'poster' ? price : ((price + 1000) as typeof price);
      return { ...type, price: [price, later] };
    }),
  };
  const season = await startTestSite({ content: { ...content, conference, prices: withPhases } });
  const early = await left({}, aPerson(), season);
  const same = await left({ presentationType: 'POSTER' }, aPerson(), season);
  expect(early.mail?.content.text).toContain('the end of that day');
  expect(same.mail?.content.text).not.toContain('the end of that day');
  season.clock.advance(3 * DAY);
  const text = async (path: string) => (await fetch(`${season.origin}${path}`)).text();
  expect(await text(early.path)).toContain('With the form you can order at the price of today.');
  expect(await text(same.path)).toContain('Pay by card');
  expect((await season.press(early.path, 'card')).headers.get('location')).toBe(early.path);
  expect(await season.paymentsOfOrder(early.order.id)).toHaveLength(1);
});
