import { expect, test } from 'vitest';
import { startTestSite } from '#tests/support/test-site.ts';

const server = await startTestSite();

const concerns = async () => (await server.listConcerns()).map(({ details }) => details);

async function warned() {
  const { sessionId } = await server.leftCheckout();
  await server.control.settled();
  const warning = server.control.warnOfFraud(sessionId);
  await server.control.settled();
  return { sessionId, warning, ...(await server.recordsOf(sessionId)) };
}

test('a warning of fraud moves no money, and asks the secretary and the operator once', async () => {
  server.control.webhooks('duplicate');
  const { order, payment, warning } = await warned();
  server.control.webhooks('on');
  expect(payment.state).toBe('PAID');
  const letters = await server.reviewRequestsOf(order);
  expect(letters).toHaveLength(1);
  expect(letters[0]?.content.text).toContain('may have been used by somebody else');
  expect(server.log).toContainEqual(
    expect.objectContaining({ alarm: true, payment: payment.id, warning }),
  );
  expect(await concerns()).toContain(warning);
});

test('a warning of fraud is over once the payment is refunded or disputed', async () => {
  const refunded = await warned();
  server.control.refund(refunded.sessionId);
  const disputed = await warned();
  server.control.dispute(disputed.sessionId);
  await server.control.settled();
  const words = (await concerns()).join('\n');
  expect(words).not.toContain(refunded.warning);
  expect(words).not.toContain(disputed.warning);
});

test('a warning of fraud is over once an organiser says that nothing is left to do', async () => {
  const { warning } = await warned();
  const settle = (isReal: boolean) =>
    server.organise('refund', '--settled', warning, ...(isReal ? ['--yes'] : []));
  expect(await settle(false)).toContain('Nothing was changed.');
  expect(await concerns()).toContain(warning);
  expect(await settle(true)).toContain('It is settled.');
  expect(await concerns()).not.toContain(warning);
  await expect(settle(true)).rejects.toThrow('waits to be settled');
});
