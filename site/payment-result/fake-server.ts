import { vi } from 'vitest';
import type { Tools } from './await-payment.ts';
import { paymentStorage, type Store } from './payment-storage.ts';

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
  local?: Record<string, string>;
  session?: Record<string, string>;
}) {
  const local = fakeStore(kept.local);
  const session = fakeStore(kept.session);
  const pauses: number[] = [];
  const tools: Tools = {
    storage: paymentStorage({ local, session }),
    sleep: async (milliseconds) => void pauses.push(milliseconds),
    now: () => new Date('2026-05-29T08:00:00Z'),
  };
  return { tools, pauses, local, session };
}

function fakeStore(entries: Record<string, string> = {}): Store & { names: () => string[] } {
  const items = new Map(Object.entries(entries));
  return {
    getItem: (name) => items.get(name) ?? null,
    setItem: (name, value) => void items.set(name, value),
    removeItem: (name) => void items.delete(name),
    names: () => [...items.keys()],
  };
}
