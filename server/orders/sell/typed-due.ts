import type { Cents, Currency } from '#contract/money.ts';
import { DESCRIPTION_LENGTH } from '#contract/payment.ts';
import { emailAddress, line } from '#contract/text.ts';
import { noAmount, readAmount } from '#contract/typed-amount.ts';
import { NotUnderstood } from '#server/operations/plan.ts';

/** An amount that somebody owes: the address of the payer, and the words on the receipt. */
type Due = { email: string; amountCents: Cents; words: string };

/** Reads an amount that an organiser types for a payer. */
export function readDue(
  currency: Currency,
  typed: { email: string; amount: string; words: string },
): Due {
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
