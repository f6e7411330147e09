import { request } from 'node:http';
import * as z from 'zod/mini';
import type { Call } from '#contract/call.ts';
import { calls } from '#contract/calls.ts';

export type FuzzResult = {
  sent: number;
  statuses: Map<number, number>;
  /** Every answer of 5xx: its status, code and sentence, and how often it came. */
  outages: Map<string, number>;
  problems: string[];
  /** Names that came only with requests which were refused as unreadable: nothing of them may be kept. */
  refused: Set<string>;
  /** References of abstracts that were said to have arrived. */
  references: Set<string>;
};

type Shot = { method: string; path: string; headers: Record<string, string>; body: Buffer };
type Chance = { pick: <T>(from: readonly T[]) => T; below: (most: number) => number };

/** So few at once that a machine which does nothing else puts nobody off. */
const AT_ONCE = 4;

/**
 * Sends crooked requests to every call of the contract, the same ones for the same seed. What is wrong with an answer is
 * a problem: any 5xx, no answer within 15 seconds, an error that is not JSON with a message, or one that tells of the
 * inside. No request is sent a second time because of its answer.
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
  // The same name may have come with a better request too.
  return { ...result, refused: result.refused.difference(kept) };
}

function shotsOf(seed: number, count: number, price: number): Shot[] {
  const chance = seeded(seed);
  const all: readonly Call[] = Object.values(calls);
  const shots: Shot[] = [];
  while (shots.length < count) {
    const call = all[shots.length % all.length];
    if (!call) throw new Error('the contract has no calls');
    // Somebody presses twice.
    const isAgain = shots.length > 0 && chance.below(20) === 0;
    const isNearlyRight = call.body !== undefined && chance.below(3) === 0;
    shots.push(
      isAgain
        ? chance.pick(shots)
        : isNearlyRight
          ? nearlyRight(call, chance, price)
          : crooked(call, chance),
    );
  }
  return shots;
}

/** Refused before anything was done. */
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

