import { vi } from 'vitest';
import type { Tools } from './await-payment.ts';
import { fakeShelf } from '#site/forms/fake-shelf.ts';
import { paymentStorage } from './payment-storage.ts';

/** What the fake server answers to one request: a JSON body, a whole answer, a broken connection, or nothing at all. */
export type FakeAnswer = Record<string, unknown> | Response | 'offline' | 'silent';

/** Answers by the first part of the address that fits; notes what was asked. */
export function fakeServer(answers: Record<string, FakeAnswer | ((nth: number) => FakeAnswer)>) {
  const requests: string[] = [];
  vi.stubGlobal('fetch', async (address: string, { method, body, signal }: RequestInit) => {
    const form = body instanceof URLSearchParams ? ' as a form' : '';
    requests.push(`${method} ${address}${form || (body === undefined ? '' : ' with a body')}`);
    const found = Object.entries(answers).find(([part]) => address.includes(part));
    if (!found) throw new Error(`nobody answers ${address}`);
    const [part, answer] = found;
    const nth = requests.filter((request) => request.includes(part)).length;
    const given = typeof answer === 'function' ? answer(nth) : answer;
    if (given === 'offline') throw new TypeError('Failed to fetch');
    if (given === 'silent') await over(signal);
    return given instanceof Response ? given.clone() : Response.json(given);
  });
  return requests;
}

/** Ends, as fetch does, by the reason for which it was called off. */
function over(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason));
  });
}

/** Storage and waits without a browser: every pause is noted and over at once. */
export function fakeTools(kept: {
  onThisDevice?: Record<string, string>;
  inThisTab?: Record<string, string>;
}) {
  const onThisDevice = new Map(Object.entries(kept.onThisDevice ?? {}));
  const inThisTab = new Map(Object.entries(kept.inThisTab ?? {}));
  const pauses: number[] = [];
  const tools: Tools = {
    storage: paymentStorage({
      onThisDevice: fakeShelf(onThisDevice),
      inThisTab: fakeShelf(inThisTab),
    }),
    sleep: async (milliseconds) => void pauses.push(milliseconds),
    now: () => new Date('2026-05-29T08:00:00Z'),
  };
  return { tools, pauses, onThisDevice, inThisTab };
}
