import type { Env } from './env.ts';
import { isPaypalLive, isStripeLive } from './payment-mode.ts';
import { withCircuitBreaker } from './payments/circuit-breaker.ts';
import type { PaymentProvider } from './payments/provider.ts';
import { isPaypalCheckout, paypalProvider, type PaypalSettings } from './payments/paypal.ts';
import { isStripeCheckout, stripeProvider, type StripeSettings } from './payments/stripe.ts';
import type { SandboxAccess } from './sandbox-access.ts';

/** The providers that have keys: one without is off, never pretended beside real money. */
export function realProviders(env: Env): PaymentProvider[] {
  const providers: PaymentProvider[] = [];
  if (env.STRIPE_SECRET_KEY !== undefined && env.STRIPE_WEBHOOK_SECRET !== undefined) {
    providers.push(
      stripe({
        secretKey: env.STRIPE_SECRET_KEY,
        webhookSecret: env.STRIPE_WEBHOOK_SECRET,
        live: isStripeLive(env),
        apiBase: env.STRIPE_API_BASE,
      }),
    );
  }
  const { PAYPAL_CLIENT_ID: clientId, PAYPAL_CLIENT_SECRET: clientSecret } = env;
  if (clientId !== undefined && clientSecret !== undefined && env.PAYPAL_WEBHOOK_ID !== undefined) {
    providers.push(
      paypal({
        clientId,
        clientSecret,
        webhookId: env.PAYPAL_WEBHOOK_ID,
        live: isPaypalLive(env),
        apiBase: env.PAYPAL_API_BASE,
      }),
    );
  }
  return providers;
}

/** The real clients, pointed at the pretend providers. From here on nothing knows the difference. */
export function sandboxedProviders(env: Env, access: SandboxAccess): PaymentProvider[] {
  return [
    stripe(
      { ...access.stripe, live: false, apiBase: env.STRIPE_API_BASE ?? access.stripe.apiBase },
      '/sandbox/stripe/',
    ),
    paypal(
      { ...access.paypal, live: false, apiBase: env.PAYPAL_API_BASE ?? access.paypal.apiBase },
      '/sandbox/paypal/',
    ),
  ];
}

/** `sandboxPath`: the hosted pages of the pretend provider stand below it on our own origin, and payers may go there. */
function stripe(
  settings: Omit<StripeSettings, 'isCheckoutAddress'>,
  sandboxPath?: string,
): PaymentProvider {
  return withCircuitBreaker(
    stripeProvider({
      ...settings,
      isCheckoutAddress: (url, { origin }) =>
        isSandboxPage(url, origin, sandboxPath) || isStripeCheckout(url),
    }),
  );
}

function paypal(
  settings: Omit<PaypalSettings, 'isCheckoutAddress'>,
  sandboxPath?: string,
): PaymentProvider {
  return withCircuitBreaker(
    paypalProvider({
      ...settings,
      isCheckoutAddress: (url, { origin }) =>
        isSandboxPage(url, origin, sandboxPath) || isPaypalCheckout(url),
    }),
  );
}

function isSandboxPage(url: URL, origin: string, path: string | undefined): boolean {
  return path !== undefined && url.origin === origin && url.pathname.startsWith(path);
}
