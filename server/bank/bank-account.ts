import type { BankTransfer } from '#contract/content/bank-account.ts';
import type { Content } from '#contract/content.ts';
import type { Tx } from '#server/database/database.ts';
import { lockKey } from '#server/database/database.ts';
import { ActionImpossible } from '#server/operations/plan.ts';

/** The account of the conference. Throws ActionImpossible if it has none. */
export function bankAccountOf({ conference }: Pick<Content, 'conference'>): BankTransfer {
  if (conference.bankTransfer) return conference.bankTransfer;
  throw new ActionImpossible(
    'The conference has no bank account: write its IBAN into bank_transfer of conference.yaml.',
  );
}

/** One organiser at a time decides about entries and refunds of the account. */
export function lockBankAccount(tx: Tx): Promise<void> {
  return lockKey(tx, 'bank account');
}

/** The refusal of a plan about the account whose conditions are no longer true. */
export function accountChanged(): ActionImpossible {
  return new ActionImpossible(
    'An order or the account has changed at the same moment, so nothing was booked. Look at the plan again.',
  );
}
