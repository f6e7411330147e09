import { asCents, type Cents } from '#contract/money.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { act, type Entry } from '#server/operations/act.ts';
import { type Organising, ActionImpossible } from '#server/operations/plan.ts';
import { lockOrders } from '#server/orders/rows/lock-orders.ts';
import { amountDue, getPayable, paidBy, type Payable } from '#server/orders/rows/payables.ts';
import { toPay } from '#server/orders/rows/payment-links.ts';
import { attemptOfOrganiser } from '#server/orders/sell/attempt-of-organiser.ts';
import { aboutTransfer, type ReturnReason } from '#server/orders/sell/mails.ts';
import { isWithdrawn } from '#server/orders/rows/withdrawn-payables.ts';
import { closePayment } from '#server/payments/checkout.ts';
import type { PaymentState } from '#server/payments/payment-states.ts';
import { latestPaymentOf, type Payment } from '#server/payments/payments.ts';
import { ProviderUnavailable } from '#server/payments/provider.ts';
import { syncPayment } from '#server/payments/sync-payment.ts';
import {
  type BankEntry,
  decideBankEntry,
  findBankEntry,
  insertBankEntry,
  sumOfEntries,
} from './bank-entries.ts';
import { acceptedMissing, acceptRest } from './accept-short.ts';
import { returnMoney } from './return-money.ts';

/** A credit of the bank account, before anybody has decided what it is about. */
export type Credit = Omit<
  BankEntry,
  'state' | 'orderId' | 'paymentId' | 'bankRefundId' | 'bookedCents' | 'createdAt'
>;

/** How a credit divides: what counts for the payable, what is returned, and what is missing then. */
export type Division = {
  bookedCents: Cents;
  returnedCents: Cents;
  missingCents: Cents;
  why: ReturnReason | undefined;
};

/** Divides the amount of a credit: a payable takes what is due and no more, and nothing once it is paid or withdrawn. */
export async function divideCredit(
  db: Db,
  context: Pick<Organising['payments'], 'overtaken'>,
  payable: Payable,
  amountCents: Cents,
): Promise<Division> {
  const why = await refusalOf(db, context, payable);
  if (why) {
    return { bookedCents: NOTHING, returnedCents: amountCents, missingCents: NOTHING, why };
  }
  const open = await openTransferOf(db, payable);
  const came = open ? await sumOfEntries(db, open.id) : 0;
  const due = amountDue(payable) - came;
  const bookedCents = asCents(Math.min(amountCents, due));
  const returnedCents = asCents(amountCents - bookedCents);
  return {
    bookedCents,
    returnedCents,
    missingCents: asCents(due - bookedCents),
    why: returnedCents > 0 ? 'tooMuch' : undefined,
  };
}

const NOTHING = asCents(0);

async function refusalOf(
  db: Db,
  { overtaken }: Pick<Organising['payments'], 'overtaken'>,
  payable: Payable,
): Promise<ReturnReason | undefined> {
  const { change } = payable;
  if (paidBy(payable) !== undefined) return 'alreadyPaid';
  if (isWithdrawn(payable) || (change && change.state !== 'proposed')) return 'notPossible';
  const refusal = await overtaken(db, payable);
  if (!refusal) return undefined;
  // Its participants have places by another order, or nothing is owed any more.
  return change || refusal.code === 'closed' ? 'notPossible' : 'alreadyPaid';
}

/** The transfer for which we are waiting; an earlier one that has ended is not booked any more. */
async function openTransferOf(db: Db, { order, change }: Payable): Promise<Payment | undefined> {
  const latest = await latestPaymentOf(db, order.id, change?.id);
  return latest?.provider === 'transfer' && latest.state === 'OPEN' ? latest : undefined;
}

/**
 * Books a credit for a payable: by the transfer that the payer has chosen, or by one that is made now. `entryOf` is its
 * entry in the log. Afterwards `syncPayment` asks the provider, as after any other payment. Returns the
 * division, and the payment with its state; without a payment the whole amount is returned.
 */
