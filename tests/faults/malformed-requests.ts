import * as fc from 'fast-check';
import * as z from 'zod/mini';
import type { Call } from '#contract/call.ts';
import { calls } from '#contract/calls.ts';

export type RawRequest = {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Buffer;
};

/** Names that occur in one request only, so that they show whether the server stored that request. */
export const UNIQUE_NAME = /Ada u\d+/g;

/** A request to any call of the contract: wrong in many ways, or like the request of a page except for one field. */
export function malformedRequest(price: number): fc.Arbitrary<RawRequest> {
  return fc.constantFrom<Call[]>(...Object.values(calls)).chain((call) => {
    const type =
      call.bodyType === 'multipart/form-data' ? `${call.bodyType}; boundary=B` : JSON_TYPE;
    const wrong = fc.record({
      method: mostly(12, fc.constant<string>(call.method), fc.constantFrom(...METHODS)),
      path: wrongPath(call),
      headers: wrongHeaders(type),
      body: mostly(9, oddBody(fields(call), type), brokenText).map((text) => Buffer.from(text)),
    });
    if (!call.body) return wrong;
    const nearlyRight = fc.record({
      method: fc.constant<string>(call.method),
      path: fc.constant(`${call.path}${call.query ? '?pricingConfigId=speaker' : ''}`),
      headers: fc.constant({ 'content-type': type }),
      body: oneOddField(call, price).map((all) => Buffer.from(bodyText(all, type, 'a.pdf'))),
    });
    return mostly(3, wrong, nearlyRight);
  });
}

const JSON_TYPE = 'application/json';
const METHODS = ['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD', 'GET', 'POST', 'PROPFIND'];

/** One value in `every` is of the other kind. */
function mostly<A, B>(every: number, first: fc.Arbitrary<A>, other: fc.Arbitrary<B>) {
  return fc.oneof<[fc.WeightedArbitrary<A>, fc.WeightedArbitrary<B>]>(
    { arbitrary: first, weight: every - 1 },
    { arbitrary: other, weight: 1 },
  );
}

/**
 * Any UTF-16 text, also with half characters and control characters; long texts; and names of members of every object.
 */
const anyText = fc.oneof(
  fc.string({ unit: fc.nat(0xffff).map((code) => String.fromCharCode(code)), maxLength: 300 }),
  fc.string({ unit: 'binary', size: 'large', maxLength: 6000 }),
  fc.constantFrom('', '__proto__', 'constructor', 'toString', 'a\r\nBcc: x@y.example', '../../x'),
);
const anyValue = fc.oneof(
  anyText,
  fc.double(),
  fc.jsonValue(),
  fc.dictionary(anyText, fc.jsonValue(), { maxKeys: 3 }),
);
const brokenText = fc.oneof(
  fc.json(),
  anyText,
  fc.nat(20_000).map((depth) => `${'['.repeat(depth)}${']'.repeat(depth)}`),
  fc.nat(5000).map((depth) => '{"a":'.repeat(depth)),
  fc.nat(140_000).map((length) => 'x'.repeat(length)),
  fc.constantFrom('{"__proto__":{"admin":true}}', '{"constructor":{"prototype":{"x":1}}}'),
);
/** Text that Node sends in a header: it refuses other characters. */
const headerText = fc.string({ unit: 'grapheme-ascii', maxLength: 200 });

function wrongPath({ path }: Call): fc.Arbitrary<string> {
  const id = fc.constantFrom('cs_test_aaaaaaaaaaaa', 'AAAAAAAAAAAAAAAAA', 'free_aaaaaaaaaaaaaa');
  const name = fc.constantFrom('sessionId', 'sessionId[]', 'pricingConfigId', '__proto__[x]');
  const value = fc.oneof(anyText, id, fc.constantFrom('speaker', 'constructor', '..'));
  const pairs = fc.array(fc.tuple(mostly(9, name, anyText), value), { maxLength: 3 });
  return fc.tuple(value, pairs).map(([parameter, query]) => {
    const words = query.map((pair) => pair.map(encoded).join('=')).join('&');
    return `${path.replace(/:\w+/, encoded(parameter))}${words && `?${words}`}`;
  });
}

function wrongHeaders(type: string): fc.Arbitrary<Record<string, string>> {
  const other = ['application/json; charset=latin1', 'text/plain', 'multipart/form-data', ''];
  const rare = (arbitrary: fc.Arbitrary<string>) => mostly(10, fc.constant(undefined), arbitrary);
  return fc
    .record({
      'content-type': mostly(4, fc.constant(type), fc.oneof(headerText, fc.constantFrom(...other))),
      'idempotency-key': rare(headerText),
      'content-encoding': rare(fc.constantFrom('gzip', 'br', 'x')),
      'x-forwarded-for': rare(fc.oneof(fc.ipV4(), fc.ipV6(), headerText)),
    })
    .map((headers) => Object.fromEntries(Object.entries(headers).filter(isSet)));
}

type Field = [name: string, value: unknown];

