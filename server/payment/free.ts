import { randomBytes } from 'node:crypto';
import { type PaymentProvider, ProviderRefused } from './payment-provider.ts';

/** Collects nothing: an order of 0.00 is settled by the same road as any other, without asking a provider. */
export function freeProvider(
  findOrderId: (ref: string) => Promise<string | undefined>,
): PaymentProvider {
  return {
    name: 'free',
    live: false,
    async open(request) {
      const ref = `free_${randomBytes(16).toString('hex')}`;
      return { ref, url: request.successUrl.replace('{CHECKOUT_SESSION_ID}', ref) };
    },
    close: async () => false,
    look: async (ref) => ({
      state: 'paid',
      orderId: await findOrderId(ref),
      amountCents: 0,
      currency: 'EUR',
      live: false,
      paymentRef: undefined,
      refundedCents: 0,
    }),
    refund: async () => {
      throw new ProviderRefused('nothing_to_refund', 'nothing was collected', { status: 400 });
    },
    readNotice: async () => undefined,
  };
}
