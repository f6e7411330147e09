import { planPaid } from '#server/bank/plan-paid.ts';
import { command, field } from '#organiser/command.ts';

export const paid = command({
  name: 'paid',
  title: 'Book a bank transfer',
  summary: 'Books a bank transfer by hand, for an order or for a change that costs more.',
  subject: 'Money',
  fields: {
    reference: field('reference', 'REFERENCE', 'Reference, or link to pay', {
      hint: 'such as PS26-7K3M-9QXW',
    }),
    amount: field('amount', '--amount 399.00', 'Amount that arrived'),
    on: field('date', '--on 2026-04-03', 'Day on the bank statement'),
    name: field('text', '--name "NAME"', 'Name of the account that paid', {
      otherwise: 'the name of the payer',
    }),
    iban: field('text', '--iban IBAN', 'IBAN that paid', {
      otherwise: 'not known; a refund then needs it',
    }),
    words: field('text', '--words "TEXT"', 'Words on the bank statement', { otherwise: 'none' }),
    isAnother: field('flag', '--again', 'Book it although the same transfer is booked already', {
      overrules: true,
    }),
  },
  plan: planPaid,
  confirm: '--send',
});
