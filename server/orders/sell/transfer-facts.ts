import { ibanInGroups } from '#contract/content/bank-account.ts';
import type { Conference } from '#contract/content/shapes/conference-shape.ts';
import type { Mails } from '#contract/content/shapes/mails-shape.ts';
import { asCents, type Cents, moneyText } from '#contract/money.ts';
import type { Fact } from '#server/mail/mail-template.ts';
import type { PaymentContext } from '#server/payments/payment-context.ts';
import type { Payment } from '#server/payments/payments.ts';
import type { Payable } from '#server/orders/rows/payables.ts';
import { lastDayOf } from './transfer-end.ts';

/** A bank transfer for which we are waiting, perhaps after a part of it. */
export type OpenTransfer = {
  payment: Payment;
  receivedCents: Cents;
  stillDueCents: Cents;
  proFormaPath: string;
};

/** The part of a bank transfer that has arrived. */
export async function receivedCentsOf(
  { providers }: Pick<PaymentContext, 'providers'>,
  { provider, ref }: Pick<Payment, 'provider' | 'ref'>,
): Promise<Cents> {
  const status = ref === undefined ? undefined : await providers.get(provider)?.getStatus(ref);
  return asCents(status?.amountCents ?? 0);
}

/** The file name of the pro-forma invoice, below the address of the link to pay. */
export const PRO_FORMA = 'pro-forma.pdf';

/**
 * The words that the payer has to quote: the reference, by which a statement is matched. An order has one reference, so
 * a change of it adds the number of the payment.
 */
export function quoteOf({ order, change }: Payable, payment: Pick<Payment, 'request'>): string {
  return change ? payment.request.invoice : order.reference;
}

/** The facts that the payer types into the transfer, and its last day; none if the conference has no account any more. */
export function transferFacts(...given: Parameters<typeof factsOfTransfer>): Fact[] {
  const { amount, account, quoted, until } = factsOfTransfer(...given);
  return account.length === 0 ? [] : [amount, ...account, quoted, until];
}

/** The same by their meaning. The first fact about the account is its holder. */
export function factsOfTransfer(
  { transfer: { labels } }: Pick<Mails, 'transfer'>,
  conference: Pick<Conference, 'bankTransfer' | 'dates'>,
  payable: Payable,
  { payment, receivedCents, stillDueCents }: Omit<OpenTransfer, 'proFormaPath'>,
) {
  const { holder, iban, bic, bank } = conference.bankTransfer ?? {};
  const label = receivedCents > 0 ? labels.stillDue : labels.amount;
  const account = [
    { label: labels.holder, text: holder },
    { label: labels.iban, text: iban && ibanInGroups(iban) },
    { label: labels.bic, text: bic },
    { label: labels.bank, text: bank },
  ];
  return {
    amount: { label, text: moneyText(stillDueCents, payable.order.currency) },
    account: account.filter((fact): fact is Fact => fact.text !== undefined),
    quoted: { label: labels.quote, text: quoteOf(payable, payment) },
    until: { label: labels.until, text: lastDayOf(payment.expiresAt, conference) },
  };
}
