import { asCents, type Cents } from '#contract/money.ts';
import { dayOf } from '#contract/content/calendar-days.ts';
import { readAmount } from '#contract/typed-amount.ts';
import type { Tx } from '#server/database/database.ts';
import { digestOf } from '#server/identity.ts';
import { ActionImpossible, type Organising } from '#server/operations/plan.ts';
import type { Payment } from '#server/payments/payments.ts';
import { type BankEntry, insertBankEntry } from './bank-entries.ts';

/** The rest of a transfer up to which an import accepts it as paid; 0 without `accept_missing` in conference.yaml. */
export function acceptedMissing({
  content: { conference },
  payments: { currency },
}: Pick<Organising, 'content' | 'payments'>): Cents {
  const typed = conference.bankTransfer?.acceptMissing;
  return (typed === undefined ? undefined : readAmount(typed, currency)) ?? asCents(0);
}

/**
 * Counts the missing rest of a transfer as paid: an entry of the account without money. The rest is a cost of the
 * conference, as a fee of a bank is, and neither price nor tax change.
 */
export async function acceptRest(
  tx: Tx,
  { payments, actor, content }: Pick<Organising, 'payments' | 'actor' | 'content'>,
  payment: Pick<Payment, 'id' | 'orderId' | 'currency'>,
  { cents, words, now }: { cents: Cents; words: string; now: string },
): Promise<void> {
  const entry: BankEntry = {
    id: payments.newId(),
    key: digestOf('rest of a transfer', { payment: payment.id }),
    account: content.conference.bankTransfer?.iban ?? '',
    bookedOn: dayOf(payments.clock(), content.conference.dates.timezone),
    amountCents: 0,
    currency: payment.currency,
    name: '',
    iban: undefined,
    bic: undefined,
    words,
    endToEnd: undefined,
    bankReference: undefined,
    isReversal: false,
    format: undefined,
    source: 'accepted',
    state: 'booked',
    orderId: payment.orderId,
    paymentId: payment.id,
    bankRefundId: undefined,
    bookedCents: cents,
    actor,
    createdAt: now,
  };
  if (!(await insertBankEntry(tx, entry))) {
    throw new ActionImpossible('The rest of this transfer was accepted before.');
  }
  await tx
    .updateTable('bank_entries')
    .set({ decided_at: now })
    .where('id', '=', entry.id)
    .execute();
  // The poller finds it if this process stops before it has asked.
  await tx
    .updateTable('payments')
    .set({ next_check_at: now })
    .where('id', '=', payment.id)
    .execute();
}
