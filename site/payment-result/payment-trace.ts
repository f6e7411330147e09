import { ask } from '#site/api.ts';
import { isPaid, statusCallOf } from './payment-calls.ts';
import { addressOf, type PaymentReturn } from './payment-return.ts';
import type { PaymentStorage } from './payment-storage.ts';

/** Signs that the visitor of a page that says "not paid" may have paid. */
export type PaymentTrace =
  | { state: 'none' }
  /** A payment was begun in this browser. */
  | { state: 'begun' }
  /** Its result was asked for and stayed open. */
  | { state: 'open'; address: string }
  | { state: 'paid'; address: string };

export async function traceOf(
  payment: PaymentReturn,
  storage: PaymentStorage,
  signal?: AbortSignal,
): Promise<PaymentTrace> {
  if (payment.by === 'Card') {
    const { sessionId } = payment;
    const answer = await ask(statusCallOf(payment), { params: { sessionId } }, signal);
    if (answer.ok && isPaid(answer.data)) return { state: 'paid', address: addressOf(payment) };
  }
  const last = storage.lastResult();
  if (last?.state === 'open') return last;
  return storage.hasTrace() ? { state: 'begun' } : { state: 'none' };
}
