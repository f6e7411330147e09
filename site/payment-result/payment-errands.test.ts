import { afterEach, expect, test, vi } from 'vitest';
import { fakeServer } from './fake-server.ts';
import { errandFor } from './payment-errands.ts';
import type { PaymentView } from './payment-view.ts';

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
])('%j is an invalid link, and nobody is asked', async (search) => {
  const requests = fakeServer({});
  const views: PaymentView[] = [];
  errandFor(search).watch((view) => views.push(view));
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

test('mounting twice, leaving and coming back ask once', async () => {
  const requests = fakeServer({ '/status/': { paymentStatus: 'paid' }, '/update': {} });
  const first: PaymentView[] = [];
  const second: PaymentView[] = [];
  const search = `?session_id=${SESSION}1`;
  errandFor(search).watch((view) => first.push(view))();
  errandFor(search).watch((view) => second.push(view));
  await vi.waitFor(() => expect(stateOf(second)).toBe('paid'));
  const third: PaymentView[] = [];
  errandFor(search).watch((view) => third.push(view));
  expect(stateOf(third)).toBe('paid');
  expect(first).toEqual([]);
  expect(requests).toHaveLength(2);
});

test('checking again asks again, once at a time', async () => {
  let update = Response.json({}, { status: 500 });
  const requests = fakeServer({ '/status/': { paymentStatus: 'paid' }, '/update': () => update });
  const errand = errandFor(`?session_id=${SESSION}2`);
  const views: PaymentView[] = [];
  errand.watch((view) => views.push(view));
  await vi.waitFor(() => expect(stateOf(views)).toBe('failed'));
  update = Response.json({});
  errand.again();
  errand.again();
  await vi.waitFor(() => expect(stateOf(views)).toBe('paid'));
  expect(requests).toHaveLength(4);
});

test('a fault of the page itself is told and logged', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue();
  fakeServer({ '/status/': { paymentStatus: 'unpaid' } });
  vi.stubGlobal('setTimeout', () => {
    throw new Error('no timers');
  });
  const views: PaymentView[] = [];
  errandFor(`?session_id=${SESSION}3`).watch((view) => views.push(view));
  await vi.waitFor(() => expect(stateOf(views)).toBe('failed'));
  expect(views.at(-1)).toMatchObject({
    failure: { advice: 'unclear', lastAnswer: 'Error: no timers' },
  });
  expect(log).toHaveBeenCalledOnce();
});
