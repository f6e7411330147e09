import { amountWithCode } from '#contract/money.ts';
import { act } from '#server/operations/act.ts';
import { ActionImpossible, type Organising, type Plan } from '#server/operations/plan.ts';
import { lockBankAccount } from '#server/bank/bank-account.ts';
import { keepBankRefund } from '#server/bank/bank-refunds.ts';
import { refundNamed, refundWords, shortIdOf } from './refund-files.ts';

/** Keeps money that was too much, because its payer has given it to the conference. */
export async function planKept(
  organising: Organising,
  { refund: typed, words: why }: { refund: string; words: string },
): Promise<Plan> {
  const refund = await refundNamed(organising.payments.db, typed);
  const { id, paymentId, failedAt, fileId, amountCents, currency, reason } = refund;
  if (paymentId !== undefined || failedAt !== undefined) {
    throw new ActionImpossible(
      `${refundWords(refund)} is not money that was too much: it is owed to its payer.`,
    );
  }
  return {
    words: [
      `${refundWords(refund)} would not be transferred: the conference keeps it as a gift of ${refund.name || 'its payer'}, ${why}.`,
      ...(fileId === undefined
        ? []
        : [`It is in the file ${fileId}: make sure that the bank has not made it, and will not.`]),
    ],
    button: `Keep ${amountWithCode(amountCents, currency)}`,
    weighs: { cents: amountCents },
    async perform() {
      await act(organising, async ({ tx, now, record }) => {
        await lockBankAccount(tx);
        if (!(await keepBankRefund(tx, id, now))) {
          throw new ActionImpossible('The bank has made this transfer, or it was kept meanwhile.');
        }
        const kept = amountWithCode(amountCents, currency);
        const words = `${kept} of the refund ${shortIdOf(id)} is kept as a gift: ${why}`;
        await record({ action: 'bank', reference: reason, words });
      });
      return [
        'It is kept. Thank the payer, and write the confirmation of a gift if one is wanted.',
      ];
    },
  };
}
