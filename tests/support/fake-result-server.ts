import { vi } from 'vitest';
import { fakeStorage } from '#site/forms/fake-storage.ts';
import type { CheckDeps } from '#site/payment-result/payment-check.ts';
import { paymentStorage } from '#site/payment-result/payment-storage.ts';

/** The fake server's answer to one request: a JSON body, a whole response, a broken connection, or no answer. */
export type FakeAnswer = Record<string, unknown> | Response | 'offline' | 'silent';

/** Answers a request by the first matching part of the address, and returns the list of requests. */
export function fakeServer(answers: Record<string, FakeAnswer | ((nth: number) => FakeAnswer)>) {
  const requests: string[] = [];
  vi.stubGlobal('fetch', async (address: string, { method, body, signal }: RequestInit) => {
    const form = body instanceof URLSearchParams ? ' as a form' : '';
    requests.push(`${method} ${address}${form || (body === undefined ? '' : ' with a body')}`);
    const found = Object.entries(answers).find(([part]) => address.includes(part));
    if (!found) throw new Error(`no answer for ${address}`);
    const [part, answer] = found;
    const nth = requests.filter((request) => request.includes(part)).length;
    const given = typeof answer === 'function' ? answer(nth) : answer;
    if (given === 'offline') throw new TypeError('Failed to fetch');
    if (given === 'silent') await aborted(signal);
    return given instanceof Response ? given.clone() : Response.json(given);
  });
  return requests;
}

/** Rejects, as fetch does, with the reason of the abort. */
function aborted(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason));
  });
}

/** Storage and pauses without a browser: every pause is recorded and ends at once. */
export function fakeCheck(stored: {
  onThisDevice?: Record<string, string>;
  inThisTab?: Record<string, string>;
}) {
  const onThisDevice = new Map(Object.entries(stored.onThisDevice ?? {}));
  const inThisTab = new Map(Object.entries(stored.inThisTab ?? {}));
  const pauses: number[] = [];
  const deps: CheckDeps = {
    storage: paymentStorage({
      onThisDevice: fakeStorage(onThisDevice),
      inThisTab: fakeStorage(inThisTab),
    }),
    sleep: async (milliseconds) => void pauses.push(milliseconds),
    now: () => new Date('2026-05-29T08:00:00Z'),
  };
  return { deps, pauses, onThisDevice, inThisTab };
}
