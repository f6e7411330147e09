import type { Env } from './env.ts';
import { withBreaker } from './payment/breaker.ts';
import type { PaymentProvider } from './payment/payment-provider.ts';
import { isPaypalCheckout, paypalProvider } from './payment/paypal.ts';
import { isStripeCheckout, stripeProvider } from './payment/stripe.ts';
import type { SandboxAccess } from './sandbox-access.ts';

/** The providers that have keys: one without is off, never pretended beside real money. */
export function realProviders(env: Env): PaymentProvider[] {
  const providers: PaymentProvider[] = [];
  if (env.STRIPE_SECRET_KEY !== undefined && env.STRIPE_WEBHOOK_SECRET !== undefined) {
    providers.push(
      stripeProvider({
        secretKey: env.STRIPE_SECRET_KEY,
        webhookSecret: env.STRIPE_WEBHOOK_SECRET,
        apiBase: env.STRIPE_API_BASE,
        isCheckoutAddress: isStripeCheckout,
      }),
    );
  }
  const { PAYPAL_CLIENT_ID: clientId, PAYPAL_CLIENT_SECRET: clientSecret } = env;
  if (clientId !== undefined && clientSecret !== undefined && env.PAYPAL_WEBHOOK_ID !== undefined) {
    providers.push(
      paypalProvider({
        clientId,
        clientSecret,
        webhookId: env.PAYPAL_WEBHOOK_ID,
        live: env.PAYPAL_ENV === 'live',
        apiBase: env.PAYPAL_API_BASE,
        isCheckoutAddress: isPaypalCheckout,
      }),
    );
  }
  return providers.map((provider) => withBreaker(provider));
}

/** The real clients, pointed at the pretend providers. From here on nothing knows the difference. */
export function sandboxedProviders(env: Env, access: SandboxAccess): PaymentProvider[] {
  const { stripe, paypal } = access;
  return [
    stripeProvider({
      ...stripe,
      apiBase: env.STRIPE_API_BASE ?? stripe.apiBase,
      isCheckoutAddress: (url, { successUrl }) =>
        isSandboxPage(url, successUrl, '/sandbox/stripe/') || isStripeCheckout(url),
    }),
    paypalProvider({
      ...paypal,
      live: false,
      apiBase: env.PAYPAL_API_BASE ?? paypal.apiBase,
      isCheckoutAddress: (url, { successUrl }) =>
        isSandboxPage(url, successUrl, '/sandbox/paypal/') || isPaypalCheckout(url),
    }),
  ].map((provider) => withBreaker(provider));
}

/** The hosted pages of the pretend providers stand on our own origin. */
function isSandboxPage(url: URL, successUrl: string, path: string): boolean {
  return url.origin === new URL(successUrl).origin && url.pathname.startsWith(path);
}
