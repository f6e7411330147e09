import type { SessionRow } from './stripe-account.ts';

export function paymentMethodTypes(session: SessionRow): string[] {
  return session.allowedPaymentMethodTypes ?? ['card', 'sepa_debit'];
}
