import { MINUTE } from '#contract/time-spans.ts';
import { endOf } from '#server/privacy/cutoff.ts';
import { erasePerson } from '#server/privacy/erase-person.ts';
import { purge } from '#server/privacy/purge.ts';
import { listPayments, type Payment } from '#server/payments/payments.ts';
import { pollOpenPayments } from '#server/payments/poll-open-payments.ts';
import { hasMoney } from '#server/payments/payment-states.ts';
import { listRefunds } from '#server/payments/refunds.ts';
import type { Dice } from './dice.ts';
import { bankActs } from './random-bank-acts.ts';
import { cashActs } from './random-cash-acts.ts';
import { correctionsActs } from './random-correction-acts.ts';
import { organisersActs } from './random-organiser-acts.ts';
import { participantsActs } from './random-participant-acts.ts';
import { pricesOfPersonsActs } from './random-prices-of-persons.ts';
import { visitorsActs } from './random-visitor-acts.ts';
import {
  type WeightedAct,
  likelyOne,
  oneOf,
  PROVIDERS,
  serverOf,
  type World,
} from './random-world.ts';
import type { TestServer } from './test-server.ts';

/** One act: its name for the reader of a failed run, and its function. */
export type Act = { name: string; perform: () => Promise<unknown> };

/** In the last three pauses the keys of PayPal and Stripe expire; in the last pause a link expires, too. */
const PAUSES = [1, 1, 5, 5, 20, 61, 7 * 60, 25 * 60, 3 * 24 * 60, 31 * 24 * 60] as const;
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
const MODES = ['on', 'on', 'off', 'duplicate', 'forged', 'delayed'] as const;

/** Chooses the next act. All random choices of the act come from the same dice. */
export function randomAct(world: World, dice: Dice): Act {
  const [, name, perform] = likelyOne(dice, actsOf(world, dice));
  return { name, perform };
}

function actsOf(world: World, dice: Dice): WeightedAct[] {
  return [
    ...visitorsActs(world, dice),
    ...pricesOfPersonsActs(world, dice),
    ...participantsActs(world, dice),
    ...correctionsActs(world, dice),
    ...organisersActs(world, dice),
    ...privacyActs(world, dice),
    ...providersActs(world, dice),
    ...bankActs(world, dice),
    ...cashActs(world, dice),
    ...operatorsActs(world, dice),
  ];
}

function privacyActs(world: World, dice: Dice): WeightedAct[] {
  return [
    [
      2,
      'erase somebody',
      async () => {
        const at = dice(world.people.length);
        const somebody = world.people[at];
        if (!somebody) return;
        const isEvenPaid = dice(2) === 1;
        const { waits, warnings } = await erasePerson(
          { ...filesOf(world), ...keepingOf(world) },
          somebody.email,
          isEvenPaid,
        );
        if (waits.length > 0 || (warnings.length > 0 && !isEvenPaid)) return;
        world.people[at] = world.newcomer();
        world.erased.push(somebody);
        // A plan on an organiser's screen may still name the person.
        world.pendingPlans = [];
      },
    ],
    [1, 'purge', () => purgeNow(world)],
  ];
}

/** Removes data whose retention period is over. */
export async function purgeNow(world: World): Promise<void> {
  const { content, db } = world.server;
  const now = world.server.clock.now();
  await purge({ ...filesOf(world), db, now, content }, true);
}

function filesOf({ server: { files } }: World) {
  return { store: files.store, mailFolder: `${files.dataDir}/mail` };
}

function keepingOf({ server: { db, clock, content } }: World) {
  return { db, now: clock.now(), conferenceEnd: endOf(content.conference.dates.end) };
}

function providersActs(world: World, dice: Dice): WeightedAct[] {
  const { control } = world.server.sandbox;
  const paid = async () =>
    oneOf(
      dice,
      (await payments(world)).filter(({ state }) => hasMoney(state)),
    );
  /** A provider refuses a refund, a dispute or a decision that is impossible, and the act then does nothing. */
  const ifPossible = (work: () => unknown) => {
    try {
      work();
    } catch {
      // The pretend provider refuses the action.
    }
  };
  return [
    [
      1,
      'break the next calls',
      async () => {
        const fault = oneOf(dice, FAULTS);
        if (fault) control.failNext(fault, 1 + dice(2));
      },
    ],
    [
      1,
      'lose the answers to a refund',
      async () => {
        const lost = ['reset-after', 'reset-before', 'malformed', 'unparsable'] as const;
        const fault = oneOf(dice, lost);
        if (fault) control.failNext(fault, 1 + dice(2), { purpose: 'refund' });
      },
    ],
    [2, 'change how webhooks are sent', async () => control.webhooks(oneOf(dice, MODES) ?? 'on')],
    [1, 'release webhooks', async () => control.releaseWebhooks(dice(2) ? 'reversed' : 'as-made')],
    [
      2,
      'refund in the dashboard',
      async () => {
        const payment = await paid();
        if (payment) ifPossible(() => control.refund(payment.ref ?? '', dice(2) ? 100 : undefined));
      },
    ],
    [
      2,
      'let a bank return a refund',
      async () => {
        const sent = (await listRefunds(world.server.db)).flatMap(({ ref }) => ref ?? []);
        const ref = oneOf(dice, sent);
        if (ref !== undefined) ifPossible(() => control.failRefund(ref));
      },
    ],
    [1, 'let refunds wait for the bank', async () => control.pendingRefunds(dice(2) === 1)],
    [
      1,
      'dispute',
      async () => {
        const payment = await paid();
        if (payment)
          ifPossible(() => control.dispute(payment.ref ?? '', dice(2) ? 100 : undefined));
      },
    ],
    [
      1,
      'decide a dispute',
      async () => {
        const disputed = (await payments(world)).flatMap(({ ref }) => ref ?? []);
        const ref = oneOf(
          dice,
          disputed.filter((each) => !world.decided.has(each)),
        );
        if (ref === undefined) return;
        ifPossible(() => {
          control.closeDispute(ref, dice(2) ? 'lost' : 'won');
          world.decided.add(ref);
        });
      },
    ],
  ];
}

function operatorsActs(world: World, dice: Dice): WeightedAct[] {
  const { server, beside } = world;
  return [
    [3, 'wait', async () => advance(server, oneOf(dice, PAUSES) ?? 1)],
    [2, 'poll', () => poll(serverOf(world, dice))],
    [2, 'poll from two servers', () => Promise.all([poll(server), poll(beside)])],
    [1, 'restart', () => server.restart()],
    [1, 'restart without a provider', () => server.restart({ without: oneOf(dice, PROVIDERS) })],
  ];
}

/** Runs one round of a server's background work. */
export async function poll(server: TestServer, dueBy?: Date): Promise<void> {
  const faults: unknown[] = [];
  await pollOpenPayments(
    server.context,
    (_, error) => faults.push(error),
    ...(dueBy ? [{ dueBy }] : []),
  );
  if (faults.length > 0) throw faults[0];
}

export function advance(server: TestServer, minutes: number): void {
  server.clock.advance(minutes * MINUTE);
  server.sandbox.control.advance(0);
}

async function payments({ server }: World): Promise<Payment[]> {
  return (await listPayments(server.db)).filter(({ provider }) => provider !== 'free');
}
