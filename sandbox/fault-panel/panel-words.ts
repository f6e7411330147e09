import type { AimedFault, Fault } from '../faults.ts';
import type { Outcome } from '../next-outcomes.ts';
import type { PretendPayment } from '../pretend-payments.ts';
import type { SandboxSettings } from '../sandbox-control.ts';
import type { WebhookMode } from '../webhook-sender.ts';
import { type FaultName, faultNames, faultsByName, type purposes } from './panel-actions.ts';

export const providerNames = { stripe: 'Stripe', paypal: 'PayPal' } as const;

export const modeWords: Record<WebhookMode, { name: string; means: string }> = {
  on: { name: 'Normal', means: 'Each is sent, and again until the site takes it.' },
  off: { name: 'Lost', means: 'What happens from now on is never told.' },
  duplicate: { name: 'Doubled', means: 'Each is sent twice at the same moment.' },
  delayed: { name: 'Late', means: 'All are kept back until you release them.' },
  forged: { name: 'Forged', means: 'Signed with a wrong key: the site has to refuse.' },
};

export const purposeWords: Record<(typeof purposes)[number], string> = {
  any: 'Any call',
  open: 'Opening a payment',
  look: 'Asking how it stands',
  capture: 'Collecting what was approved',
  refund: 'Sending money back',
};

export const faultWords: Record<FaultName, string> = {
  'reset-after': 'Done, but the answer is lost',
  'http-500': 'HTTP 500, nothing is done',
  'http-429': 'HTTP 429, too many calls',
  hang: 'Hangs, nothing is done',
  'hang-after': 'Done, but hangs instead of answering',
  'reset-before': 'Connection cut, nothing is done',
  malformed: 'Done, but the answer breaks off',
  unparsable: 'Done, but the answer makes no sense',
};

export const outcomeWords: Record<Outcome, string> = {
  declined: 'Declined',
  pending: 'Stays pending',
};

export const stageWords: Record<PretendPayment['stage'], string> = {
  open: 'waiting for the payer',
  approved: 'approved, not collected',
  pending: 'pending',
  paid: 'paid',
  failed: 'failed',
  expired: 'lapsed',
};

/** A sentence for each fault and outcome that is ordered and has not happened yet. */
export function orderWords({ faults, outcomes }: SandboxSettings): string[] {
  const sentences = [
    ...outcomes.map(
      ({ provider, outcome }) =>
        `${providerNames[provider]}, next payment: ${outcomeWords[outcome].toLowerCase()}`,
    ),
    ...faults.map(aimedWords),
  ];
  const groups = Map.groupBy(sentences, (sentence) => sentence);
  return [...groups].map(([sentence, { length }]) =>
    length === 1 ? sentence : `${sentence} (${length} times)`,
  );
}

function aimedWords({ fault, aim: { provider, purpose } }: AimedFault): string {
  const who = provider === undefined ? 'Either provider' : providerNames[provider];
  return `${who}, ${lowered(purposeWords[purpose ?? 'any'])}: ${lowered(wordsOf(fault))}`;
}

/** Tests can order faults that this page does not offer. */
function wordsOf(fault: Fault): string {
  const text = JSON.stringify(fault);
  const name = faultNames.find((candidate) => JSON.stringify(faultsByName[candidate]) === text);
  return name === undefined ? text : faultWords[name];
}

function lowered(words: string): string {
  return words.startsWith('HTTP') ? words : words.charAt(0).toLowerCase() + words.slice(1);
}

const HOUR = 3_600_000;

export function spanWords(ms: number): string {
  const hours = Math.round(ms / HOUR);
  const days = Math.floor(hours / 24);
  const parts = [days > 0 && counted(days, 'day'), hours % 24 > 0 && counted(hours % 24, 'hour')];
  return parts.filter((part) => part !== false).join(' and ') || 'a little';
}

function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`;
}

/** 21 Nov, 12:03:33 UTC. Cut from the runtime's own text, because the tables of Intl would take 8 MB. */
export function timeText(time: Date): string {
  const text = time.toUTCString();
  return `${text.slice(5, 11)}, ${text.slice(17, 25)} UTC`;
}

/** Long ids are capabilities and hard to read, so only their ends are shown. */
export function shortened(text: string): string {
  return text.replaceAll(/[A-Za-z0-9]{16,}/g, (id) => `${id.slice(0, 4)}…${id.slice(-4)}`);
}
