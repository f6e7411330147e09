import { asCents } from '#contract/money.ts';
import { listPayments } from '#server/payments/payments.ts';
import { pollOpenPayments } from '#server/payments/poll-open-payments.ts';
import { listRefunds } from '#server/payments/refunds.ts';
import { requestRefund, sendRefund, takeRefundBack } from '#server/payments/send-refunds.ts';
import type { Payment } from '#server/payments/payments.ts';
import { differencesIn } from './payment-differences.ts';
import type { TestServer } from './test-server.ts';
import { aCheckout, aPaypalRequest, aPerson, chooseAt, payAt } from './visitor.ts';

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
  { status: 500, remembered: true },
  { status: 409 },
  { status: 429 },
  'reset-before',
  'reset-after',
  'malformed',
  'unparsable',
] as const;
const CARDS = [
  '4242424242424242',
  '4242424242424242',
  '4242424242424242',
  '4000000000000002',
  '4000000000000077',
] as const;
const CHOICES = ['pays', 'pays', 'pays', 'is-declined', 'stays-pending', 'cancel'] as const;
const MODES = ['on', 'on', 'off', 'duplicate', 'forged', 'delayed'] as const;
/** As people write one number. */
const PHONES = ['+46 8 5550 142', '+46-8-5550-142', '004685550142', '+46 8 5550 143'] as const;
const STAYS = [
  {},
  { registrationType: 'REGISTRATION_AND_ACCOMMODATION', nights: 1, guests: 0 },
  { registrationType: 'REGISTRATION_AND_ACCOMMODATION', nights: 2, guests: 1 },
] as const;
const PROVIDERS = ['stripe', 'paypal'] as const;
const MINUTE = 60_000;
/** The last two are longer than PayPal and Stripe remember keys. */
const PAUSES = [1, 1, 5, 5, 20, 61, 7 * 60, 25 * 60] as const;

/**
 * Does at random what payers, an organiser, providers and networks can do to the payments of up to three people, then ends
 * all faults, lets the poller run, and returns where our tables, receipts and mails differ from what the providers did. No
 * difference is the only right answer. The server has to be new.
 */
