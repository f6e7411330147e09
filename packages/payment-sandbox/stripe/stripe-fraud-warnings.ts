import type { Stripe } from 'stripe';
import type { Call } from '../api-calls.ts';
import { randomId } from '../random-id.ts';
import type { ChargeRow, FraudWarningRow, StripeAccount } from './stripe-account.ts';
import { noSuch } from './stripe-errors.ts';
import { emit } from './stripe-events.ts';
import type { Shown } from './stripe-objects.ts';

/** The cardholder's bank suspects fraud, and the cardholder has not disputed the payment yet. */
export function warnOfFraud(account: StripeAccount, charge: ChargeRow): string {
  const warning: FraudWarningRow = {
    id: randomId('issfr_', 24),
    created: account.clock.seconds(),
    charge: charge.id,
    intent: charge.intent,
  };
  account.fraudWarnings.put(warning.id, warning);
  emit(account, 'radar.early_fraud_warning.created', warningObject(warning));
  return warning.id;
}

export function retrieveFraudWarning(account: StripeAccount, { id }: Call) {
  const warning = account.fraudWarnings.get(id);
  if (!warning) throw noSuch('radar.early_fraud_warning', id, 'early_fraud_warning');
  return warningObject(warning);
}

function warningObject(warning: FraudWarningRow) {
  return {
    id: warning.id,
    object: 'radar.early_fraud_warning',
    charge: warning.charge,
    created: warning.created,
    payment_intent: warning.intent,
  } satisfies Shown<Stripe.Radar.EarlyFraudWarning>;
}
