import { amountWithCode, asCents } from '#contract/money.ts';
import { ActionImpossible, type Organising } from '#server/operations/plan.ts';
import { getOrder } from '#server/orders/rows/orders.ts';
import { recordBankAct } from '#server/bank/bank-account.ts';
import type { BankEntry } from '#server/bank/bank-entries.ts';
import { bookCredit } from '#server/bank/book-credit.ts';
import { entryIdOf } from './entry-words.ts';
import { payableOf } from './read-bank-facts.ts';

export type ToBook = { entry: BankEntry; orderId: string };

/** Books an open entry for an order, or for the change of it that waits for money. Returns the reason of a failure. */
export async function bookEntry(
  organising: Organising,
  { entry, orderId }: ToBook,
): Promise<string[]> {
  const { payments } = organising;
  const { key, bookedOn, currency, words, endToEnd = '' } = entry;
  const order = await getOrder(payments.db, orderId);
  const payable = await payableOf(payments.db, order, [words, endToEnd]);
  const { reference } = order;
  const money = (cents: number) => amountWithCode(asCents(cents), currency);
  try {
    await bookCredit(organising, payable, entry, (tx, { bookedCents, returnedCents }) => {
      const returned = returnedCents > 0 ? `, ${money(returnedCents)} is to be returned` : '';
      const said = `transfer ${entryIdOf(key)}, booked on ${bookedOn}: ${money(bookedCents)} counts${returned}`;
      return recordBankAct(tx, organising, said, reference);
    });
    return [];
  } catch (error) {
    // Another organiser was first.
    if (!(error instanceof ActionImpossible)) throw error;
    return [`${entryIdOf(key)}: ${error.message}`];
  }
}
