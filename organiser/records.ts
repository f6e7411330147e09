import type { Db } from '#server/database/database.ts';
import { listOrders } from '#server/payment/orders.ts';
import { listPayments } from '#server/payment/payments.ts';
import { listRegistrations } from '#server/registration/registrations.ts';

/** One line of an export. Amounts are whole cents, times are UTC. */
export type DeskRecord = {
  type: 'registration' | 'order' | 'payment';
  name: string;
  email: string;
  state: string;
  [field: string]: unknown;
};

/** Everything the desk knows, oldest first within each type. */
export async function* recordsIn(db: Db): AsyncGenerator<DeskRecord> {
  const orders = await listOrders(db);
  const orderById = new Map(orders.map((order) => [order.id, order]));
  const orderBySubject = new Map(orders.map((order) => [order.subjectId, order]));

  for (const registration of await listRegistrations(db)) {
    const order = orderBySubject.get(registration.id);
    const { name, email, ...rest } = registration;
    const state = order?.state ?? 'REGISTERED';
    yield { type: 'registration', name, email, state, reference: order?.reference, ...rest };
  }
  for (const { customer, state, contentKey: _, ...rest } of orders) {
    const { name, email, ...more } = customer;
    yield { type: 'order', name, email, state, ...rest, ...more };
  }
  for (const payment of await listPayments(db)) {
    const order = orderById.get(payment.orderId);
    yield {
      type: 'payment',
      name: order?.customer.name ?? '',
      email: order?.customer.email ?? '',
      state: payment.state,
      reference: order?.reference,
      id: payment.id,
      orderId: payment.orderId,
      attempt: payment.attempt,
      provider: payment.provider,
      providerRef: payment.ref,
      providerPaymentRef: payment.paymentRef,
      amountCents: payment.amountCents,
      currency: payment.currency,
      failureCode: payment.failureCode,
      createdAt: payment.createdAt,
    };
  }
}
