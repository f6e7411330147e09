import { findPaymentByRef } from '#server/payments/payments.ts';
import { getOrder, type Order } from '#server/orders/rows/orders.ts';
import { findParticipants } from '#server/orders/rows/participants.ts';
import { aGroup, press } from './a-group.ts';
import type { TestServer } from './test-server.ts';
import { aCheckout, type aPerson, payAt } from './visitor.ts';

type Choice = Parameters<typeof aCheckout>[1];
type Traits = Parameters<typeof aPerson>[0];

/** A person who registered and left the payment page; `pay` pays there by card and returns to the site. */
export async function unpaidRegistration(
  server: TestServer,
  choice: Choice = {},
  traits: Traits = {},
) {
  const request = await aCheckout(server, choice, traits);
  const currency = server.content.prices.currency.code.toLowerCase();
  const { json, text } = await server.post(request.path, { ...request.body, currency });
  if (json['url'] === undefined) throw new Error(`no checkout: ${text}`);
  const [sessionId, url] = [String(json['sessionId']), String(json['url'])];
  const payment = await findPaymentByRef(server.db, sessionId);
  if (!payment) throw new Error(`there is no payment ${sessionId}`);
  const order: Order = await getOrder(server.db, payment.orderId);
  const pay = async () => {
    await payAt(url);
    await server.post(`/api/payment/update?sessionId=${sessionId}`);
  };
  return { ...request, order, reference: order.reference, sessionId, url, pay };
}

/** A person who registered and paid by card. */
export async function paidRegistration(
  server: TestServer,
  choice: Choice = {},
  traits: Traits = {},
) {
  const registration = await unpaidRegistration(server, choice, traits);
  await registration.pay();
  return { ...registration, order: await getOrder(server.db, registration.order.id) };
}

/** A group whose payer has paid by card, and its members. */
export async function aPaidGroup(server: TestServer, types?: string[]) {
  const group = await aGroup(server, types);
  await payLink(server, group.path);
  const order = await getOrder(server.db, group.order.id);
  const [first, second, ...others] = await findParticipants(server.db, order.participantIds);
  if (!first || !second) throw new Error('a group has two members or more');
  return { ...group, order, members: [first, second, ...others] as const };
}

/** Pays by card at the page behind a link. */
export async function payLink(server: TestServer, path: string): Promise<void> {
  const answer = await press(server, path, 'card');
  const url = answer.headers.get('location');
  if (answer.status !== 303 || url === null) throw new Error(`no checkout: ${answer.status}`);
  await payAt(url);
  await fetch(`${server.origin}${path}/return`);
}
