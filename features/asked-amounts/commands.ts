import { dayOf } from '#contract/content/calendar-days.ts';
import { amountWithCode } from '#contract/money.ts';
import { stateWords } from '#server/reports/list-cells.ts';
import { askedReference, linesOf, stateOf } from '#server/orders/rows/orders.ts';
import { listAsked } from '#server/orders/rows/asked-orders.ts';
import { planAsking } from './ask-for-amount.ts';
import { planRefundUndone } from './undo-refund.ts';
import { type Command, command, field } from '#organiser/command.ts';
import { invoiceEntries, invoiceFields, LANGUAGE } from '#organiser/fields.ts';

export const askedAmounts = command({
  name: 'ask',
  id: 'asked-amounts',
  before: 'refund',
  title: 'Amounts asked for',
  summary: 'Lists the amounts that organisers asked for by link, paid or not.',
  subject: 'Money',
  async report({ payments: { db }, content }) {
    const { timezone } = content.conference.dates;
    const asked = await Promise.all(
      (await listAsked(db)).map(async (order) => ({
        reference: order.reference,
        name: order.customer.name,
        email: order.customer.email,
        amountCents: order.amountCents,
        currency: order.currency,
        words: linesOf(order)[0]?.words ?? '',
        about: askedReference(order),
        undoes: order.undoes,
        state: await stateOf(db, order),
        createdAt: order.createdAt,
      })),
    );
    const lines = asked.map(
      ({ reference, email, amountCents, currency, words, about, state, createdAt }) =>
        `${dayOf(createdAt, timezone)} ${reference} ${email} ${amountWithCode(amountCents, currency)}, ${stateWords(state)}${about === undefined ? '' : `, about ${about}`}: ${words}`,
    );
    return {
      facts: {
        asked: asked.map(({ currency, ...one }) => ({ ...one, currency: currency.code })),
      },
      lines,
      none: 'No amount was asked for.',
    };
  },
});

export const ask = command({
  name: 'ask',
  title: 'Ask for an amount',
  summary:
    'Asks anybody for an amount, with a link to pay it: a table of an exhibitor, or what somebody still owes. It gives nobody a place.',
  subject: 'Money',
  fields: {
    email: field('email', 'EMAIL', 'Email'),
    amount: field('amount', 'AMOUNT', 'Amount, without the processing fee'),
    words: field('text', '"WORDS"', 'Purpose, as on the receipt'),
    name: field('text', '--name "NAME"', 'Name of the payer', {
      otherwise: 'the person with this address',
    }),
    institute: field('text', '--institute "NAME"', 'Institute of the payer', {
      otherwise: 'that of the person with this address',
    }),
    country: field('country', '--country "NAME"', 'Country of the payer', {
      otherwise: 'that of the person with this address',
    }),
    about: field('reference', '--about REFERENCE', 'Reference of the order that it is about', {
      otherwise: 'none',
    }),
    tax: field('text', '--tax 19', 'Tax in the amount, in per cent, or exempt', {
      otherwise: 'as in the first line of prices.yaml',
    }),
    language: LANGUAGE,
    ...invoiceFields('a receipt, and no invoice'),
    isWithoutFee: field('flag', '--without-fee', 'Add no processing fee'),
    isSecond: field('flag', '--second', 'Ask for the same a second time', { overrules: true }),
  },
  plan: (context, typed) => planAsking(context, { ...typed, invoice: invoiceEntries(typed) }),
  confirm: '--send',
});

const undoRefund = command({
  name: 'refund',
  when: '--undo',
  id: 'undo-refund',
  before: 'refund --settled',
  title: 'Ask for a refund again',
  summary:
    'Asks the payer of a refund that was sent by mistake for exactly its amount, with a link to pay it. Show and the list of refunds have the ids.',
  subject: 'Money',
  fields: { id: field('text', '--undo ID', 'Id of the refund or dispute') },
  plan: planRefundUndone,
  confirm: '--send',
});

export const commands: readonly Command[] = [askedAmounts, ask, undoRefund];
