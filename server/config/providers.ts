import { randomBytes } from 'node:crypto';
import type { Db } from '#server/database/database.ts';
import type { Env } from './env.ts';
import { isPaypalLive, isStripeLive } from './payment-mode.ts';
import { withCircuitBreaker } from '#server/payments/circuit-breaker.ts';
import { findPaymentByRef } from '#server/payments/payments.ts';
import { CHECKOUT_ID, type PaymentProvider, ProviderRefused } from '#server/payments/provider.ts';
import { paypalProvider } from '#server/payments/paypal/paypal.ts';
import { stripeProvider } from '#server/payments/stripe/stripe.ts';
import { type SandboxAccess, sandboxIdOf } from './sandbox-access.ts';

/**
 * The providers that have keys. A provider without keys is off, because a pretend one must never run beside real money.
 * `stripeAccount` is the name of the Stripe key's account in the table of payments.
 */
export function realProviders(env: Env, stripeAccount?: string): PaymentProvider[] {
  const providers: PaymentProvider[] = [];
  if (env.STRIPE_SECRET_KEY !== undefined && env.STRIPE_WEBHOOK_SECRET !== undefined) {
    providers.push(
      withCircuitBreaker(
        stripeProvider({
          secretKey: env.STRIPE_SECRET_KEY,
          webhookSecret: env.STRIPE_WEBHOOK_SECRET,
          live: isStripeLive(env),
          account: stripeAccount,
          apiBase: env.STRIPE_API_BASE,
          sandboxPath: undefined,
          methods: env.STRIPE_METHODS,
          transferCountry: env.STRIPE_TRANSFER_COUNTRY,
        }),
      ),
    );
  }
  const { PAYPAL_CLIENT_ID: clientId, PAYPAL_CLIENT_SECRET: clientSecret } = env;
  if (clientId !== undefined && clientSecret !== undefined && env.PAYPAL_WEBHOOK_ID !== undefined) {
    providers.push(
      withCircuitBreaker(
        paypalProvider({
          clientId,
          clientSecret,
          webhookId: env.PAYPAL_WEBHOOK_ID,
          live: isPaypalLive(env),
          apiBase: env.PAYPAL_API_BASE,
          sandboxPath: undefined,
        }),
      ),
    );
  }
  return providers;
}

/** The real clients with the addresses of the pretend providers. The rest of the code does not know the difference. */
export function sandboxedProviders(env: Env, access: SandboxAccess): PaymentProvider[] {
  return [
    withCircuitBreaker(
      stripeProvider({
        ...access.stripe,
        live: false,
        account: sandboxIdOf(access),
        apiBase: env.STRIPE_API_BASE ?? access.stripe.apiBase,
        sandboxPath: '/sandbox/stripe/',
        methods: env.STRIPE_METHODS,
        transferCountry: env.STRIPE_TRANSFER_COUNTRY,
      }),
    ),
    withCircuitBreaker(
      paypalProvider({
        ...access.paypal,
        live: false,
        apiBase: env.PAYPAL_API_BASE ?? access.paypal.apiBase,
        sandboxPath: '/sandbox/paypal/',
      }),
    ),
  ];
}

/** Lets an order of 0.00 take the same path as any other order, without a call to a real provider. */
export function freeProvider(db: Db): PaymentProvider {
  return {
    name: 'free',
    live: false,
    account: undefined,
    async open(request) {
      const ref = `free_${randomBytes(16).toString('hex')}`;
      return { ref, url: request.successUrl.replace(CHECKOUT_ID, ref) };
    },
    close: async () => false,
    getStatus: async (ref) => ({
      state: 'paid',
      orderId: (await findPaymentByRef(db, ref))?.orderId,
      amountCents: 0,
      currency: (await findPaymentByRef(db, ref))?.currency.code,
      live: false,
      paymentRef: undefined,
      refundedCents: 0,
    }),
    refund: async () => {
      throw new ProviderRefused('nothing_to_refund', 'nothing was collected', { status: 400 });
    },
    listRefunds: async () => [],
    getDispute: async () => undefined,
    listDisputes: async function* () {},
    parseWebhook: async () => undefined,
  };
}