/** The one call whose page shows a refusal as it is. */
const AS_TEXT = '/api/discounts/create-session';
const INSIDE =
  /node_modules|\.ts:\d|\bat \w+ \(|sqlite|postgres|kysely|select .+ from|\/tmp\/|errno|ECONN/i;

function wrongWith({ method, path }: Shot, { status, type, text }: Answer): string | undefined {
  if (status === 0) return 'no answer';
  if (INSIDE.test(text)) return 'tells of the inside';
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

/** As a page sends it, but for one field: what is behind the first check has to be met too. */
function nearlyRight(call: Call, chance: Chance, price: number): Shot {
  const names = fieldsOf(call);
  const odd = chance.below(3) > 0 ? chance.pick(names) : undefined;
  const texts = names.map((name) => {
    if (name !== odd) return [name, rightFor(call, name, chance, price)] as const;
    return [name, chance.below(3) > 0 ? chance.pick(VALUES) : undefined] as const;
  });
  const isForm = call.path.endsWith('/submit');
  const body = isForm
    ? Buffer.from(
        `${texts.map(([name, text]) => formPart(name, text, name === 'abstractFile' ? 'a.pdf' : undefined)).join('')}--B--\r\n`,
      )
    : Buffer.from(JSON.stringify(Object.fromEntries(texts)));
  return {
    method: call.method,
    path: `${call.path}${call.query ? '?pricingConfigId=speaker' : ''}`,
    headers: {
      'content-type': isForm ? 'multipart/form-data; boundary=B' : 'application/json',
      'content-length': String(body.length),
    },
    body,
  };
}

function rightFor({ path }: Call, name: string, chance: Chance, price: number): unknown {
  const isDiscount = path.includes('/discounts/');
  if (name.endsWith('Url')) return undefined;
  if (name === 'registrationType') return 'REGISTRATION_ONLY';
  if (name === 'presentationType') return 'SPEAKER';
  if (name === 'pricingConfigId') return 'speaker';
  if (name === 'currency') return 'EUR';
  if (name === 'unitAmount') return isDiscount ? '105.00' : price;
  if (name === 'amount') return isDiscount ? 105 : price;
  if (/quantity|nights|guests/i.test(name)) return 1;
  return plausible(name, chance);
}

function crooked(call: Call, chance: Chance): Shot {
  const path = call.path.replace(/:\w+/, () => encodeURIComponent(chance.pick(PARAMETERS)));
  const query = call.query ? chance.pick(QUERIES) : chance.pick(['', '', '?__proto__[x]=1']);
  const isForm = call.path.endsWith('/submit');
  const body = isForm && chance.below(4) > 0 ? formBody(call, chance) : jsonBody(call, chance);
  const isOdd = chance.below(12) === 0;
  return {
    method: isOdd
      ? chance.pick(['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD', 'GET', 'POST', 'PROPFIND'])
      : call.method,
    path: `${path}${query}`,
    headers: {
      'content-type':
        isForm && chance.below(8) > 0
          ? 'multipart/form-data; boundary=B'
          : chance.pick([
              'application/json',
              'application/json',
              'application/json',
              'application/json; charset=latin1',
              'text/plain',
              'application/x-www-form-urlencoded',
              '',
              ';',
              'multipart/form-data',
            ]),
      'content-length': String(body.length),
      ...(chance.below(10) === 0 && {
        'idempotency-key': chance.pick([
          'short',
          'x'.repeat(200),
          'a key with blanks',
          'a-good-key-123',
        ]),
      }),
      ...(chance.below(10) === 0 && { 'content-encoding': chance.pick(['gzip', 'br', 'x']) }),
      ...(chance.below(10) === 0 && { 'x-forwarded-for': chance.pick(['::', '1.2.3.4, x', '\t']) }),
    },
    body,
  };
}

function jsonBody(call: Call, chance: Chance): Buffer {
  const kind = chance.below(10);
  if (kind === 0) return Buffer.from(chance.pick(BROKEN));
  const object: Record<string, unknown> = {};
  for (const name of fieldsOf(call)) {
    if (chance.below(12) > 0)
      object[name] = chance.below(3) > 0 ? plausible(name, chance) : chance.pick(VALUES);
  }
  if (chance.below(5) === 0) object[chance.pick(NAMES)] = chance.pick(VALUES);
  const text = JSON.stringify(object);
  return Buffer.from(kind === 1 ? text.slice(0, chance.below(text.length)) : text);
}

function formBody(call: Call, chance: Chance): Buffer {
  const parts = fieldsOf(call).flatMap((name) => {
    if (chance.below(15) === 0) return [];
    const text = chance.below(4) > 0 ? plausible(name, chance) : chance.pick(VALUES);
    const file = name === 'abstractFile' ? chance.pick(FILES) : undefined;
    return [formPart(chance.below(20) === 0 ? chance.pick(NAMES) : name, text, file)];
  });
  const text = `${parts.join('')}--B--\r\n`;
  return Buffer.from(
    chance.below(6) === 0 ? text.slice(0, chance.below(text.length)) : text,
    'utf8',
  );
}

function formPart(name: string, text: unknown, file: string | undefined): string {
  const fileName = file === undefined ? '' : `; filename="${file}"`;
  const content = typeof text === 'string' ? text : (JSON.stringify(text) ?? '');
  return `--B\r\nContent-Disposition: form-data; name="${name}"${fileName}\r\n\r\n${content}\r\n`;
}

const fieldNames = new Map<Call, string[]>();
function fieldsOf(call: Call): string[] {
  const known = fieldNames.get(call);
  if (known) return known;
  const schema = call.body && z.toJSONSchema(call.body, { io: 'input', unrepresentable: 'any' });
  const names = Object.keys(schema?.properties ?? {});
  fieldNames.set(call, names);
  return names;
}

/** What a page might send there, so that some requests get past the first check. */
function plausible(name: string, { pick, below }: Chance): unknown {
  // What fills in the field that people do not see is turned away.
  if (name === 'website') return '';
  if (name === 'titlePrefix') return pick(['Dr', 'Prof']);
  if (/email/i.test(name)) return pick(['a@lab.example', 'b@lab.example']);
  if (name.endsWith('Url'))
    return pick(['https://evil.example/', '//evil.example', '/payment-success', 'javascript:1']);
  if (/registrationType/.test(name))
    return pick(['REGISTRATION_ONLY', 'REGISTRATION_AND_ACCOMMODATION']);
  if (/presentationType/.test(name)) return pick(['SPEAKER', 'Delegate', 'LISTENER']);
  if (/pricingConfigId/.test(name)) return pick(['speaker', 'delegate', 'constructor']);
  if (/unitAmount/.test(name)) return pick(['105.00', '0.00', '1e3', 367.5, '99999999.99']);
  if (/amount|quantity|number|nights|guests/i.test(name))
    return pick([0, 1, 2, 10, 11, -1, 1.5, 105]);
  if (/currency/.test(name)) return pick(['EUR', 'eur', 'jpy']);
  if (/sessionId/.test(name)) return 'smart-polymers';
  if (/interestedInId/.test(name)) return 'advanced-composites';
  if (/abstractFile/.test(name)) return `%PDF-1.7\n${below(1e9)}`;
  if (/accompanying/.test(name)) return below(2) === 0;
  return below(4) === 0 ? `Ada ${below(50)}` : `Ada u${below(1e9)}`;
}
/** Nobody else has it, so it tells what became of its request. */
const UNIQUE_NAME = /Ada u\d+/g;

const DEEP = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
const BROKEN = [
  '',
  '{',
  '[]',
  'null',
  '"x"',
  '1e999',
  DEEP,
  '{"a":'.repeat(5000),
  '{"__proto__":{"admin":true}}',
  '{"constructor":{"prototype":{"x":1}}}',
  '\u0000',
  '\ufeff{}',
  '{"name":"\\ud800"}',
  'x'.repeat(70_000),
];
const VALUES: readonly unknown[] = [
  null,
  true,
  -1,
  1e21,
  0.1,
  '',
  ' ',
  '\u0000',
  '\u001b[2J',
  'a\r\nBcc: x@y.example',
  '\ud800',
  '\u202egpj.exe',
  '=cmd()',
  "' or 1=1 --",
  '<script>alert(1)</script>',
  '../../etc/passwd',
  '{{7*7}}',
  'x'.repeat(300),
  'x'.repeat(5000),
  'ß'.repeat(200),
  [],
  ['a'],
  {},
  { toString: 1 },
  { $gt: '' },
  [[[[[]]]]],
  'constructor',
  '__proto__',
  'NaN',
  '1,00',
  '١٢',
];
const NAMES = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'admin',
  'id',
  '\u0000',
  'name[]',
  'x'.repeat(500),
];
const FILES = [
  'a.pdf',
  'b.pdf',
  'c.PDF',
  'd.pdf',
  'a.docx',
  'a.exe',
  '../../x.pdf',
  'a\u0000.pdf',
  'x'.repeat(300),
  '',
  'a.pdf"; x="',
];
const PARAMETERS = [
  'cs_test_aaaaaaaaaaaa',
  'AAAAAAAAAAAAAAAAA',
  '..',
  '../..',
  '%',
  '\u0000',
  'a/b',
  "'",
  'x'.repeat(250),
  ' ',
  'free_aaaaaaaaaaaaaa',
  'ß',
];
const QUERIES = [
  '',
  '?',
  '?sessionId=cs_test_aaaaaaaaaaaa',
  '?sessionId=a&sessionId=b',
  '?sessionId[]=a',
  '?pricingConfigId=speaker',
  '?pricingConfigId=speaker&pricingConfigId=poster',
  '?pricingConfigId=constructor',
  '?%',
  `?sessionId=${'x'.repeat(5000)}`,
  '?__proto__=1',
];

/** Mulberry32: small, fast, and the same on every machine. */
function seeded(seed: number): Chance {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (most: number) => Math.floor(next() * most);
  return {
    below,
    pick: (from) => {
      const picked = from[below(from.length)];
      if (picked === undefined) throw new Error('nothing to pick from');
      return picked;
    },
  };
}
