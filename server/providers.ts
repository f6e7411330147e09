import type { Env } from './env.ts';
import { isPaypalLive, isStripeLive } from './payment-mode.ts';
import { withCircuitBreaker } from './payments/circuit-breaker.ts';
import type { PaymentProvider } from './payments/provider.ts';
import { paypalProvider } from './payments/paypal.ts';
import { stripeProvider } from './payments/stripe.ts';
import type { SandboxAccess } from './sandbox-access.ts';

/** The providers that have keys: one without is off, never pretended beside real money. */
export function realProviders(env: Env): PaymentProvider[] {
  const providers: PaymentProvider[] = [];
  if (env.STRIPE_SECRET_KEY !== undefined && env.STRIPE_WEBHOOK_SECRET !== undefined) {
    providers.push(
      withCircuitBreaker(
        stripeProvider({
          secretKey: env.STRIPE_SECRET_KEY,
          webhookSecret: env.STRIPE_WEBHOOK_SECRET,
          live: isStripeLive(env),
          apiBase: env.STRIPE_API_BASE,
          sandboxPath: undefined,
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

/** The real clients, pointed at the pretend providers. From here on nothing knows the difference. */
export function sandboxedProviders(env: Env, access: SandboxAccess): PaymentProvider[] {
  return [
    withCircuitBreaker(
      stripeProvider({
        ...access.stripe,
        live: false,
        apiBase: env.STRIPE_API_BASE ?? access.stripe.apiBase,
        sandboxPath: '/sandbox/stripe/',
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
