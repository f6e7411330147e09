import type Stripe from 'stripe';
import type { RefundRow } from './stripe-account.ts';

export function refundObject(refund: RefundRow): Stripe.Refund {
  const failed = refund.status === 'failed';
  return {
    id: refund.id,
    object: 'refund',
    amount: refund.amount,
    balance_transaction: refund.id.replace('re_', 'txn_'),
    charge: refund.charge,
    created: refund.created,
    currency: refund.currency,
    customer: null,
    customer_account: null,
    destination_details: {
      type: 'card',
      card: {
        reference_status: 'pending',
        reference_type: 'acquirer_reference_number',
        type: 'refund',
      },
    },
    ...(failed
      ? {
          failure_balance_transaction: refund.id.replace('re_', 'txn_f'),
          failure_reason: 'lost_or_stolen_card',
        }
      : {}),
    metadata: refund.metadata,
    payment_intent: refund.intent,
    payment_method: null,
    reason: refund.reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: refund.status,
    transfer_reversal: null,
  };
}