export async function runRandomPayments(
  server: TestServer,
  dice: Dice,
  steps: number,
  tell: (step: string) => void = () => undefined,
): Promise<string[]> {
  const { control } = server.sandbox;
  const oneOf = <T>(all: readonly T[]) => all[dice(all.length)];
  const people = Array.from({ length: 1 + dice(3) }, () => aPerson());
  const urls: string[] = [];
  const refs: string[] = [];
  const decided = new Set<string>();

  const open = async (provider: 'stripe' | 'paypal') => {
    const person = oneOf(people);
    const phone = oneOf(PHONES);
    const request = await aCheckout(server, oneOf(STAYS), { ...person, ...(phone && { phone }) });
    const { json } =
      provider === 'stripe'
        ? await server.post(request.path, request.body)
        : await server.post('/api/payment/paypal/create', aPaypalRequest(server, request));
    const url = json['url'] ?? json['approvalUrl'];
    if (url === undefined) return;
    urls.push(String(url));
    refs.push(String(json['sessionId'] ?? json['orderId']));
  };
  const pay = async () => {
    const url = oneOf(urls);
    if (url?.includes('/stripe/')) await payAt(url, oneOf(CARDS));
    if (url?.includes('/paypal/')) await chooseAt(url, oneOf(CHOICES));
  };
  const comeBack = async () => {
    const ref = oneOf(refs);
    if (ref?.startsWith('cs_')) await server.post(`/api/payment/update?sessionId=${ref}`);
    else if (ref) await server.post(`/api/payment/paypal/capture/${ref}`);
  };
  const paid = async () => oneOf(await paidPayments(server));
  /** How likely each is, and what it does. */
  const actions: readonly [number, string, () => Promise<unknown>][] = [
    [2, 'open a card checkout', () => open('stripe')],
    [1, 'open a PayPal checkout', () => open('paypal')],
    [4, 'pay', pay],
    [3, 'come back', comeBack],
    [
      1,
      'ask',
      async () => {
        const ref = oneOf(refs);
        if (ref?.startsWith('cs_')) await server.get(`/api/payment/status/${ref}`);
      },
    ],
    [
      1,
      'break the next calls',
      async () => {
        const fault = oneOf(FAULTS);
        if (fault) control.failNext(fault, 1 + dice(2));
      },
    ],
    [1, 'send webhooks in another way', async () => control.webhooks(oneOf(MODES) ?? 'on')],
    [1, 'release webhooks', () => control.releaseWebhooks(dice(2) ? 'reversed' : 'as-made')],
    [2, 'wait', async () => advance(server, oneOf(PAUSES) ?? 1)],
    [1, 'poll', () => poll(server)],
    [2, 'poll twice at once', () => Promise.all([poll(server), poll(server)])],
    [1, 'restart', () => server.restart()],
    [1, 'restart without a provider', () => server.restart({ without: oneOf(PROVIDERS) })],
    [
      3,
      'request a refund',
      async () => {
        const payment = await paid();
        if (!payment) return;
        const left = payment.amountCents - payment.refundedCents;
        const cents = oneOf([undefined, asCents(100), asCents(Math.max(1, Math.floor(left / 3)))]);
        const refund = await requestRefund(server.context, payment.id, cents, 'organiser');
        if (dice(3)) await sendRefund(server.context, refund);
      },
    ],
    [
      2,
      'lose the answers to a refund',
      async () => {
        const payment = await paid();
        if (!payment) return;
        const fault = oneOf(['reset-after', 'reset-before', 'malformed', 'unparsable'] as const);
        if (fault) control.failNext(fault, 1 + dice(2), { purpose: 'refund' });
        const refund = await requestRefund(server.context, payment.id, asCents(500), 'organiser');
        await sendRefund(server.context, refund);
      },
    ],
    [
      1,
      'refund in the dashboard',
      async () => {
        const payment = await paid();
        if (payment) control.refund(payment.ref ?? '', dice(2) ? 100 : undefined);
      },
    ],
    [
      1,
      'take a refund back',
      async () => {
        const refund = oneOf(await listRefunds(server.db));
        if (refund) await takeRefundBack(server.context, refund);
      },
    ],
    [
      2,
      'let a bank return a refund',
      async () => {
        const sent = (await listRefunds(server.db)).filter(({ ref }) => ref !== undefined);
        const ref = oneOf(sent)?.ref;
        if (ref !== undefined) control.failRefund(ref);
      },
    ],
    [1, 'let refunds wait for the bank', async () => control.pendingRefunds(dice(2) === 1)],
    [
      1,
      'dispute',
      async () => {
        const payment = await paid();
        if (payment && dice(3) === 0) {
          control.dispute(payment.ref ?? '', dice(2) ? 100 : undefined);
        }
      },
    ],
    [
      1,
      'decide a dispute',
      async () => {
        const ref = oneOf(refs);
        if (ref === undefined || decided.has(ref)) return;
        control.closeDispute(ref, dice(2) ? 'lost' : 'won');
        decided.add(ref);
      },
    ],
  ];
  const likely = actions.flatMap(([times, ...action]) =>
    Array.from({ length: times }, () => action),
  );
  for (let i = 0; i <= people.length; i++) {
    await open(dice(2) ? 'stripe' : 'paypal');
    await pay();
    await comeBack();
  }
  for (let step = 0; step < steps; step++) {
    const [name, act] = oneOf(likely) ?? ['nothing', async () => undefined];
    // Refusals and errors are part of the run; only the comparison at the end counts.
    const outcome = await act().then(
      () => 'done',
      (error: unknown) => String(error),
    );
    tell(`${name}: ${outcome}`);
  }

  await endFaults(server, refs);
  return differencesIn(server);
}

async function poll(server: TestServer): Promise<void> {
  await pollOpenPayments(server.context, () => undefined);
}

function advance(server: TestServer, minutes: number): void {
  server.clock.advance(minutes * MINUTE);
  server.sandbox.control.advance(0);
}

async function endFaults(server: TestServer, refs: string[]): Promise<void> {
  const { control } = server.sandbox;
  control.clearFaults();
  await server.restart();
  control.webhooks('on');
  await control.releaseWebhooks();
  control.pendingRefunds(false);
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
  for (const minutes of [70, 70, 70, 25 * 60, 25 * 60]) {
    advance(server, minutes);
    await control.settled();
    await poll(server);
  }
}

async function paidPayments(server: TestServer): Promise<Payment[]> {
  const payments = await listPayments(server.db);
  return payments.filter(({ state }) => state === 'PAID' || state === 'PART_REFUNDED');
}
