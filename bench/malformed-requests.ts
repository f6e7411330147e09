import * as z from 'zod/mini';
import type { Call } from '#contract/call.ts';
import { calls } from '#contract/calls.ts';
import { BROKEN, FILES, NAMES, PARAMETERS, QUERIES, VALUES } from './malformed-values.ts';

export type Shot = { method: string; path: string; headers: Record<string, string>; body: Buffer };
type Chance = { pick: <T>(from: readonly T[]) => T; below: (most: number) => number };

/** Requests to every call in turn, the same ones for the same seed. `price` is a speaker's, in euros. */
export function shotsOf(seed: number, count: number, price: number): Shot[] {
  const chance = seeded(seed);
  const all: readonly Call[] = Object.values(calls);
  const shots: Shot[] = [];
  while (shots.length < count) {
    const call = all[shots.length % all.length];
    if (!call) throw new Error('the contract has no calls');
    // A visitor presses twice.
    const isAgain = shots.length > 0 && chance.below(20) === 0;
    const isNearlyRight = call.body !== undefined && chance.below(3) === 0;
    shots.push(
      isAgain
        ? chance.pick(shots)
        : isNearlyRight
          ? nearlyRight(call, chance, price)
          : malformed(call, chance),
    );
  }
  return shots;
}

/** As a page sends it, except for one field, so that the checks behind the schema are tested too. */
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

function malformed(call: Call, chance: Chance): Shot {
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

/** What a page might send there, so that some requests pass the schema. */
function plausible(name: string, { pick, below }: Chance): unknown {
  // A request that fills in the honeypot is refused.
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

/** Unique, so it shows what became of its request. */
export const UNIQUE_NAME = /Ada u\d+/g;

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
