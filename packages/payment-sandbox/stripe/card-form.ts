import * as z from 'zod/mini';
import { findTestCard, type TestCard } from './test-cards.ts';

/** The mistakes by their codes. An address may contain a code, but nothing that the payer typed. */
export const problems = {
  number: { field: 'number', message: 'Your card number is not a test card.' },
  expiry: { field: 'expiry', message: 'Enter the expiry date as month and year, like 12 / 34.' },
  expired: { field: 'expiry', message: 'Your card has expired.' },
  cvc: { field: 'cvc', message: 'Enter the 3 or 4 digits of the security code.' },
  generic_decline: { field: null, message: 'Your card was declined.' },
  insufficient_funds: { field: null, message: 'Your card has insufficient funds.' },
  authentication_failed: {
    field: null,
    message: 'Your card could not be authenticated. Please try again or use another card.',
  },
} as const;

export type Problem = keyof typeof problems;

export function isProblem(code: string): code is Problem {
  return Object.hasOwn(problems, code);
}

const form = z.object({
  card_number: z.catch(z.string(), ''),
  expiry: z.catch(z.string(), ''),
  cvc: z.catch(z.string(), ''),
});

export function readCard(sent: unknown, now: Date): { card: TestCard } | { problems: Problem[] } {
  const typed = z.parse(form, sent ?? {});
  const card = findTestCard(typed.card_number);
  const expiry = expiryProblem(typed.expiry, now);
  const found: Problem[] = [];
  if (!card) found.push('number');
  if (expiry) found.push(expiry);
  if (!/^\d{3,4}$/.test(typed.cvc.trim())) found.push('cvc');
  return card && found.length === 0 ? { card } : { problems: found };
}

function expiryProblem(typed: string, now: Date): 'expiry' | 'expired' | undefined {
  const [, month, year] =
    /^\s*(0[1-9]|1[0-2]|[1-9](?=\s*\/))\s*\/?\s*(?:20)?(\d{2})\s*$/.exec(typed) ?? [];
  if (month === undefined || year === undefined) return 'expiry';
  // `Date.UTC` counts months from 0, so this is the next month's first day: a card is valid until the end of its
  // month.
  const end = Date.UTC(2000 + Number(year), Number(month));
  return end <= now.getTime() ? 'expired' : undefined;
}
