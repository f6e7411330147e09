import { request } from 'node:http';
import * as z from 'zod/mini';
import { calls } from '#contract/calls.ts';
import { type Shot, shotsOf, UNIQUE_NAME } from './malformed-requests.ts';

export type FuzzResult = {
  sent: number;
  statuses: Map<number, number>;
  /** Every 5xx answer: its status, code and message, and how often it came. */
  outages: Map<string, number>;
  problems: string[];
  /** Names that came only in requests refused as unreadable: nothing of them may be stored. */
  refused: Set<string>;
  /** References of acknowledged abstracts. */
  references: Set<string>;
};

/** Few enough at once that an otherwise idle machine never answers 503. */
const AT_ONCE = 4;

/**
 * Sends malformed requests to every call of the contract, the same ones for the same seed. These answers are problems:
 * any 5xx, none within 15 seconds, an error that is not JSON with a message, or one that shows internals. No request is
 * sent a second time because of its answer.
 */
export async function fuzzCalls(origin: string, seed: number, count: number): Promise<FuzzResult> {
  const shots = shotsOf(seed, count, await priceOfSpeaker(origin));
  const result: FuzzResult = {
    sent: 0,
    statuses: new Map(),
    outages: new Map(),
    problems: [],
    refused: new Set(),
    references: new Set(),
  };
  const kept = new Set<string>();
  let next = 0;
  const worker = async () => {
    while (next < shots.length) {
      const shot = shots[next++];
      if (shot) await fire(origin, shot, result, kept);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  // The same name may also have come in a valid request.
  return { ...result, refused: result.refused.difference(kept) };
}

/** Statuses of requests that were refused before anything was done. */
const UNREADABLE = new Set([400, 405, 413, 414, 415, 417]);

async function fire(
  origin: string,
  shot: Shot,
  result: FuzzResult,
  kept: Set<string>,
): Promise<void> {
  const answer = await send(origin, shot);
  const { status, text } = answer;
  result.sent += 1;
  increase(result.statuses, status);
  if (status >= 500) increase(result.outages, outageOf(answer));
  for (const [name] of shot.body.toString('utf8').matchAll(UNIQUE_NAME)) {
    (UNREADABLE.has(status) ? result.refused : kept).add(name);
  }
  const reference = shot.path.includes('/submit') && /"reference":"([^"]+)"/.exec(text)?.[1];
  if (status === 200 && reference) result.references.add(reference);
  const wrong = wrongWith(shot, answer);
  if (wrong === undefined) return;
  const sample = shot.body.toString('latin1').slice(0, 200);
  result.problems.push(`${shot.method} ${shot.path}: ${wrong} (${status}), sent ${sample}`);
}

function outageOf({ status, text }: Answer): string {
  const [, code = 'no code'] = /"code":"([^"]*)"/.exec(text) ?? [];
  const [, message = text.slice(0, 100)] = /"message":"([^"]*)"/.exec(text) ?? [];
  return `${status} ${code}: ${message}`;
}

function increase<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

type Answer = { status: number; type: string; text: string };

/** The one call whose page shows an error message as it is. */
const AS_TEXT = '/api/discounts/create-session';
const INSIDE =
  /node_modules|\.ts:\d|\bat \w+ \(|sqlite|postgres|kysely|select .+ from|\/tmp\/|errno|ECONN/i;

function wrongWith({ method, path }: Shot, { status, type, text }: Answer): string | undefined {
  if (status === 0) return 'no answer';
  if (INSIDE.test(text)) return 'shows internals';
  if (status >= 500) return 'a fault or an outage';
  if (status < 400) return undefined;
  if (method === 'HEAD') return undefined;
  if (path.startsWith(AS_TEXT) && type.startsWith('text/plain'))
    return text ? undefined : 'no word';
  if (type !== 'application/json; charset=utf-8') return `is ${type}`;
  const message: unknown = Reflect.get(Object(JSON.parse(text)), 'message');
  const isSentence = typeof message === 'string' && message !== '' && message.length <= 1000;
  return isSentence ? undefined : 'no message';
}

function send(origin: string, { method, path, headers, body }: Shot): Promise<Answer> {
  return new Promise((resolve) => {
    let status = 0;
    const lost = () => resolve({ status, type: '', text: '' });
    const call = request(`${origin}${path}`, { method, headers, timeout: 15_000, agent: false });
    call.on('timeout', () => call.destroy());
    call.on('error', lost);
    call.on('response', (response) => {
      status = response.statusCode ?? 0;
      let text = '';
      response.setEncoding('utf8').on('data', (more: string) => (text += more));
      response.on('error', lost);
      response.on('end', () =>
        resolve({ status, type: response.headers['content-type'] ?? '', text }),
      );
    });
    call.end(body);
  });
}

async function priceOfSpeaker(origin: string): Promise<number> {
  const answer = await fetch(`${origin}${calls.getPricing.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      registrationType: 'REGISTRATION_ONLY',
      presentationType: 'SPEAKER',
      numberOfNights: 1,
      numberOfGuests: 0,
    }),
  });
  const [option] = z.array(z.object({ totalPrice: z.number() })).parse(await answer.json());
  if (!option) throw new Error('a speaker has no price');
  return option.totalPrice;
}
