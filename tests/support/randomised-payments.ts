import { isMoneyState } from '#server/payments/payment-states.ts';
import { listOrders } from '#server/payments/orders.ts';
import { listPayments } from '#server/payments/payments.ts';
import type { Payment } from '#server/payments/payments.ts';
import { pollOpenPayments } from '#server/payments/poll-open-payments.ts';
import { requestRefund, sendRefunds } from '#server/payments/send-refunds.ts';
import type { TestServer } from './test-server.ts';
import { unexpected } from './unexpected.ts';
import { aCheckout, chooseAt, openedPaypal, payAt } from './visitor.ts';

/** A number from 0 to below `below`; a run with the same numbers is the same run. */
export type Dice = (below: number) => number;

/** Numbers from a seed: https://en.wikipedia.org/wiki/Xorshift, 32 bits. */
export function diceFrom(seed: number): Dice {
  let state = (seed * 2_654_435_761) >>> 0 || 1;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

const FAULTS = [
  { status: 500 },
  { status: 409 },
  { status: 429 },
  'reset-before',
  'reset-after',
  'malformed',
  'unparsable',
] as const;
const CARDS = ['4242424242424242', '4242424242424242', '4000000000000002', '4000000000000077'];
const CHOICES = ['pays', 'pays', 'is-declined', 'stays-pending', 'cancel'] as const;
const MODES = ['on', 'on', 'off', 'duplicate', 'forged', 'delayed'] as const;

/**
 * Does at random to a few orders what payers, providers and networks can do, then ends all faults, lets the poller run, and
 * returns where our tables differ from the providers' ledgers. No difference is the only right answer.
 */
export async function runRandomPayments(
  server: TestServer,
  dice: Dice,
  steps: number,
): Promise<string[]> {
  const { control } = server.sandbox;
  const people: Awaited<ReturnType<typeof aCheckout>>[] = [];
  for (let i = 0; i <= dice(3); i++) people.push(await aCheckout(server));
  const one = () => {
    const person = people[dice(people.length)];
    if (!person) throw new Error('a run needs people');
    return person;
  };
  const urls: string[] = [];
  const refs: string[] = [];
  const decided = new Set<string>();
  let ordered = 0;

  const pay = async () => {
    const url = urls[dice(urls.length || 1)];
    if (url?.includes('/stripe/')) await payAt(url, CARDS[dice(CARDS.length)]);
    if (url?.includes('/paypal/')) await chooseAt(url, CHOICES[dice(CHOICES.length)]);
  };
  const actions: (() => Promise<unknown>)[] = [
    pay,
    pay,
    pay,
    async () => {
      const { path, body } = one();
      const { json } = await server.post(path, body);
      if (json['url'] !== undefined) {
        urls.push(String(json['url']));
        refs.push(String(json['sessionId']));
      }
    },
    async () => {
      const { orderId, url } = await openedPaypal(server, one().person);
      urls.push(url);
      refs.push(orderId);
    },
    async () => {
      const ref = refs[dice(refs.length || 1)];
      if (ref?.startsWith('cs_')) await server.post(`/api/payment/update?sessionId=${ref}`);
      else if (ref) await server.post(`/api/payment/paypal/capture/${ref}`);
    },
    async () => {
      const ref = refs[dice(refs.length || 1)];
      if (ref?.startsWith('cs_')) await server.get(`/api/payment/status/${ref}`);
    },
    async () => {
      const fault = FAULTS[dice(FAULTS.length)];
      const times = 1 + dice(2);
      if (fault) control.failNext(fault, times);
      ordered += times;
    },
    async () => control.webhooks(MODES[dice(MODES.length)] ?? 'on'),
    async () => control.releaseWebhooks(dice(2) ? 'reversed' : 'as-made'),
    async () => {
      const minutes = [1, 5, 20, 61][dice(4)] ?? 1;
      server.clock.advance(minutes * 60_000);
      control.advance(0);
    },
    async () => pollOpenPayments(server.context, () => undefined),
    async () => {
      if (dice(2)) await server.restart();
    },
    async () => {
      const payment = (await paidPayments(server)).at(-1);
      if (!payment || dice(3)) return;
      const part = dice(2) ? 100 : undefined;
      if (dice(2)) control.refund(payment.ref ?? '', part);
      else await requestRefund(server.context, payment.id, undefined, 'random run');
      await sendRefunds(server.context, unexpected);
    },
    async () => {
      const payment = (await paidPayments(server)).at(-1);
      if (payment && !dice(2)) control.dispute(payment.ref ?? '', dice(2) ? 100 : undefined);
    },
    async () => {
      const ref = refs[dice(refs.length || 1)] ?? '';
      if (decided.has(ref)) return;
      control.closeDispute(ref, dice(2) ? 'lost' : 'won');
      decided.add(ref);
    },
  ];
  for (let step = 0; step < steps; step++) {
    const action = actions[dice(actions.length)];
    // Refusals and errors are part of the run; only the comparison at the end counts.
    await action?.().catch(() => undefined);
  }

  await endFaults(server, refs, ordered);
  return differences(server);
}

async function endFaults(server: TestServer, refs: string[], faults: number): Promise<void> {
  const { control, stripeApiBase, paypalApiBase } = server.sandbox;
  for (let i = 0; i < faults; i++) {
    await fetch(`${i % 2 ? stripeApiBase : paypalApiBase}/v1/nothing`).catch(() => undefined);
  }
  await control.releaseWebhooks();
  control.webhooks('on');
  for (const ref of refs) {
    try {
      if (ref.startsWith('cs_')) control.resolveAsync(ref, 'succeeded');
      else control.resolvePending(ref, 'completed');
    } catch {
      // Not pending: nothing to resolve.
    }
  }
  await control.settled();
  // Long enough for the hourly polls of open payments, and then for the daily poll of paid ones.
  for (const minutes of [70, 70, 70, 25 * 60]) {
    server.clock.advance(minutes * 60_000);
    control.advance(0);
    await control.settled();
    await pollOpenPayments(server.context, () => undefined);
  }
}

async function differences(server: TestServer): Promise<string[]> {
  const payments = Map.groupBy(await listPayments(server.db), ({ orderId }) => orderId);
  const ledger = server.sandbox.control.ledger();
  return (await listOrders(server.db)).flatMap((order) => {
    const ours = (payments.get(order.id) ?? []).filter(({ state }) => isMoneyState(state));
    const held = ours.reduce((sum, row) => sum + row.amountCents - row.refundedCents, 0);
    const theirs = (ledger[order.id] ?? []).reduce(
      (sum, charge) => sum + charge.amount - charge.refunded - charge.lost,
      0,
    );
    const standing = ours.filter((row) => row.refundedCents < row.amountCents).length;
    return [
      held !== theirs && `${order.id}: the providers hold ${theirs}, our tables say ${held}`,
      (order.state === 'CONFIRMED') !== (standing === 1) &&
        `${order.id}: ${order.state} with ${standing} payments that stand`,
    ].filter((words) => words !== false);
  });
}

async function paidPayments(server: TestServer): Promise<Payment[]> {
  const payments = await listPayments(server.db);
  return payments.filter(({ state }) => state === 'PAID' || state === 'PART_REFUNDED');
}
