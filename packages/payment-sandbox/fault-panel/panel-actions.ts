import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod/mini';
import type { SandboxControl } from '../control.ts';
import type { Fault, Outcome, Provider } from '../faults.ts';
import type { PretendPayment } from '../ledger.ts';
import { minorUnits } from '../money.ts';
import type { WebhookMode } from '../webhooks.ts';

// What a form can choose, by its value, with the words of the page.

export const providers: Record<Provider, string> = { stripe: 'Stripe', paypal: 'PayPal' };

export const modes: Record<WebhookMode, [name: string, means: string]> = {
  on: ['Normal', 'Each is sent, and again until the site takes it.'],
  off: ['Lost', 'What happens from now on is never told.'],
  duplicate: ['Doubled', 'Each is sent twice at the same moment.'],
  delayed: ['Late', 'All are kept back until you release them.'],
  forged: ['Forged', 'Signed with a wrong key: the site has to refuse.'],
};

export const purposes = {
  any: 'Any call',
  open: 'Opening a payment',
  look: 'Asking how it stands',
  capture: 'Collecting what was approved',
  refund: 'Sending money back',
};

export const faults = {
  'reset-after': 'Done, but the answer is lost',
  'http-500': 'HTTP 500, nothing is done',
  'http-429': 'HTTP 429, too many calls',
  hang: 'Hangs, nothing is done',
  'hang-after': 'Done, but hangs instead of answering',
  'reset-before': 'Connection cut, nothing is done',
  malformed: 'Done, but the answer breaks off',
  unparsable: 'Done, but the answer makes no sense',
};

export const outcomes: Record<Outcome, string> = {
  declined: 'Declined',
  pending: 'Stays pending',
};

/** Parts of the page; also the ids of their headings. */
export type Section = 'standing' | 'webhooks' | 'outcome' | 'faults' | 'clock' | 'payments';

type Run<Sent> = (control: SandboxControl, sent: Sent, log: (line: string) => void) => unknown;

type Action = {
  section: Section;
  /** The message of the page after the action. */
  text: string;
  run: Run<unknown>;
};

function action<Sent>(
  section: Section,
  text: string,
  takes: z.ZodMiniType<Sent>,
  does: Run<Sent>,
): Action {
  return { section, text, run: (control, sent, log) => does(control, z.parse(takes, sent), log) };
}

function oneOf<Value extends string>(choices: Record<Value, unknown>, error: string) {
  return z.enum(Object.keys(choices) as [Value, ...Value[]], error);
}

/** In milliseconds. */
const leaps = { hour: 3_600_000, 'three-hours': 10_800_000, day: 86_400_000 };

const nothing = z.object({});
const provider = oneOf(providers, 'Choose Stripe or PayPal.');
const payment = z.string();
const times = z.pipe(
  z.pipe(z.string(), z.transform(Number)),
  z
    .int('How often is a whole number.')
    .check(z.minimum(1, 'At least once.'), z.maximum(20, 'At most twenty times.')),
);

/** Waiting for webhooks that hang would delay the page. */
const RELEASE_MS = 3_000;

export const actions: Record<string, Action> = {
  normal: action('standing', 'Everything is back to normal.', nothing, (control) => {
    control.clearFaults();
    control.webhooks('on');
    control.advance(-control.settings().clockAheadMs);
  }),
  webhooks: action(
    'webhooks',
    'From now on webhooks go that way.',
    z.object({ mode: oneOf(modes, 'Choose how webhooks go.') }),
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
      await Promise.race([released, pause(RELEASE_MS, undefined, { ref: false })]);
    },
  ),
  outcome: action(
    'outcome',
    'Ordered: the next payment goes that way.',
    z.object({ provider, outcome: oneOf(outcomes, 'Choose how it goes.') }),
    (control, sent) => control.nextPayment(sent.provider, sent.outcome),
  ),
  fault: action(
    'faults',
    'Ordered: it waits for its call.',
    z.object({
      provider,
      purpose: oneOf(purposes, 'Choose a call.'),
      fault: oneOf(faults, 'Choose what happens.'),
      times,
    }),
    (control, sent) =>
      control.failNext(faultNamed(sent.fault), sent.times, {
        provider: sent.provider,
        ...(sent.purpose !== 'any' && { purpose: sent.purpose }),
      }),
  ),
  clear: action('faults', 'What was ordered is taken back.', nothing, (control) =>
    control.clearFaults(),
  ),
  clock: action(
    'clock',
    'The pretend clock was moved.',
    z.object({ by: oneOf({ ...leaps, back: 0 }, 'Choose how far.') }),
    (control, { by }) =>
      control.advance(by === 'back' ? -control.settings().clockAheadMs : leaps[by]),
  ),
  refund: action(
    'payments',
    'The money went back, as if by a click in the dashboard.',
    z.object({ payment, amount: z.string() }),
    (control, sent) => {
      const { id, currency, provider: taker } = find(control, sent.payment);
      const text = sent.amount.trim();
      const amount = text === '' ? undefined : minorUnits(text, currency, taker);
      if (amount === 0) throw new Error(`"${text}" is no amount: write one such as 12.50.`);
      control.refund(id, amount);
    },
  ),
  dispute: action(
    'payments',
    'The payer disputes this payment now.',
    z.object({ payment }),
    (control, sent) => void control.dispute(find(control, sent.payment).id),
  ),
  decide: action(
    'payments',
    'The dispute is decided.',
    z.object({ payment, outcome: z.enum(['won', 'lost'], 'Choose how it ends.') }),
    (control, { outcome, ...sent }) =>
      control.closeDispute(find(control, sent.payment).id, outcome),
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
};

function faultNamed(name: keyof typeof faults): Fault {
  if (name === 'http-500') return { status: 500 };
  return name === 'http-429' ? { status: 429 } : name;
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
