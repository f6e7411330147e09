import type { Cents, Currency } from '#contract/money.ts';
import { DESCRIPTION_LENGTH } from '#contract/payment.ts';
import { emailAddress, line } from '#contract/text.ts';
import { noAmount, readAmount } from '#contract/typed-amount.ts';
import { NotUnderstood } from '#server/operations/plan.ts';

/** An amount without the processing fee, for the payer with this address; the words are on the receipt. */
export type AmountForPayer = { email: string; amountCents: Cents; words: string };

/** Reads what an organiser types about an amount that is agreed or asked for. */
export function readAmountForPayer(
  currency: Currency,
  typed: { email: string; amount: string; words: string },
): AmountForPayer {
  const { data: email } = emailAddress.safeParse(typed.email);
  if (email === undefined) throw new NotUnderstood(`"${typed.email}" is no email address.`);
  const amountCents = readAmount(typed.amount, currency);
  if (amountCents === undefined || amountCents === 0) {
    throw new NotUnderstood(noAmount(typed.amount, currency));
  }
  const { data: words } = line(DESCRIPTION_LENGTH).safeParse(typed.words);
  if (words === undefined) {
    throw new NotUnderstood(
      `The text is printed on the receipt: one line of at most ${DESCRIPTION_LENGTH} characters.`,
    );
  }
  return { email, amountCents, words };
}
