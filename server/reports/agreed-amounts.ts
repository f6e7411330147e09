import type { Db } from '#server/database/database.ts';
import { listAgreements } from '#server/discount/agreements.ts';
import { amountBeforeFee, findOrders, linesOf, listUnagreed } from '#server/orders/rows/orders.ts';

/** Every agreed amount with the order that paid it, and the paid orders whose amount nobody agreed to. */
export async function agreedAmounts(db: Db) {
  const agreed = await listAgreements(db);
  const orders = await findOrders(
    db,
    agreed.flatMap(({ orderId }) => orderId ?? []),
  );
  return {
    agreements: agreed.map(({ createdAt, email, amountCents, words, orderId }) => ({
      createdAt,
      email,
      amountCents,
      words,
      isUsed: orderId !== undefined,
      reference: orders.find(({ id }) => id === orderId)?.reference,
    })),
    waiting: (await listUnagreed(db)).map((order) => ({
      reference: order.reference,
      email: order.customer.email,
      amountCents: amountBeforeFee(order),
      words: linesOf(order)[0]?.statedByPayer ?? '',
    })),
  };
}

/** The same as rows of one list. */
export async function listAgreed(db: Db) {
  const { agreements, waiting } = await agreedAmounts(db);
  return [
    ...agreements.map((row) => ({ ...row, state: row.isUsed ? 'PAID' : 'NOT_PAID' })),
    ...waiting.map((row) => ({ ...row, state: 'WAITS_FOR_AGREEMENT', createdAt: undefined })),
  ];
}
