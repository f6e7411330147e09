import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/test-server.ts';
import { openedCheckout, payAt } from '#server/testing/visitor.ts';
import { exportJsonLines } from './export.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

async function exported(): Promise<Record<string, unknown>[]> {
  const lines: string[] = [];
  const count = await exportJsonLines(server.db, async (line) => void lines.push(line));
  expect(lines).toHaveLength(count);
  return lines.map((line) => JSON.parse(line));
}

test('an export of nothing is empty', async () => {
  expect(await exported()).toEqual([]);
});

test('an export has registration, order and payment with their states and cents', async () => {
  const { person, sessionId, url, totalPrice } = await openedCheckout(server);
  await payAt(url);
  await server.sandbox.control.settled();
  const { name, email } = person;
  const amountCents = Math.round(totalPrice * 100);
  expect(await exported()).toMatchObject([
    { type: 'registration', name, email, state: 'CONFIRMED' },
    { type: 'order', name, email, state: 'CONFIRMED', amountCents, currency: 'EUR' },
    { type: 'payment', name, email, state: 'PAID', amountCents, providerRef: sessionId },
  ]);
});
