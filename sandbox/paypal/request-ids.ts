import type { PayPalAccount } from './paypal-account.ts';
import { refused, refusedFor } from './paypal-error.ts';

export type Outcome = {
  status: number;
  body: string;
  /** Whether a repetition with the same PayPal-Request-Id gets this answer again. */
  remembered: boolean;
};

const SIX_HOURS = 6 * 60 * 60;

export type RequestIds = {
  /** An id is distinguished by the kind of call only, not by the body. */
  once(call: { kind: string; requestId: string }, work: () => Promise<Outcome>): Promise<Outcome>;
};

export function requestIds(account: PayPalAccount): RequestIds {
  const running = new Set<string>();
  return {
    async once({ kind, requestId }, work) {
      if ([...requestId].length > 108)
        throw refused([
          { issue: 'INVALID_STRING_LENGTH', field: 'PayPal-Request-Id', location: 'header' },
        ]);
      const key = `${kind} ${requestId}`;
      if (running.has(key)) throw refusedFor('PREVIOUS_REQUEST_IN_PROGRESS');
      const now = account.clock.seconds();
      const earlier = account.requests.get(key);
      if (earlier && earlier.created + SIX_HOURS > now) {
        const { status, body } = earlier;
        return { status: status === 201 ? 200 : status, body, remembered: false };
      }
      running.add(key);
      try {
        const outcome = await work();
        const { status, body } = outcome;
        if (outcome.remembered) account.requests.put(key, { created: now, status, body });
        return outcome;
      } finally {
        running.delete(key);
      }
    },
  };
}

export function forgetOldRequests(account: PayPalAccount): void {
  const now = account.clock.seconds();
  for (const [key, row] of account.requests.entries())
    if (row.created + SIX_HOURS <= now) account.requests.remove(key);
}
