import type { PaymentContext } from '#server/payments/payment-context.ts';
import type { PaymentProvider, ProviderName } from '#server/payments/provider.ts';

export function providerNamed(context: PaymentContext, name: ProviderName): PaymentProvider {
  const provider = context.providers.get(name);
  if (!provider) throw new Error(`${name} is switched off`);
  return provider;
}
