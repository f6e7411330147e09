import http from 'node:http';
import { text } from 'node:stream/consumers';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';
import { aCheckout } from '#tests/support/visitor.ts';
import { malformedRequest, type RawRequest, UNIQUE_NAME } from './malformed-requests.ts';
import { halfStored } from './stored-state.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

// MALFORMED_RUNS=20000 makes a long run; MALFORMED_SEED chooses other requests.
const runs = Number(process.env['MALFORMED_RUNS'] ?? 640);
const seed = Number(process.env['MALFORMED_SEED'] ?? 20_260_529);

const LONGEST_MS = 60_000 + runs * 50;

test(
  `${runs} malformed requests to all calls cause no 5xx, no hang, no leak of internals and no incomplete record`,
  async ({ annotate }) => {
    const { totalPrice } = await aCheckout(server);
    const request = malformedRequest(totalPrice);
    const counts = new Map<number, number>();
    const references = new Set<string>();
    const refused = new Set<string>();
    const accepted = new Set<string>();
    await fc.assert(
      // A few requests run at once, and sometimes a visitor sends every request twice.
      fc.asyncProperty(
        fc.array(request, { minLength: 1, maxLength: 4 }),
        fc.nat(9),
        async (few, twice) => {
          const all = twice === 0 ? [...few, ...few] : few;
          const answers = await Promise.all(
            all.map(async (sent) => ({ sent, ...(await send(sent)) })),
          );
          for (const answer of answers) {
            const { sent, status } = answer;
            counts.set(status, (counts.get(status) ?? 0) + 1);
            for (const [name] of sent.body.toString('utf8').matchAll(UNIQUE_NAME))
              (UNREADABLE.has(status) ? refused : accepted).add(name);
            const reference = /"reference":"([^"]+)"/.exec(answer.text)?.[1];
            if (sent.path.includes('/submit') && status === 200 && reference)
              references.add(reference);
            expectGood(sent, answer);
          }
        },
      ),
      {
        numRuns: runs / 2.5,
        seed,
        interruptAfterTimeLimit: LONGEST_MS,
        markInterruptAsFailure: true,
      },
    );
    // Some requests have to reach the services, or the checks behind the schemas are never tested.
    expect(counts.get(200)).toBeGreaterThan(runs / 32);
    expect(counts.get(400)).toBeGreaterThan(runs / 3.2);
    expect(references.size).toBeGreaterThan(0);
    expect(refused.size).toBeGreaterThan(runs / 6.4);
    expect(await halfStored(server.db, server.files.dataDir)).toEqual([]);
    const rows = await Promise.all(
      TABLES.map((table) => server.db.selectFrom(table).selectAll().execute()),
    );
    const stored = JSON.stringify(rows).match(UNIQUE_NAME) ?? [];
    // A valid request may have had the same name.
    const unasked = refused.difference(accepted);
    expect(stored.filter((name) => unasked.has(name))).toEqual([]);
    const abstracts = await server.db.selectFrom('abstracts').select('reference').execute();
    expect(new Set(abstracts.map(({ reference }) => reference))).toEqual(references);
    expect(server.log.filter((line) => Number(line['level']) >= 50)).toEqual([]);
    await annotate(`answers: ${JSON.stringify(Object.fromEntries(counts))}`);
  },
  LONGEST_MS + 20_000,
);

const TABLES = ['participants', 'orders', 'payments', 'abstracts', 'outbox'] as const;
/** Statuses of requests that were refused before anything was done. */
const UNREADABLE = new Set([400, 405, 413, 414, 415, 417]);
/** The only call with a page that shows the error text unchanged. */
const AS_TEXT = '/api/discounts/create-session';
const INSIDE =
  /node_modules|\.ts:\d|\bat \w+ \(|sqlite|postgres|kysely|select .+ from|\/tmp\/|errno|ECONN/i;

type Answer = { status: number; type: string; text: string };

function expectGood({ method, path }: RawRequest, { status, type, text: body }: Answer): void {
  expect(body).not.toMatch(INSIDE);
  expect(status).toBeLessThan(500);
  if (status < 400 || method === 'HEAD') return;
  if (path.startsWith(AS_TEXT) && type.startsWith('text/plain')) return expect(body).not.toBe('');
  expect(type).toBe('application/json; charset=utf-8');
  const message: unknown = Reflect.get(Object(JSON.parse(body)), 'message');
  expect(message).toSatisfy(
    (words) => typeof words === 'string' && words !== '' && words.length <= 1000,
  );
}

/** Sends a request, also one that `fetch` would refuse to send. Fails without an answer within a minute. */
function send({ method, path, headers, body }: RawRequest): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const call = http.request(`${server.origin}${path}`, {
    method,
    headers: { ...headers, 'content-length': body.length },
    agent: false,
    signal: AbortSignal.timeout(60_000),
  });
  call.on('error', reject);
  call.on('response', (response) => {
    const type = response.headers['content-type'] ?? '';
    text(response).then(
      (words) => resolve({ status: response.statusCode ?? 0, type, text: words }),
      reject,
    );
  });
  call.end(body);
  return promise;
}
