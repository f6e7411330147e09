import type { Content } from '#contract/content.ts';
import { fillPlaceholders } from '#contract/content/placeholders.ts';
import { momentAt } from '#contract/content/moments.ts';
import { asCents, moneyText } from '#contract/money.ts';
import { virtualAccountUntil } from '#server/payments/delayed-money.ts';
import type { Payment } from '#server/payments/payments.ts';
import { holdsPlace, type Payable } from '#server/orders/rows/payables.ts';
import { endText } from '#server/orders/rows/order-facts.ts';

/** The parts of a payment that say how its money comes. */
export type Delayed = Pick<
  Payment,
  'state' | 'delayedBy' | 'arrivedCents' | 'amountCents' | 'currency' | 'expiresAt' | 'checkoutUrl'
>;

/** The sentences about money that comes days later; undefined if the payer need not know more than that we check it. Without a `payable` it is for a place. */
export function delayWords(
  { mails, labels, conference }: Pick<Content, 'mails' | 'labels' | 'conference'>,
  payment: Delayed,
  payable?: Payable,
): string[] | undefined {
  const { follows } = mails.moneyOnItsWay;
  const said = payable && !holdsPlace(payable) ? labels.transfers : mails.moneyOnItsWay;
  const { state, delayedBy, arrivedCents, amountCents } = payment;
  const currency = { ...payment.currency, language: conference.dates.language };
  if (state !== 'PENDING' || delayedBy === undefined) return undefined;
  if (delayedBy === 'debit') return [said.byDebit, follows];
  if (arrivedCents !== undefined) {
    const missing = asCents(Math.max(0, amountCents - arrivedCents));
    const facts = {
      arrived: moneyText(arrivedCents, currency),
      missing: moneyText(missing, currency),
    };
    return [fillPlaceholders(said.inPart, facts), follows];
  }
  const until = endText(momentAt(virtualAccountUntil(payment), conference.dates));
  const facts = { amount: moneyText(amountCents, currency), until };
  return [fillPlaceholders(said.byTransfer, facts), follows];
}

/** The address of the page with the bank details, if the payer transfers the money. */
export function instructionsOf({ state, delayedBy, checkoutUrl }: Delayed): string | undefined {
  return state === 'PENDING' && delayedBy === 'virtual-account' ? checkoutUrl : undefined;
}
