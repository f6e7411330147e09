import { createHash } from 'node:crypto';
import type { StripeAccount } from './stripe-account.ts';
import { keyInUse, StripeError } from './stripe-error.ts';

export type Answer = {
  status: number;
  /** JSON without spaces. */
  body: string;
  /** Whether a repetition with the same key gets this answer again. */
  remembered: boolean;
  replayOf?: string;
};

const DAY = 24 * 60 * 60;

export type Idempotency = {
  once(
    call: { key: string; fingerprint: string; requestId: string },
    work: () => Promise<Answer>,
  ): Promise<Answer>;
};

export function idempotency(account: StripeAccount): Idempotency {
  const running = new Set<string>();
  return {
    async once({ key, fingerprint, requestId }, work) {
      if (running.has(key)) throw keyInUse();
      const now = account.clock.seconds();
      const earlier = account.idempotency.get(key);
      if (earlier && earlier.created + DAY > now) {
        if (earlier.fingerprint !== fingerprint) throw otherParameters(key);
        const { status, body, requestId: replayOf } = earlier;
        return { status, body, remembered: false, replayOf };
      }
      running.add(key);
      try {
        const answer = await work();
        const { status, body } = answer;
        if (answer.remembered)
          account.idempotency.put(key, { created: now, fingerprint, requestId, status, body });
        return answer;
      } finally {
        running.delete(key);
      }
    },
  };
}

export function forgetOldKeys(account: StripeAccount): void {
  const now = account.clock.seconds();
  for (const [key, row] of account.idempotency.entries())
    if (row.created + DAY <= now) account.idempotency.remove(key);
}

/** Equal for equal parameters in any order. */
export function fingerprintOf(method: string, path: string, parameters: unknown): string {
  return createHash('sha256')
    .update(`${method} ${path} ${sortedJson(parameters)}`)
    .digest('hex');
}

function sortedJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

function otherParameters(key: string): StripeError {
  return new StripeError({
    status: 400,
    type: 'idempotency_error',
    message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
  });
}
