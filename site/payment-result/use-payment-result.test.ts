import { afterEach, expect, test, vi } from 'vitest';
import { fakeServer } from '#tests/support/fake-result-server.ts';
import type { PaymentView } from './payment-view.ts';
import { paymentCheckFor } from './use-payment-result.ts';

afterEach(() => vi.unstubAllGlobals());

const SESSION = 'cs_test_a1b2c3d4e5f6';
const stateOf = (views: PaymentView[]) => views.at(-1)?.state;

test.each([
  '',
  '?session_id=',
  '?token=TOKEN123',
  '?PayerID=P',
  '?type=discount',
  '?token=&PayerID=P',
])('%j is an invalid link, and no request is made', async (search) => {
  const requests = fakeServer({});
  const views: PaymentView[] = [];
  paymentCheckFor(search).subscribe((view) => views.push(view));
  await vi.waitFor(() =>
    expect(views).toMatchObject([
      {
        state: 'failed',
        failure: {
          message:
            'Invalid payment link. Please complete your registration through the proper payment process.',
          advice: 'badLink',
        },
      },
    ]),
  );
  expect(requests).toEqual([]);
});

test('an invalid link shows the last payment that was confirmed in this browser, without a request', async () => {
  const requests = fakeServer({});
  const address = `/payment-success?session_id=${SESSION}`;
  const receipt = { reference: 'PS26-7K3M', paidBy: 'Card', paidAt: '2026-05-29T08:00:00.000Z' };
  const result = JSON.stringify({ state: 'paid', id: SESSION, address, receipt });
  const kept = new Map([['paymentResult', result]]);
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => kept.set(name, text),
    removeItem: (name: string) => kept.delete(name),
  });
  const views: PaymentView[] = [];
  paymentCheckFor('?type=nothing').subscribe((view) => views.push(view));
  await expect
    .poll(() => views.at(-1))
    .toMatchObject({
      failure: {
        advice: 'badLink',
        otherPaid: { address, reference: 'PS26-7K3M', paidAt: receipt.paidAt },
      },
    });
  expect(requests).toEqual([]);
});

test('a page that is mounted twice, left and opened again checks the payment once', async () => {
  const requests = fakeServer({ '/status/': { paymentStatus: 'paid' }, '/update': {} });
  const first: PaymentView[] = [];
  const second: PaymentView[] = [];
  const search = `?session_id=${SESSION}1`;
  paymentCheckFor(search).subscribe((view) => first.push(view))();
  paymentCheckFor(search).subscribe((view) => second.push(view));
  await vi.waitFor(() => expect(stateOf(second)).toBe('paid'));
  const third: PaymentView[] = [];
  paymentCheckFor(search).subscribe((view) => third.push(view));
  expect(stateOf(third)).toBe('paid');
  expect(first).toEqual([]);
  expect(requests).toHaveLength(2);
});

test('a second check asks again, and only one check runs at a time', async () => {
  let update = Response.json({}, { status: 500 });
  const requests = fakeServer({ '/status/': { paymentStatus: 'paid' }, '/update': () => update });
  const check = paymentCheckFor(`?session_id=${SESSION}2`);
  const views: PaymentView[] = [];
  check.subscribe((view) => views.push(view));
  await vi.waitFor(() => expect(stateOf(views)).toBe('failed'));
  update = Response.json({});
  check.again();
  check.again();
  await vi.waitFor(() => expect(stateOf(views)).toBe('paid'));
  expect(requests).toHaveLength(4);
});

test('a fault of the page itself is shown and logged', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue();
  fakeServer({ '/status/': { paymentStatus: 'unpaid' } });
  vi.stubGlobal('setTimeout', () => {
    throw new Error('no timers');
  });
  const views: PaymentView[] = [];
  paymentCheckFor(`?session_id=${SESSION}3`).subscribe((view) => views.push(view));
  await vi.waitFor(() => expect(stateOf(views)).toBe('failed'));
  expect(views.at(-1)).toMatchObject({
    failure: { advice: 'unclear', lastAnswer: 'Error: no timers' },
  });
  expect(log).toHaveBeenCalledOnce();
});
