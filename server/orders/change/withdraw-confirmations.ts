import type { Tx } from '#server/database/database.ts';
import { withdrawFrom } from '#server/mail/outbox.ts';
import {
  closeConfirmation,
  openConfirmations,
  type Whose,
} from '#server/orders/rows/address-confirmations.ts';

/** Ends the requests about a person that nobody has confirmed; their mails are not sent any more. */
export async function withdrawConfirmations(tx: Tx, whose: Whose, now: Date): Promise<void> {
  for (const { id, entries } of await openConfirmations(tx, whose)) {
    await closeConfirmation(tx, id, 'withdrawn');
    await withdrawFrom(tx, { recipient: entries.email, about: [id] }, now);
  }
}
