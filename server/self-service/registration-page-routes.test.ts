import { describe, expect, test, vi } from 'vitest';
import { inTransaction } from '#server/database/database.ts';
import { goodLinkOf } from '#server/orders/rows/payment-links.ts';
import { findPaymentByRef } from '#server/payments/payments.ts';
import { hasFeature, ifThere } from '#tests/support/has-feature.ts';
import { carriedOut } from '#tests/support/a-group.ts';
import { pathOf } from '#tests/support/own-page.ts';
import { secondConference } from '#tests/support/second-conference.ts';
import { startTestSite } from '#tests/support/test-site.ts';

const server = await startTestSite();

const page = (path: string) => server.openPage(path);

describe('the page of a participant', () => {
  test('asks the database thirteen questions, each once', async () => {
    const { order } = await server.paidRegistration();
    const questions = async () => {
      const asking = vi.spyOn(server.db.getExecutor(), 'executeQuery');
      await page(pathOf(order));
      const asked = asking.mock.calls.map(([{ sql, parameters }]) =>
        JSON.stringify([sql, parameters]),
      );
      asking.mockRestore();
      return { all: asked.length, different: new Set(asked).size };
    };
    // The first one finds the language of the page. An event of the provider may still come in, and asks, too.
    const few = expect.toSatisfy(({ all, different }) => all <= 13 && all > 5 && different === all);
    await expect.poll(questions, { timeout: 10_000 }).toEqual(few);
  });

  test('shows a paid registration with its lines, sums, documents, code, calendar and open acts', async () => {
    const { order } = await server.paidRegistration();
    const { status, headers, text } = await page(pathOf(order));
    expect(status).toBe(200);
    for (const words of [
      'Your place is confirmed.',
      order.reference,
      order.customer.name,
      'Registration (',
      'Paid',
      `/receipt/${order.receiptToken}`,
      `aria-label="Code ${order.reference}"`.replace('Code', server.content.mails.receipt.code),
      `${pathOf(order)}/calendar.ics`,
      `${pathOf(order)}/details`,
      `${pathOf(order)}/address`,
      'Use another email address',
      server.content.conference.secretary.email,
    ]) {
      expect(text).toContain(words);
    }
    // A ticket is on top, then the box, the row of acts and the amounts; the rest is folded and closed.
    const parts = [
      'class="ticket"',
      ...ifThere('questions', 'id="to-do"'),
      'id="changes"',
      '<table>',
      'id="documents"',
    ];
    const places = [...parts, 'class="own-folds"', 'id="contact"'].map((part) =>
      text.indexOf(part),
    );
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(places).not.toContain(-1);
    // The conference of the test is over, so the certificate is the one thing that is new.
    const open = text.matchAll(/<details class="receipt-part" id="([\w-]+)" open/g);
    expect([...open].map(([, id]) => id)).toEqual(ifThere('badges', 'certificate'));
    expect(text).toContain(`Receipt ${order.reference} (PDF)`);
    // Every page behind a link leads to the site.
    expect(text).toContain(`<a href="/">${server.content.conference.name}</a>`);
    expect(text).toContain('<a href="/contact">Contact</a>');
    expect(text).not.toContain('<script');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-robots-tag')).toContain('noindex');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('set-cookie')).toBeNull();
  });

  test('gives the calendar file of a confirmed place', async () => {
    const { order } = await server.paidRegistration();
    const { status, headers, text } = await page(`${pathOf(order)}/calendar.ics`);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toContain('text/calendar');
    expect(text).toContain('BEGIN:VCALENDAR');
    const { order: unpaid } = await server.unpaidRegistration({ presentationType: 'POSTER' });
    expect((await page(`${pathOf(unpaid)}/calendar.ics`)).status).toBe(404);
  });

  test.each(['card', 'paypal'] as const)(
    'takes the payment of an unpaid registration by %s, and nothing is typed again',
    async (way) => {
      const { order } = await server.unpaidRegistration({ presentationType: 'POSTER' });
      const before = await page(pathOf(order));
      expect(before.text).toContain('This registration is not paid yet.');
      expect(before.text).toContain(`action="${pathOf(order)}/pay/${way}"`);
      const { status, location } = await server.sendForm(`${pathOf(order)}/pay/${way}`);
      expect(status).toBe(303);
      await (way === 'card' ? server.payAt(location) : server.chooseAt(location, 'pays'));
      expect((await page(`${pathOf(order)}/return`)).location).toBe(pathOf(order));
      expect((await server.getOrder(order.id)).state).toBe('CONFIRMED');
      expect((await page(pathOf(order))).text).toContain('Your place is confirmed.');
    },
  );

  test('of an unpaid registration names a paid one with the same address, in any spelling, and none of others', async () => {
    const { order } = await server.unpaidRegistration({ presentationType: 'POSTER' });
    await server.paidRegistration();
    const notice = 'Another registration with your email address is paid';
    expect((await page(pathOf(order))).text).not.toContain(notice);
    const email = order.customer.email.toUpperCase();
    const { reference, order: paid } = await server.paidRegistration({}, { email });
    const { text } = await page(pathOf(order));
    expect(text).toContain(
      `${notice}: ${reference}. If it is yours, you do not have to pay this one.`,
    );
    expect(text.indexOf(notice)).toBeLessThan(text.indexOf('/pay/card"'));
    const link = await inTransaction(server.db, (tx) => goodLinkOf(tx, server.context, order));
    expect((await page(`/pay/${link.token}`)).text).toContain(`is paid: ${reference}.`);
    await carriedOut(server.planCancellation({ reference, amount: '0' }));
    expect((await page(pathOf(order))).text).not.toContain(notice);
    expect((await page(pathOf(paid))).text).not.toContain(notice);
  });

  test('reaches nobody but the reader of the mail: the answers to the form have no link to it', async () => {
    const { order } = await server.paidRegistration();
    const { email } = order.customer;
    const request = await server.aCheckout({}, { email });
    const { json, text } = await server.post(request.path, request.body);
    const update = await server.post(`/api/payment/update?sessionId=${String(json['sessionId'])}`);
    const payment = await findPaymentByRef(server.db, String(json['sessionId']));
    const second = await server.getOrder(payment?.orderId ?? '');
    const known = [second.pageToken, order.reference, order.pageToken];
    for (const secret of known) expect(text + update.text).not.toContain(secret);
  });

  test('has another address after its mail address is corrected, and the old one shows nothing', async () => {
    const { order } = await server.paidRegistration();
    const { reference } = order;
    const email = 'corrected@lab.example';
    await carriedOut(server.planCorrection({ reference, email }));
    const old = await page(pathOf(order));
    expect(old.status).toBe(404);
    expect(old.text).not.toContain(reference);
    const now = await server.getOrder(order.id);
    expect(now.pageToken).not.toBe(order.pageToken);
    expect((await page(pathOf(now))).status).toBe(200);
    const [replaced] = await server.mailsTo(email);
    expect(replaced).toMatchObject({
      kind: 'receipt-replaced',
      text: expect.stringContaining(pathOf(now)),
    });
  });
});

