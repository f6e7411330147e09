import { vi } from 'vitest';
import type { Tools } from './await-payment.ts';
import { fakeShelf } from '#site/forms/fake-shelf.ts';
import { paymentStorage } from './payment-storage.ts';

/** What the fake server answers to one request: a JSON body, a whole answer, or nothing but a broken connection. */
export type FakeAnswer = Record<string, unknown> | Response | 'offline';

/** Answers by the first part of the address that fits; notes what was asked. */
export function fakeServer(answers: Record<string, FakeAnswer | ((nth: number) => FakeAnswer)>) {
  const requests: string[] = [];
  vi.stubGlobal('fetch', async (address: string, { method, body }: RequestInit) => {
    requests.push(`${method} ${address}${body === undefined ? '' : ' with a body'}`);
    const found = Object.entries(answers).find(([part]) => address.includes(part));
    if (!found) throw new Error(`nobody answers ${address}`);
    const [part, answer] = found;
    const nth = requests.filter((request) => request.includes(part)).length;
    const given = typeof answer === 'function' ? answer(nth) : answer;
    if (given === 'offline') throw new TypeError('Failed to fetch');
    return given instanceof Response ? given.clone() : Response.json(given);
  });
  return requests;
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
