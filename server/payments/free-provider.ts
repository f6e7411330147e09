import { randomBytes } from 'node:crypto';
import type { Db } from '#server/database/database.ts';
import { findPaymentByRef } from './payments.ts';
import { CHECKOUT_ID, type PaymentProvider, ProviderRefused } from './provider.ts';

/** Collects nothing: it lets an order of 0.00 take the same path as any other, without asking a provider. */
export function freeProvider(db: Db): PaymentProvider {
  return {
    name: 'free',
    live: false,
    async open(request) {
      const ref = `free_${randomBytes(16).toString('hex')}`;
      return { ref, url: request.successUrl.replace(CHECKOUT_ID, ref) };
    },
    close: async () => false,
    getStatus: async (ref) => ({
      state: 'paid',
      orderId: (await findPaymentByRef(db, ref))?.orderId,
      amountCents: 0,
      currency: 'EUR',
      live: false,
      paymentRef: undefined,
      refundedCents: 0,
    }),
    refund: async () => {
      throw new ProviderRefused('nothing_to_refund', 'nothing was collected', { status: 400 });
    },
    parseWebhook: async () => undefined,
  };
}