describe('the pages of a group', () => {
  test('the payer sees everybody with prices, a member only what concerns the member', async () => {
    const { order, members } = await server.aPaidGroup();
    const [member, other] = members;
    const payers = await page(pathOf(order));
    expect(payers.text).toContain('€941.85');
    expect(payers.text).toContain('The places of everybody below are confirmed.');
    expect(payers.text).not.toContain('Your place');
    for (const { name } of members) expect(payers.text).toContain(name);
    const own = await page(pathOf(member));
    expect(own.text).toContain('Your place is confirmed.');
    expect(own.text).toContain(member.name);
    expect(own.text).not.toContain('€');
    expect(own.text).not.toContain(other.name);
    expect(own.text).not.toContain(order.receiptToken);
    expect(own.text).not.toContain(order.pageToken);
    const { location } = await server.sendForm(`${pathOf(member)}/pay/card`);
    expect(location).toBe(pathOf(member));
  });

  test('a member who was cancelled gets neither calendar nor emblem', async () => {
    const { order, members } = await server.aPaidGroup(['Speaker', 'Poster']);
    const [member] = members;
    const files = ['calendar.ics', ...ifThere('emblem', 'emblem.png')].map(
      (file) => `${pathOf(member)}/${file}`,
    );
    for (const file of files) expect((await page(file)).status).toBe(200);
    const { reference } = order;
    const who = member.email;
    await carriedOut(server.planCancellation({ reference, who, amount: '0' }));
    for (const file of files) expect((await page(file)).status).toBe(404);
  });
});

test('the pages and mails of another conference have its names and its currency', async () => {
  const { content, remove } = secondConference();
  const other = await startTestSite({ content });
  const { order, person } = await other.paidRegistration({ presentationType: 'TALK' });
  const { check, done } = await other.actThrough(`${pathOf(order)}/details`, { name: 'Ada Firn' });
  const mails = await other.mailsTo(person.email);
  const own = await other.openPage(done.location);
  expect(own.words).toContain('Paid CHF 257.55');
  expect(own.words).toContain('office@glacierdays.example');
  if (hasFeature('questions')) expect(own.words).toContain('Supper');
  expect(mails.map(({ kind }) => kind)).toEqual([
    'registration-received',
    'payment-confirmed',
    'receipt-replaced',
  ]);
  for (const { subject, text } of mails) {
    expect(subject).toContain('Glacier Days 2027');
    expect(text).toContain('Glacier Days 2027');
  }
  const read = [check, own].map(({ words }) => words).concat(mails.map(({ text }) => text));
  for (const words of read) expect(words).not.toMatch(/€|\bEUR\b|polymer ?summit/i);
  await other.close();
  remove();
});

test('the page of a receipt mails the link to the payer, at most once in an hour, and does not show it', async () => {
  const { order } = await server.paidRegistration();
  const receipt = await page(`/receipt/${order.receiptToken}`);
  expect(receipt.text).not.toContain(order.pageToken);
  expect(receipt.text).toContain('<a href="/contact">');
  const press = () => server.sendForm(`/receipt/${order.receiptToken}/link`);
  const { location } = await press();
  expect((await page(location)).text).toContain(server.content.yourRegistration.mailLink.sent);
  await press();
  const mails = await server.mailsTo(order.customer.email);
  const sent = mails.filter(({ kind }) => kind === 'own-page');
  expect(sent).toMatchObject([{ text: expect.stringContaining(pathOf(order)) }]);
});