/** The fields as a page sends them. In two thirds of all requests, one field is wrong. */
function oneOddField(call: Call, price: number): fc.Arbitrary<Field[]> {
  const names = namesOf(call);
  const right = fc.tuple(
    ...names.map((name) => fc.tuple(fc.constant(name), rightFor(call, name, price))),
  );
  const odd = fc.tuple(fc.constantFrom(...names), mostly(3, anyValue, fc.constant(undefined)));
  return mostly(
    3,
    fc.tuple(right, odd),
    right.map((all) => [all, []] as const),
  ).map(([all, [name, value]]) =>
    all.map((field): Field => (field[0] === name ? [name, value] : field)),
  );
}

/** Some fields are left out, some have another name or kind, and some are as a page sends them. */
function fields(call: Call): fc.Arbitrary<Field[]> {
  const each = namesOf(call).map((name): fc.Arbitrary<Field[]> => {
    const field = fc.tuple(
      mostly(20, fc.constant(name), anyText),
      mostly(4, plausible(name), anyValue),
    );
    return mostly(
      15,
      field.map((one) => [one]),
      fc.constant([]),
    );
  });
  return fc.tuple(...each).map((all) => all.flat());
}

/** One body in eight is cut off, and one in eight has the other content type. */
function oddBody(all: fc.Arbitrary<Field[]>, type: string): fc.Arbitrary<string> {
  const fileName = mostly(
    3,
    fc.constantFrom('a.pdf', 'c.PDF', 'a.docx', 'a.exe', 'a.pdf"; x="'),
    anyText,
  );
  const as = mostly(8, fc.constant(type), fc.constantFrom('multipart/form-data', JSON_TYPE));
  const share = mostly(8, fc.constant(1), fc.double({ min: 0, max: 1, noNaN: true }));
  return fc.tuple(all, as, fileName, share).map(([sent, kind, file, part]) => {
    const text = bodyText(sent, kind, file);
    return text.slice(0, Math.ceil(text.length * part));
  });
}

function bodyText(all: readonly Field[], type: string, fileName: string): string {
  if (type === JSON_TYPE) return JSON.stringify(Object.fromEntries(all));
  const parts = all.map(([name, value]) => {
    const file = name === 'abstractFile' ? `; filename="${fileName}"` : '';
    const content = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
    return `--B\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${content}\r\n`;
  });
  return `${parts.join('')}--B--\r\n`;
}

function rightFor({ path }: Call, name: string, price: number): fc.Arbitrary<unknown> {
  const amount = path.includes('/discounts/') ? 105 : price;
  if (name.endsWith('Url')) return fc.constant(undefined);
  if (name === 'registrationType') return fc.constant('REGISTRATION_ONLY');
  if (name === 'presentationType') return fc.constant('SPEAKER');
  if (name === 'pricingConfigId') return fc.constant('speaker');
  if (name === 'currency') return fc.constant('EUR');
  if (name === 'unitAmount') return fc.constant(amount.toFixed(2));
  if (name === 'amount') return fc.constant(amount);
  if (/quantity|nights|guests/i.test(name)) return fc.constant(1);
  return plausible(name);
}

/** Values that a page might send in this field, so that some requests pass the schema. */
function plausible(name: string): fc.Arbitrary<unknown> {
  // A request that fills in the honeypot is refused.
  if (name === 'reserved') return fc.constant('');
  if (name === 'titlePrefix') return fc.constantFrom('Dr', 'Prof');
  if (/email/i.test(name)) return fc.constantFrom('a@lab.example', 'b@lab.example');
  if (name.endsWith('Url')) return fc.oneof(fc.webUrl(), fc.constantFrom('//evil.example', '/'));
  if (name === 'registrationType') return fc.constantFrom('REGISTRATION_ONLY', 'x');
  if (name === 'presentationType') return fc.constantFrom('SPEAKER', 'Delegate', 'LISTENER');
  if (name === 'pricingConfigId') return fc.constantFrom('speaker', 'delegate', 'constructor');
  if (name === 'unitAmount') return fc.oneof(fc.double().map(String), fc.constant('105.00'));
  if (/amount|quantity|nights|guests/i.test(name)) return fc.oneof(fc.nat(12), fc.double());
  if (name === 'currency') return fc.constantFrom('EUR', 'eur', 'jpy');
  if (name === 'sessionId') return fc.constant('smart-polymers');
  if (name === 'interestedInId') return fc.constant('advanced-composites');
  if (name === 'abstractFile') return fc.nat().map((salt) => `%PDF-1.7\n${salt}`);
  if (/accompanying/.test(name)) return fc.boolean();
  return mostly(
    4,
    fc.nat(1e9).map((number) => `Ada u${number}`),
    fc.nat(50).map((number) => `Ada ${number}`),
  );
}

function namesOf(call: Call): string[] {
  const schema = call.body && z.toJSONSchema(call.body, { io: 'input', unrepresentable: 'any' });
  return Object.keys(schema?.properties ?? {});
}

/** Cuts a long text, sometimes within a character, so that the whole request line stays below Node's limit. */
function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed()).slice(0, 2000);
}

function isSet(entry: [string, string | undefined]): entry is [string, string] {
  return entry[1] !== undefined;
}
