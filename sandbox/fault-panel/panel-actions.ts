import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod/mini';
import type { Fault } from '../faults.ts';
import { minorUnits } from '../money-text.ts';
import type { PretendPayment } from '../pretend-payments.ts';
import type { SandboxControl } from '../sandbox-control.ts';

export const ACTION_PATH = '/sandbox/panel';

/** Parts of the page; also the ids of their headings. */
export type Section = 'standing' | 'webhooks' | 'outcome' | 'faults' | 'clock' | 'payments';

type Action = {
  section: Section;
  /** The message of the page after the action. */
  text: string;
  run(control: SandboxControl, sent: unknown, log: (line: string) => void): unknown;
};

function action<Sent>(
  section: Section,
  text: string,
  takes: z.ZodMiniType<Sent>,
  does: (control: SandboxControl, sent: Sent, log: (line: string) => void) => unknown,
): Action {
  return { section, text, run: (control, sent, log) => does(control, z.parse(takes, sent), log) };
}

export const modes = ['on', 'off', 'duplicate', 'delayed', 'forged'] as const;
export const purposes = ['any', 'open', 'look', 'capture', 'refund'] as const;

/** The faults that can be ordered for an API call, by their names in the form. */
export const faultsByName = {
  'reset-after': 'reset-after',
  'http-500': { status: 500 },
  'http-429': { status: 429 },
  hang: 'hang',
  'hang-after': 'hang-after',
  'reset-before': 'reset-before',
  malformed: 'malformed',
  unparsable: 'unparsable',
} as const satisfies Record<string, Fault>;
export type FaultName = keyof typeof faultsByName;
export const faultNames = Object.keys(faultsByName) as [FaultName, ...FaultName[]];

/** In milliseconds. */
const leaps = { hour: 3_600_000, 'three-hours': 10_800_000, day: 86_400_000 } as const;

const nothing = z.object({});
const provider = z.enum(['stripe', 'paypal'], 'Choose Stripe or PayPal.');
const payment = z.string();

/** Waiting for webhooks that hang would delay the page. */
const PATIENCE_MS = 3_000;

export const actions = {
  normal: action('standing', 'Everything is back to normal.', nothing, (control) => {
    control.clearFaults();
    control.webhooks('on');
    control.advance(-control.settings().clockAheadMs);
  }),
  webhooks: action(
    'webhooks',
    'From now on webhooks go that way.',
    z.object({ mode: z.enum(modes, 'Choose how webhooks go.') }),
    (control, { mode }) => control.webhooks(mode),
  ),
  release: action(
    'webhooks',
    'What was kept back is on its way, and webhooks go normally again.',
    z.object({ order: z.enum(['as-made', 'reversed'], 'Choose an order.') }),
    async (control, { order }, log) => {
      const released = control.releaseWebhooks(order).catch((cause: unknown) => {
        log(`webhooks could not be released: ${String(cause)}`);
      });
      await Promise.race([released, pause(PATIENCE_MS, undefined, { ref: false })]);
    },
  ),
  outcome: action(
    'outcome',
    'Ordered: the next payment goes that way.',
    z.object({ provider, outcome: z.enum(['declined', 'pending'], 'Choose how it goes.') }),
    (control, sent) => control.nextPayment(sent.provider, sent.outcome),
  ),
  fault: action(
    'faults',
    'Ordered: it waits for its call.',
    z.object({
      provider,
      purpose: z.enum(purposes, 'Choose a call.'),
      fault: z.enum(faultNames, 'Choose what happens.'),
      times: z.pipe(
        z.pipe(z.string(), z.transform(Number)),
        z
          .int('How often is a whole number.')
          .check(z.minimum(1, 'At least once.'), z.maximum(20, 'At most twenty times.')),
      ),
    }),
    (control, { fault, times, purpose, ...sent }) =>
      control.failNext(faultsByName[fault], times, {
        provider: sent.provider,
        ...(purpose !== 'any' && { purpose }),
      }),
  ),
  clear: action('faults', 'What was ordered is taken back.', nothing, (control) =>
    control.clearFaults(),
  ),
  clock: action(
    'clock',
    'The pretend clock was moved.',
    z.object({ by: z.enum(['hour', 'three-hours', 'day', 'back'], 'Choose how far.') }),
    (control, { by }) =>
      control.advance(by === 'back' ? -control.settings().clockAheadMs : leaps[by]),
  ),
  refund: action(
    'payments',
    'The money went back, as if by a click in the dashboard.',
    z.object({ payment, amount: z.string() }),
    (control, sent) => {
      const { id, currency } = find(control, sent.payment);
      const text = sent.amount.trim();
      const amount = text === '' ? undefined : minorUnits(text, currency);
      if (amount === 0) throw new Error(`"${text}" is no amount: write one such as 12.50.`);
      control.refund(id, amount);
    },
  ),
  dispute: action(
    'payments',
    'The payer disputes this payment now.',
    z.object({ payment }),
    (control, sent) => control.dispute(find(control, sent.payment).id),
  ),
  resolve: action(
    'payments',
    'The payment that was pending has come to its end.',
    z.object({ payment, outcome: z.enum(['succeeds', 'fails'], 'Choose how it ends.') }),
    (control, { outcome, ...sent }) => {
      const found = find(control, sent.payment);
      const isGood = outcome === 'succeeds';
      if (found.provider === 'stripe')
        control.resolveAsync(found.id, isGood ? 'succeeded' : 'failed');
      else control.resolvePending(found.id, isGood ? 'completed' : 'denied');
    },
  ),
} as const satisfies Record<string, Action>;

export type ActionName = keyof typeof actions;
export const actionNames = Object.keys(actions) as ActionName[];

export function isAction(name: string): name is ActionName {
  return Object.hasOwn(actions, name);
}

/** Identifies a payment on a page that must not show its id. */
export function handleOf({ id }: PretendPayment): string {
  return createHash('sha256').update(id).digest('base64url').slice(0, 22);
}

function find(control: SandboxControl, handle: string): PretendPayment {
  const found = control.payments().find((candidate) => handleOf(candidate) === handle);
  if (!found) throw new Error('This payment is not among the last ones any more.');
  return found;
}
