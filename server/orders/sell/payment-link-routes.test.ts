import { describe, expect, test } from 'vitest';
import { planGroup } from './register-group.ts';
import { LINK_DAYS } from '#server/orders/rows/payment-links.ts';
import { aPayer, carriedOut } from '#tests/support/a-group.ts';
import { eventually } from '#tests/support/payment-records.ts';
import { startTestSite } from '#tests/support/test-site.ts';

const server = await startTestSite();

async function page(path: string) {
  const answer = await fetch(`${server.origin}${path}`);
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

async function opened(path: string, way: 'card' | 'paypal'): Promise<string> {
  const answer = await server.press(path, way);
  expect(answer.status).toBe(303);
  return answer.headers.get('location') ?? '';
}

const confirmed = async (id: string) => (await server.getOrder(id)).state === 'CONFIRMED';

describe('the page behind a link', () => {
  test('names the items, the amount and the recipient, and has a button for each way to pay', async () => {
    const { order, path, people } = await server.aGroup();
    const { status, headers, text } = await page(path);
    expect(status).toBe(200);
    for (const words of [
      order.reference,
      'Registration of 3 people',
      'Registration (Speaker)',
      people[0]?.name ?? '',
      '€941.85',
      'Gesellschaft für Kettenchemie e. V.',
      `action="${path}/card"`,
      `action="${path}/paypal"`,
    ]) {
      expect(text).toContain(words);
    }
    expect(text).not.toContain('<script');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-robots-tag')).toContain('noindex');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('content-security-policy')).toMatch(
      /form-action 'self' https:\/\/checkout\.stripe\.com .*sandbox.* allow-forms$/,
    );
  });

  test.each(['card', 'paypal'] as const)(
    'confirms a payment by %s although the payer was corrected meanwhile, and shows no personal data',
    async (way) => {
      const { order, path } = await server.aGroup();
      const url = await opened(path, way);
      const { reference } = order;
      const email = 'new-office@institute.example';
      await carriedOut(server.planCorrection({ reference, email }));
      const back = (await (way === 'card' ? server.payAt(url) : server.chooseAt(url))).headers.get(
        'location',
      );
      const { status, text } = await page((back ?? '').slice(server.origin.length));
      expect(status).toBe(200);
      expect(text).toContain(server.content.mails.paymentLink.paid);
      expect(text).toContain(reference);
      for (const secret of ['/receipt/', '/pay/', aPayer.name, email]) {
        expect(text).not.toContain(secret);
      }
      expect(await confirmed(order.id)).toBe(true);
      expect(await page(`${path}/return?session_id=cs_test_unknown`)).toMatchObject({
        status: 404,
      });
    },
  );

  test('leads to a card payment, then says that the order is paid and links the receipt', async () => {
    const { order, path } = await server.aGroup();
    const url = await opened(path, 'card');
    const back = (await server.payAt(url)).headers.get('location') ?? '';
    expect(back).toContain(`${path}/return?session_id=`);
    const paid = await page(back.slice(server.origin.length));
    expect(paid.text).toContain(`href="/receipt/${order.receiptToken}"`);
    expect(paid.text).not.toContain('<form');
    expect(await confirmed(order.id)).toBe(true);
    expect((await page(`/receipt/${order.receiptToken}`)).text).toContain('€941.85');

    // A payer who comes back cannot pay again.
    for (const address of [path, `${path}/return`]) {
      expect((await page(address)).text).toContain('Open the receipt');
    }
    const again = await server.press(path, 'paypal');
    expect(again.headers.get('location')).toBe(path);
    expect(await server.paymentsOfOrder(order.id)).toHaveLength(1);
  });

  test('leads to PayPal, and the server captures the approval when the payer returns', async () => {
    const { order, path } = await server.aGroup();
    const url = await opened(path, 'paypal');
    const back = (await server.chooseAt(url)).headers.get('location') ?? '';
    expect(back).toMatch(/\/return\?token=/);
    const both = await Promise.all([1, 2].map(() => page(back.slice(server.origin.length))));
    expect(both.every(({ text }) => text.includes('Open the receipt'))).toBe(true);
    expect(server.control.ledger()[order.id]).toHaveLength(1);
  });

  test('a payment that stays pending is being checked, and no second one begins', async () => {
    const { path } = await server.aGroup();
    const url = await opened(path, 'paypal');
    const back = (await server.chooseAt(url, 'stays-pending')).headers.get('location') ?? '';
    const { text } = await page(back.slice(server.origin.length));
    expect(text).toContain('Your payment is being checked');
    expect(text).toContain(`href="${path}/return"`);
    expect(text).not.toContain('<form');
    expect((await page(path)).text).toContain('Your payment is being checked');
    const second = await server.press(path, 'card');
    expect(second.status).toBe(409);
    expect(await second.text()).toContain('is being processed');
  });

  test('a payment that was cancelled or declined was not charged, and can be tried again', async () => {
    const { order, path } = await server.aGroup();
    const cancelled = await server.chooseAt(await opened(path, 'paypal'), 'cancel');
    expect(cancelled.headers.get('location')).toContain(path);
    expect((await page(path)).text).toContain(`action="${path}/card"`);
    const back = await page(`${path}/return?token=made-up&session_id=x`);
    expect(back.text).toContain('nothing was charged');
    expect(back.text).toContain(`action="${path}/paypal"`);
    await server.payAt(await opened(path, 'card'));
    expect((await page(`${path}/return`)).text).toContain('Open the receipt');
    expect(await confirmed(order.id)).toBe(true);
  });
});

