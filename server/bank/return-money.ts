import type { Cents } from '#contract/money.ts';
import type { Tx } from '#server/database/database.ts';
import { type Clock, type NewId, timestamp } from '#server/identity.ts';
import type { MailLayout } from '#server/mail/mail-layout.ts';
import { postMessages } from '#server/mail/outbox.ts';
import { ownPageOf } from '#server/orders/rows/orders.ts';
import type { Payable } from '#server/orders/rows/payables.ts';
import { type ReturnReason, transferReturned } from '#server/orders/sell/mails.ts';
import type { BankEntry } from './bank-entries.ts';
import { insertBankRefund } from './bank-refunds.ts';

export type ReturnDeps = { mailLayout: MailLayout; clock: Clock; newId: NewId };

/** Records that money of a credit is returned to the account that paid, and tells the payer. */
export async function returnMoney(
  tx: Tx,
  deps: ReturnDeps,
  entry: Pick<BankEntry, 'id' | 'currency' | 'name' | 'iban' | 'bic'>,
  about: { payable: Payable; cents: Cents; why: ReturnReason; origin: string },
): Promise<void> {
  const { payable, cents, why, origin } = about;
  const { order } = payable;
  const id = deps.newId();
  await insertBankRefund(tx, {
    id,
    paymentId: undefined,
    refundId: undefined,
    bankEntryId: entry.id,
    amountCents: cents,
    currency: entry.currency,
    name: entry.name,
    iban: entry.iban,
    bic: entry.bic,
    reason: order.reference,
    createdAt: timestamp(deps.clock()),
  });
  if (order.customer.email === '') return;
  const returned = { event: id, cents, why, page: ownPageOf(order, origin) };
  await postMessages(tx, deps, transferReturned(deps.mailLayout, payable, returned));
}
