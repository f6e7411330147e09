import { recordsOf } from './payment-records.ts';
import type { TestServer } from './test-server.ts';
import { chooseAt, openedCheckout, openedPaypal, payAt } from './visitor.ts';

type Choice = Parameters<typeof openedCheckout>[1];

/** A registration that was paid by card. `ref` is the provider's id of the checkout. */
export async function paidByCard(server: TestServer, choice: Choice = {}) {
  const { sessionId: ref, url, person } = await openedCheckout(server, choice);
  await payAt(url);
  await server.post(`/api/payment/update?sessionId=${ref}`);
  const { order, payment } = await recordsOf(server, ref);
  return { ref, person, reference: order.reference, payment };
}

/** A registration that was paid with PayPal. */
export async function paidByPaypal(server: TestServer, choice: Choice = {}) {
  const { orderId: ref, url, person } = await openedPaypal(server, {}, choice);
  await chooseAt(url);
  await server.post(`/api/payment/paypal/capture/${ref}`);
  const { order, payment } = await recordsOf(server, ref);
  return { ref, person, reference: order.reference, payment };
}
