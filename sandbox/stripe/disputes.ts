import type Stripe from 'stripe';
import { randomId } from '../random-id.ts';
import { emit, noCall } from './events.ts';
import type { ChargeRow, DisputeRow, StripeAccount } from './stripe-account.ts';

const WEEK = 7 * 24 * 60 * 60;

/** The cardholder's bank takes the money back. */
export function openDispute(account: StripeAccount, charge: ChargeRow): void {
  if (charge.disputed) return;
  const dispute: DisputeRow = {
    id: randomId('du_', 24),
    created: account.clock.seconds(),
    charge: charge.id,
    intent: charge.intent,
    amount: charge.amount,
    currency: charge.currency,
  };
  account.disputes.put(dispute.id, dispute);
  account.charges.put(charge.id, { ...charge, disputed: true });
  emit(account, 'charge.dispute.created', disputeObject(dispute), noCall);
}

function disputeObject(dispute: DisputeRow): Stripe.Dispute {
  return {
    id: dispute.id,
    object: 'dispute',
    amount: dispute.amount,
    balance_transactions: [],
    charge: dispute.charge,
    created: dispute.created,
    currency: dispute.currency,
    enhanced_eligibility_types: [],
    evidence: noEvidence(),
    evidence_details: {
      due_by: dispute.created + WEEK,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: dispute.intent,
    reason: 'fraudulent',
    status: 'needs_response',
  };
}

function noEvidence(): Stripe.Dispute['evidence'] {
  return {
    access_activity_log: null,
    billing_address: null,
    cancellation_policy: null,
    cancellation_policy_disclosure: null,
    cancellation_rebuttal: null,
    customer_communication: null,
    customer_email_address: null,
    customer_name: null,
    customer_purchase_ip: null,
    customer_signature: null,
    duplicate_charge_documentation: null,
    duplicate_charge_explanation: null,
    duplicate_charge_id: null,
    enhanced_evidence: {},
    product_description: null,
    receipt: null,
    refund_policy: null,
    refund_policy_disclosure: null,
    refund_refusal_explanation: null,
    service_date: null,
    service_documentation: null,
    shipping_address: null,
    shipping_carrier: null,
    shipping_date: null,
    shipping_documentation: null,
    shipping_tracking_number: null,
    uncategorized_file: null,
    uncategorized_text: null,
  };
}
