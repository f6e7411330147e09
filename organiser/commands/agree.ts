import { dayOf } from '#contract/content/calendar-days.ts';
import { amountWithCode } from '#contract/money.ts';
import { planAgreement } from '#server/discount/record-agreement.ts';
import { agreedAmounts } from '#server/reports/agreed-amounts.ts';
import { command, field } from '#organiser/command.ts';
import { CommandError } from '#organiser/command-context.ts';
import { invoiceEntries, invoiceFields } from '#organiser/fields.ts';

export const agreements = command({
  name: 'agree',
  id: 'agreements',
  title: 'Agreed amounts',
  summary: 'Lists the amounts that were agreed, and those that were paid without an agreement.',
  subject: 'Money',
  async report({ payments: { db, currency }, content }) {
    const { timezone } = content.conference.dates;
    const amounts = await agreedAmounts(db);
    const lines = [
      ...amounts.agreements.map(({ createdAt, email, amountCents, words, isUsed, reference }) => {
        const state = isUsed ? `paid with ${reference ?? 'an order'}` : 'not paid yet';
        const amount = amountWithCode(amountCents, currency);
        return `${dayOf(createdAt, timezone)} ${email} ${amount}, ${state}: ${words}`;
      }),
      ...amounts.waiting.map(
        ({ reference, email, amountCents, words }) =>
          `${reference} ${email} ${amountWithCode(amountCents, currency)} is paid and waits for an agreement or a refund: ${words}`,
      ),
    ];
    return { facts: amounts, lines, none: 'No amount was agreed.' };
  },
});

export const agree = command({
  name: 'agree',
  title: 'Record an agreed amount',
  summary:
    'Records an amount that was agreed for a discount registration. As soon as it is paid from this address, the place is confirmed.',
  subject: 'Money',
  fields: {
    email: field('email', 'EMAIL', 'Email'),
    amount: field('amount', 'AMOUNT', 'Amount, without the processing fee'),
    words: field('text', '"WORDS"', 'Text on the receipt'),
    ...invoiceFields('a receipt, and no invoice'),
  },
  async plan(context, { email, amount, words, ...typed }) {
    if (!context.content.pages.discount) {
      throw new CommandError(
        'This conference has no page for agreed amounts: pages.yaml has no "discount". "ask" makes a link to pay instead.',
      );
    }
    return planAgreement(context, { email, amount, words, invoice: invoiceEntries(typed) });
  },
});