test('a double click gets one checkout, and a checkout of the other provider replaces it', async () => {
  const { order, path } = await server.aGroup();
  const [one, other] = await Promise.all([1, 2].map(() => opened(path, 'card')));
  expect(one).toBe(other);
  expect(await opened(path, 'card')).toBe(one);
  const paypal = await opened(path, 'paypal');
  expect((await server.payAt(one ?? '')).status).not.toBe(303);
  await server.chooseAt(paypal);
  await page(`${path}/return`);
  expect(await confirmed(order.id)).toBe(true);
  expect(server.control.ledger()[order.id]).toHaveLength(1);
});

test('if the payer closes the tab, the webhook or a poll confirms the order', async () => {
  const closed = await server.aGroup();
  await server.payAt(await opened(closed.path, 'card'));
  await eventually(() => confirmed(closed.order.id));
  expect((await page(closed.path)).text).toContain('Open the receipt');

  const { order, path } = await server.aGroup();
  const url = await opened(path, 'paypal');
  await server.chooseAt(url);
  server.clock.advance(5 * 60_000);
  await server.pollOpenPayments();
  expect(await confirmed(order.id)).toBe(true);
});

test('the payment of another order does not pay this order', async () => {
  const mine = await server.aGroup();
  const other = await server.aGroup();
  const url = await opened(other.path, 'card');
  const back = new URL((await server.payAt(url)).headers.get('location') ?? '');
  const { text } = await page(`${mine.path}/return${back.search}`);
  expect(text).toContain(mine.order.reference);
  expect(text).not.toContain('Open the receipt');
});

test('the mail to a payer who left the payment page has the link, not the address of the form', async () => {
  const { order, path } = await server.aGroup();
  await opened(path, 'card');
  server.clock.advance(3 * 60 * 60_000);
  await server.pollOpenPayments();
  const mail = (await server.listMessages(1000)).find(
    ({ kind, content }) => kind === 'payment-expired' && content.subject.includes(order.reference),
  );
  expect(mail?.content.text).toContain(`${server.origin}${path}`);
  expect((await page(path)).text).toContain(`action="${path}/card"`);
});

test('a link lapses, and the same sheet renews it', async () => {
  const { order, path, rows } = await server.aGroup();
  const day = 24 * 60 * 60_000;
  server.clock.advance((LINK_DAYS - 1) * day);
  await server.pollOpenPayments();
  expect((await server.getOrder(order.id)).state).toBe('AWAITING_PAYMENT');
  server.clock.advance(2 * day);
  await server.pollOpenPayments();
  expect((await server.getOrder(order.id)).state).toBe('EXPIRED');
  const { text } = await page(path);
  expect(text).toContain('This link has lapsed');
  expect(text).not.toContain('<form');
  expect((await server.press(path, 'card')).headers.get('location')).toBe(path);

  const plan = planGroup(server.organising, { rows, payer: aPayer });
  expect((await plan).words.join('\n')).toContain('its link has lapsed');
  expect(await carriedOut(plan)).toContain(path);
  await server.payAt(await opened(path, 'card'));
  await page(`${path}/return`);
  expect(await confirmed(order.id)).toBe(true);
});
