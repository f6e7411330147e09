import { expect, test } from 'vitest';
import { startTestSite } from '#tests/support/test-site.ts';
import { aPerson } from '#tests/support/visitor.ts';

const server = await startTestSite();

/** Status, body and headers of an answer, without the parts that differ each time. */
async function answerTo(body: object) {
  const { status, text, headers } = await server.post('/api/registration/register', body);
  const differing = ['date', 'x-request-id'];
  return { status, text, headers: [...headers].filter(([name]) => !differing.includes(name)) };
}

test('the answer to a registration does not show whether somebody is registered or has paid', async () => {
  const paid = await server.aCheckout();
  const { json } = await server.post(paid.path, paid.body);
  await server.payAt(String(json['url']));
  await server.post(`/api/payment/update?sessionId=${String(json['sessionId'])}`);
  const waiting = aPerson();
  const part = { presentationType: 'SPEAKER' };
  await server.post('/api/registration/register', { ...waiting, ...part });

  const fresh = await answerTo({ ...aPerson(), ...part });
  expect(fresh.status).toBe(200);
  for (const known of [waiting, paid.person]) {
    expect(await answerTo({ ...known, ...part })).toEqual(fresh);
    server.clock.advance(60 * 60_000);
    expect(await answerTo({ ...known, ...part })).toEqual(fresh);
  }
});

test('a repeated request for a checkout has the same form of answer as a new request', async () => {
  const { path, body } = await server.aCheckout();
  const first = await server.post(path, body);
  const again = await server.post(path, body);
  const other = await server.aCheckout();
  const fresh = await server.post(other.path, other.body);
  for (const answer of [first, again]) {
    expect(answer.status).toBe(fresh.status);
    expect(Object.keys(answer.json).toSorted()).toEqual(Object.keys(fresh.json).toSorted());
  }
});
