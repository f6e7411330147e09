import { findPaymentByRef } from '#server/payments/payments.ts';
import { getOrder, type Order } from '#server/orders/orders.ts';
import { press } from './a-group.ts';
import type { TestServer } from './test-server.ts';
import { aCheckout, type aPerson, payAt } from './visitor.ts';

/** A person who registered and paid by card. */
export async function paidRegistration(
  server: TestServer,
  choice: Parameters<typeof aCheckout>[1] = {},
  traits: Parameters<typeof aPerson>[0] = {},
) {
  const request = await aCheckout(server, choice, traits);
  const currency = server.content.prices.currency.code.toLowerCase();
  const { json, text } = await server.post(request.path, { ...request.body, currency });
  const sessionId = String(json['sessionId']);
  if (json['url'] === undefined) throw new Error(`no checkout: ${text}`);
  await payAt(String(json['url']));
  await server.post(`/api/payment/update?sessionId=${sessionId}`);
  const payment = await findPaymentByRef(server.db, sessionId);
  if (!payment) throw new Error(`there is no payment ${sessionId}`);
  const order: Order = await getOrder(server.db, payment.orderId);
  return { ...request, order, reference: order.reference };
}

/** Pays by card at the page behind a link. */
export async function payLink(server: TestServer, path: string): Promise<void> {
  const answer = await press(server, path, 'card');
  const url = answer.headers.get('location');
  if (answer.status !== 303 || url === null) throw new Error(`no checkout: ${answer.status}`);
  await payAt(url);
  await fetch(`${server.origin}${path}/return`);
}
