import { afterAll, beforeAll, expect, test } from 'vitest';
import { listConcerns } from '#server/operations/concerns.ts';
import { recordsOf, reviewRequestsOf } from '#tests/support/payment-records.ts';
import { organise, testContext } from '#tests/support/test-commands.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';
import { openedCheckout, payAt } from '#tests/support/visitor.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const control = () => server.sandbox.control;
const concerns = async () => (await listConcerns(server.context)).map(({ details }) => details);

async function warned() {
  const { sessionId, url } = await openedCheckout(server);
  await payAt(url);
  await control().settled();
  const warning = control().warnOfFraud(sessionId);
  await control().settled();
  return { sessionId, warning, ...(await recordsOf(server, sessionId)) };
}

test('a warning of fraud moves no money, and asks the secretary and the operator once', async () => {
  control().webhooks('duplicate');
  const { order, payment, warning } = await warned();
  control().webhooks('on');
  expect(payment.state).toBe('PAID');
  const letters = await reviewRequestsOf(server, order);
  expect(letters).toHaveLength(1);
  expect(letters[0]?.content.text).toContain('may have been used by somebody else');
  expect(server.log).toContainEqual(
    expect.objectContaining({ alarm: true, payment: payment.id, warning }),
  );
  expect(await concerns()).toContain(warning);
});

test('a warning of fraud is over once the payment is refunded or disputed', async () => {
  const refunded = await warned();
  control().refund(refunded.sessionId);
  const disputed = await warned();
  control().dispute(disputed.sessionId);
  await control().settled();
  const words = (await concerns()).join('\n');
  expect(words).not.toContain(refunded.warning);
  expect(words).not.toContain(disputed.warning);
});

test('a warning of fraud is over once an organiser says that nothing is left to do', async () => {
  const { warning } = await warned();
  const settle = (isReal: boolean) =>
    organise(testContext(server), 'refund', '--settled', warning, ...(isReal ? ['--yes'] : []));
  expect(await settle(false)).toContain('Nothing was changed.');
  expect(await concerns()).toContain(warning);
  expect(await settle(true)).toContain('It is settled.');
  expect(await concerns()).not.toContain(warning);
  await expect(settle(true)).rejects.toThrow('waits to be settled');
});
