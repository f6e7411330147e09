import * as z from 'zod/mini';
import type { Call } from '../api-calls.ts';
import { randomId } from '../random-id.ts';
import type { ChargeRow, DisputeRow, StripeAccount } from './stripe-account.ts';
import { moveDispute, moveWonDispute, takenBy } from './stripe-balance.ts';
import { noSuch } from './stripe-errors.ts';
import { emit } from './stripe-events.ts';
import { disputeObject } from './stripe-objects.ts';
import {
  listObject,
  pageParameters,
  readParameters,
  sinceParameters,
  text,
} from './stripe-parameters.ts';

const WEEK = 7 * 24 * 60 * 60;

/** The payer's bank takes the money back until the dispute is decided. A charge has at most one dispute. */
export function openDispute(
  account: StripeAccount,
  charge: ChargeRow,
  amount = charge.amount,
): string {
  const known = disputeOf(account, charge);
  if (known) return known.id;
  if (charge.method === 'customer_balance')
    throw new Error(`Charge ${charge.id} was paid by bank transfer, which nobody can dispute.`);
  // A bank returns a debit without a question: its dispute is lost from the beginning.
  const isDebit = charge.method === 'sepa_debit';
  const created = account.clock.seconds();
  const dispute: DisputeRow = {
    id: randomId('du_', 24),
    created,
    charge: charge.id,
    intent: charge.intent,
    amount,
    currency: charge.currency,
    dueBy: created + WEEK,
    status: isDebit ? 'lost' : 'needs_response',
  };
  account.charges.put(charge.id, { ...charge, disputed: true });
  account.disputes.put(dispute.id, dispute);
  moveDispute(account, charge, dispute);
  emit(account, 'charge.dispute.created', disputeObject(account, dispute));
  emit(account, 'charge.dispute.funds_withdrawn', disputeObject(account, dispute));
  if (isDebit) emit(account, 'charge.dispute.closed', disputeObject(account, dispute));
  return dispute.id;
}

/** The bank decides: the shop gets the money back, or the cardholder keeps it. */
export function closeDispute(
  account: StripeAccount,
  charge: ChargeRow,
  outcome: 'won' | 'lost',
): void {
  const dispute = disputeOf(account, charge);
  if (!dispute) throw new Error(`Charge ${charge.id} is not disputed.`);
  const closed: DisputeRow = { ...dispute, status: outcome };
  account.disputes.put(dispute.id, closed);
  if (outcome === 'won') moveWonDispute(account, closed);
  emit(account, 'charge.dispute.closed', disputeObject(account, closed));
  if (outcome === 'won')
    emit(account, 'charge.dispute.funds_reinstated', disputeObject(account, closed));
}

/** Whether the money of a charge is with the bank or the cardholder, so that no refund is possible. */
export function isChargedBack(account: StripeAccount, charge: ChargeRow): boolean {
  const dispute = disputeOf(account, charge);
  return dispute !== undefined && dispute.status !== 'won';
}

/** The amount that the cardholder keeps after a lost dispute; a refund that fails later does not change it. */
export function lostIn(account: StripeAccount, charge: ChargeRow): number {
  const dispute = disputeOf(account, charge);
  return dispute?.status === 'lost' ? takenBy(account, dispute) : 0;
}

function disputeOf(account: StripeAccount, { id }: ChargeRow): DisputeRow | undefined {
  return [...account.disputes.rows()].find(({ charge }) => charge === id);
}

export function retrieveDispute(account: StripeAccount, { id }: Call) {
  const dispute = account.disputes.get(id);
  if (!dispute) throw noSuch('dispute', id, 'dispute');
  return disputeObject(account, dispute);
}

const listParameters = z.strictObject({
  ...pageParameters,
  ...sinceParameters,
  payment_intent: z.optional(text()),
});

export function listDisputes(account: StripeAccount, _call: Call, sent: unknown) {
  const { payment_intent: wanted, created: since, ...page } = readParameters(listParameters, sent);
  const found = [...account.disputes.rows()].filter(
    ({ intent, created }) =>
      created >= (since?.gte ?? 0) && (wanted === undefined || intent === wanted),
  );
  return listObject('/v1/disputes', found, page, (row) => disputeObject(account, row));
}