export async function bookCredit(
  organising: Pick<Organising, 'payments' | 'mailLayout' | 'origin' | 'actor' | 'content'>,
  named: Payable,
  credit: Credit,
  entryOf: (division: Division) => Entry,
): Promise<Division & { payment?: { id: string; state: PaymentState } }> {
  const { payments: context, mailLayout, origin } = organising;
  await closeOtherAttempt(context, named);
  const { division, payment } = await act(organising, async (deed) => {
    const { tx, now } = deed;
    await lockOrders(tx, [named.order.id]);
    const payable = await getPayable(tx, {
      orderId: named.order.id,
      changeId: named.change?.id,
    });
    await enter(tx, credit, now);
    const amountCents = asCents(credit.amountCents);
    const divided = await divideCredit(tx, context, payable, amountCents);
    const { bookedCents, returnedCents, missingCents, why } = divided;
    const pays = bookedCents > 0 ? await transferFor(tx, context, payable, origin) : undefined;
    const about = pays ?? (await latestPaymentOf(tx, payable.order.id, payable.change?.id));
    const decided = {
      state: pays ? 'booked' : 'returned',
      orderId: payable.order.id,
      paymentId: about?.id,
      bankRefundId: undefined,
      bookedCents,
    } as const;
    const isDecided = await decideBankEntry(tx, credit.id, decided, now);
    if (!isDecided) throw new ActionImpossible('Somebody has booked this transfer meanwhile.');
    if (why) {
      const returned = { payable, cents: returnedCents, why, origin };
      await returnMoney(tx, { ...context, mailLayout }, credit, returned);
    }
    const isAccepted =
      pays !== undefined && missingCents > 0 && missingCents <= acceptedMissing(organising);
    if (isAccepted) {
      const rest = { cents: missingCents, words: ACCEPTED, now };
      await acceptRest(tx, organising, pays, rest);
    } else if (pays) {
      // The poller finds the money if this process stops before it has asked.
      await tx
        .updateTable('payments')
        .set({ next_check_at: now })
        .where('id', '=', pays.id)
        .execute();
    }
    const link =
      pays && missingCents > 0 && !isAccepted
        ? await toPay(tx, context, payable, origin)
        : undefined;
    if (pays && link && payable.order.customer.email !== '') {
      const receivedCents = await sumOfEntries(tx, pays.id);
      const arrived = { what: 'partArrived', payment: pays, receivedCents } as const;
      await deed.post(aboutTransfer(mailLayout, link, arrived));
    }
    await deed.record(entryOf(divided));
    return { division: divided, payment: pays };
  });
  if (!payment) return division;
  const state = await syncPayment(context, payment.id, 'organiser');
  return { ...division, payment: { id: payment.id, state } };
}

/** The words of a rest that an import accepts, as the sheet of transfers has them. */
const ACCEPTED = 'accept_missing in conference.yaml';

/** Inserts the credit, unless a statement has brought it before. */
async function enter(tx: Tx, credit: Credit, createdAt: string): Promise<void> {
  if (await findBankEntry(tx, credit.id)) return;
  const entry: BankEntry = {
    ...credit,
    state: 'open',
    paymentId: undefined,
    bankRefundId: undefined,
    bookedCents: NOTHING,
    createdAt,
  };
  if (await insertBankEntry(tx, entry)) return;
  throw new ActionImpossible('This transfer is booked already.', { remedy: 'isAnother' });
}

/** The open transfer of a payable, or another one, which nobody has to be told how to pay. */
async function transferFor(
  tx: Tx,
  context: Organising['payments'],
  payable: Payable,
  origin: string,
): Promise<Payment> {
  const known = await openTransferOf(tx, payable);
  if (known) return known;
  return attemptOfOrganiser(tx, context, payable, { provider: 'transfer', origin });
}

/** Closes a page of a provider that is open for the same payable; money that arrives there all the same is refunded. */
async function closeOtherAttempt(
  context: Organising['payments'],
  { order, change }: Payable,
): Promise<void> {
  const latest = await latestPaymentOf(context.db, order.id, change?.id);
  if (!latest || latest.provider === 'transfer') return;
  if (latest.state !== 'NEW' && latest.state !== 'OPEN') return;
  await closePayment(context, latest).catch((error: unknown) => {
    if (!(error instanceof ProviderUnavailable)) throw error;
  });
}
