import type { Content } from '#contract/content.ts';
import { currencyOf } from '#contract/currency.ts';
import type { Currency } from '#contract/money.ts';
import { ratesIn, statesTax } from '#contract/content/tax-rates.ts';
import { rateText } from '#contract/tax.ts';
import { countRows } from '#server/database/all-rows.ts';
import { ERASED } from '#server/orders/rows/participants.ts';
import { countAsked } from '#server/orders/rows/asked-orders.ts';
import { isMoneyState, type PaymentState } from '#server/payments/payment-states.ts';
import { shownCurrency } from '#server/payments/provider-currency.ts';
import { type ReceiptDocument, signOf } from '#server/receipts/receipt-document.ts';
import { listAgreed } from './agreed-amounts.ts';
import { column, defineList, type Field, reference, rowsOf } from './define-list.ts';
import {
  askedIn,
  bankTransfersIn,
  documentsIn,
  paymentsIn,
  payoutEntriesIn,
  payoutsIn,
  refundsIn,
} from './list-rows.ts';
import { inOnePage } from './pages.ts';

type Payer = { payer_name: string; payer_email: string };

const payer = [
  column.text('name', 'Name', (row: Payer) => row.payer_name || ERASED, 26),
  column.text('email', 'Email', (row: Payer) => row.payer_email),
];

const payments = defineList({
  heading: 'Payments',
  leadsTo: 'people',
  count: rowsOf('payments'),
  pages: paymentsIn,
  date: 'paid-at',
  key: (row) => row.reference,
  currency: currencyIn,
  fields: (add) => [
    reference,
    ...payer,
    add.text('for', 'For', (row) => row.product_name),
    add.state('state', 'State', (row) => row.state, 15),
    add.time('begun', 'Begun at', (row) => row.created_at),
    add.time('paid-at', 'Paid at', (row) => row.paid_at),
    add.money('amount', 'Amount', (row) => row.amount_cents),
    add.money('paid', 'Paid', (row) =>
      isMoney(row) ? (row.arrived_cents ?? row.amount_cents) : 0,
    ),
    add.money('refunded', 'Refunded', (row) => row.refunded_cents),
    add.yes('receipt', 'Receipt', (row) => (isMoney(row) ? row.receipt !== null : undefined)),
    add.text('currency', 'Currency', (row) => row.currency, 9),
    add.state('dispute', 'Dispute', (row) => row.dispute, 9),
    add.yes('asked', 'Asked for', (row) => row.is_asked === 1),
    add.text('provider', 'Provider', (row) => row.provider, 11),
    add.text('mode', 'Money', (row) => row.mode, 9),
    // The ids of a payment in the provider's own lists and payouts.
    add.text('invoice', 'Invoice', (row) => `${row.reference}-${row.attempt}`, 18),
    add.text('checkout', "Provider's checkout", (row) => row.provider_ref),
    add.text('payment', "Provider's payment", (row) => row.provider_payment_ref),
    add.text('account', 'Account', (row) => row.account, 24),
    add.text('id', 'Payment', (row) => row.id),
  ],
  shown: ['name', 'state', 'amount', 'reference', 'paid', 'refunded', 'provider', 'begun'],
  filters: ['state', 'receipt', 'dispute', 'asked', 'currency', 'provider', 'mode'],
});

const refunds = defineList({
  heading: 'Refunds',
  leadsTo: 'people',
  count: rowsOf('refunds'),
  pages: refundsIn,
  date: 'sent',
  key: (row) => row.reference,
  currency: currencyIn,
  fields: (add) => [
    reference,
    ...payer,
    add.state('state', 'State', (row) => row.state, 12),
    add.time('requested', 'Requested at', (row) => row.created_at),
    add.time('sent', 'Refunded at', (row) => row.sent_at),
    add.money('amount', 'Amount', (row) => row.amount_cents),
    add.money('refunded', 'Refunded', (row) => row.refunded_cents),
    add.text('currency', 'Currency', (row) => row.currency, 9),
    add.text('reason', 'Reason', (row) => row.reason, 16),
    add.text('provider', 'Provider', (row) => row.provider, 11),
    add.yes('asked', 'Asked for', (row) => row.is_asked === 1),
    add.text('asked-again', 'Asked for again', (row) => row.asked_again, 16),
    add.text('ref', "Provider's refund", (row) => row.provider_ref),
    add.text('payment', "Provider's payment", (row) => row.provider_payment_ref),
    add.text('trouble', 'Trouble', (row) => row.trouble),
    add.text('id', 'Refund', (row) => row.id),
  ],
  shown: [
    'name',
    'state',
    'amount',
    'reference',
    'refunded',
    'reason',
    'provider',
    'requested',
    'sent',
  ],
  filters: ['state', 'reason', 'asked', 'provider', 'currency'],
});

const transfers = defineList({
  heading: 'Transfers',
  leadsTo: 'people',
  count: async (db) =>
    (await countRows(db, 'bank_entries')) + (await countRows(db, 'bank_refunds')),
  pages: bankTransfersIn,
  date: 'day',
  key: (row) => row.reference ?? '',
  currency: currencyIn,
  fields: (add) => [
    add.text('day', 'Day', (row) => row.day, 11),
    add.state('kind', 'Kind', (row) => row.kind, 8),
    add.money('amount', 'Amount', (row) => row.amount_cents),
    add.money('booked', 'Booked', (row) => row.booked_cents),
    add.money('to-return', 'To return', (row) => row.to_return_cents),
    add.money('returned', 'Returned', (row) => row.returned_cents),
    add.text('name', 'Name', otherSide, 26),
    add.text('iban', 'IBAN', (row) => row.iban, 28),
    add.text('words', 'Words', (row) => row.words, 40),
    add.text('reference', 'Reference', (row) => row.reference, 16),
    add.state('state', 'State', (row) => row.state, 14),
    add.text('currency', 'Currency', (row) => row.currency, 9),
    add.text('file', 'File for the bank', (row) => row.file_id, 26),
    add.state('source', 'Booked by', (row) => row.source || undefined, 11),
    add.text('id', 'Id', (row) => row.id),
  ],
  shown: ['name', 'state', 'amount', 'reference', 'booked', 'to-return', 'day', 'words'],
  filters: ['kind', 'state', 'source', 'currency'],
});

const payouts = defineList({
  heading: 'Payouts',
  count: rowsOf('payouts'),
  pages: payoutsIn,
  date: 'arrives',
  key: (row) => row.id,
  currency: currencyThere,
  fields: (add) => [
    add.text('arrives', 'Arrives on', (row) => row.created_at, 12),
    add.text('provider', 'Provider', (row) => row.provider, 11),
    add.state('state', 'State', (row) => row.state, 12),
    add.money('gross', 'Gross', (row) => numberOf(row.gross_cents)),
    add.money('fees', 'Fees', (row) => numberOf(row.fee_cents)),
    add.money('amount', 'Paid out', (row) => numberOf(row.amount_cents)),
    add.text('currency', 'Currency', (row) => row.currency, 9),
    add.number('entries', 'Entries', (row) => row.entries),
    add.time('made', 'Made at', (row) => row.made_at),
    add.text('payout', "Provider's payout", (row) => row.id),
    add.text('account', 'Account', (row) => row.account, 24),
    add.text('mode', 'Money', (row) => row.mode, 9),
  ],
  shown: ['arrives', 'provider', 'amount', 'state', 'gross', 'fees', 'payout'],
  filters: ['provider', 'state', 'currency', 'mode'],
});

const payoutEntries = defineList({
  heading: 'Payout entries',
  count: rowsOf('payout_entries'),
  pages: payoutEntriesIn,
  date: 'at',
  key: (row) => row.id,
  currency: currencyThere,
  fields: (add) => [
    reference,
    add.state('kind', 'Kind', (row) => row.kind, 12),
    add.time('at', 'Moved at', (row) => row.occurred_at),
    add.money('gross', 'Gross', (row) => numberOf(row.gross_cents)),
    add.money('fee', 'Fee', (row) => numberOf(row.fee_cents)),
    add.money('net', 'Net', (row) => numberOf(row.net_cents)),
    add.text('currency', 'Currency', (row) => row.currency, 9),
    add.text('provider', 'Provider', (row) => row.provider, 11),
    add.text('arrives', 'Paid out on', (row) => row.arrives_on, 12),
    add.text('payout', "Provider's payout", (row) => row.payout_ref),
    add.text('invoice', 'Invoice', (row) => row.invoice, 18),
    add.text('payment', "Provider's payment", (row) => row.payment_ref),
    add.text('source', "Provider's refund or dispute", (row) => row.source_ref),
    add.text('id', "Provider's entry", (row) => row.ref),
    add.text('account', 'Account', (row) => row.account, 24),
    add.text('mode', 'Money', (row) => row.mode, 9),
  ],
  shown: ['reference', 'kind', 'net', 'at', 'gross', 'fee', 'provider', 'arrives'],
  filters: ['kind', 'provider', 'arrives', 'currency', 'mode'],
});

function documentsOf(content: Pick<Content, 'prices'>) {
  return defineList({
    heading: 'Documents',
    leadsTo: 'people',
    count: rowsOf('documents'),
    pages: documentsIn,
    date: 'issued',
    key: (row) => row.reference,
    currency: (row) => currencyOf(row.currency, row.decimals),
    fields: (add) => [
      add.text('number', 'Number', (row) => row.number, 20),
      add.state('kind', 'Kind', (row) => row.kind, 20),
      reference,
      add.time('issued', 'Issued at', (row) => row.issuedAt),
      add.text('name', 'Name', ({ customer }) => customer[0] ?? ERASED, 26),
      add.text('email', 'Email', ({ customer }) => customer.at(-1)),
      add.text('recipient', 'Invoice to', ({ recipient }) => recipient?.legalName, 26),
      add.text('vat-id', 'VAT number', ({ recipient }) => recipient?.vatId, 16),
      add.text('what', 'Items', ({ lines }) => lines.map(({ words }) => words).join('; '), 40),
      add.money('amount', 'Amount', (row) => counted(row, row.totalCents)),
      add.money('fee', 'Processing fee in it', (row) => counted(row, row.feeCents), 19),
      ...taxColumns(content),
      add.text('replaces', 'Replaces receipt', (row) => row.replaces, 20),
      add.text(
        'about',
        'Belongs to',
        ({ cancels, corrects, receipt }) => cancels ?? corrects ?? receipt,
        20,
      ),
      add.text('currency', 'Currency', (row) => row.currency, 9),
      add.text('paid-by', 'Paid by', (row) => row.paidBy, 12),
      add.yes('test', 'Test', (row) => row.isTest),
      add.yes('asked', 'Asked for', (row) => row.isAsked === true),
      add.text('leitweg-id', 'Leitweg-ID', ({ recipient }) => recipient?.leitwegId, 24),
      add.text('peppol-id', 'Peppol ID', ({ recipient }) => recipient?.peppolId, 20),
    ],
    shown: ['name', 'kind', 'amount', 'number', 'fee', 'issued', 'what'],
    filters: ['kind', 'asked', 'currency', 'paid-by', 'test'],
  });
}

const asked = defineList({
  heading: 'Asked for',
  leadsTo: 'people',
  count: countAsked,
  pages: askedIn,
  date: 'asked',
  key: (row) => row.reference,
  currency: currencyIn,
  fields: (add) => [
    reference,
    ...payer,
    add.text('institute', 'Institute', (row) => row.payer_institute, 32),
    add.text('what', 'Purpose', (row) => row.words, 40),
    add.text('about', 'About', (row) => row.about || undefined, 16),
    add.state('state', 'State', (row) => row.shown, 19),
    add.time('asked', 'Asked at', (row) => row.created_at),
    add.time('until', 'Payable until', (row) =>
      row.paid_payment_id === null ? row.lapses_at : undefined,
    ),
    add.money('amount', 'Amount', (row) => row.amount_cents),
    add.money('owed', 'Owed', (row) =>
      row.paid_payment_id === null && row.cancelled_at === null ? row.amount_cents : 0,
    ),
    add.money('paid', 'Paid', (row) => row.paid_cents ?? 0),
    add.money('refunded', 'Refunded', (row) => row.refunded_cents ?? 0),
    add.text('currency', 'Currency', (row) => row.currency, 9),
    add.text('provider', 'Provider', (row) => row.provider, 11),
    add.text('by', 'Asked by', (row) => row.offered_by, 16),
    add.text('undoes', 'Again for the refund', (row) => row.undoes),
  ],
  shown: ['name', 'state', 'owed', 'reference', 'what', 'amount', 'paid', 'until', 'asked'],
  filters: ['state', 'currency', 'provider'],
});

function agreementsIn(currency: Currency) {
  return defineList({
    heading: 'Agreed amounts',
    leadsTo: 'people',
    ...inOnePage(listAgreed, ({ createdAt }) => createdAt),
    date: 'agreed',
    key: (row) => row.reference ?? '',
    currency: () => currency,
    fields: (add) => [
      reference,
      add.text('email', 'Email', (row) => row.email || ERASED),
      add.text('what', 'Purpose', (row) => row.words, 40),
      add.state('state', 'State', (row) => row.state),
      add.money('amount', 'Amount', (row) => row.amountCents),
      add.time('agreed', 'Agreed at', (row) => row.createdAt),
    ],
    shown: ['email', 'state', 'amount', 'reference', 'what', 'agreed'],
    filters: ['state'],
  });
}

/**
 * The lists of money.
 *
 * The sums of two lists differ only in these ways:
 * - Payments: “Paid” of all rows is the sum of all payments, “Refunded” the sum of all refunds.
 * - Refunds: “Refunded” of all rows is the same sum (payments/returned-money.ts).
 * - Payout entries: the gross amounts of our payments, refunds and disputes add up to “Paid” less “Refunded” of the
 *   providers that were read, less what open disputes hold back. The net amounts of all entries are what was not paid out.
 * - Documents: receipts add up to all payments, less the payments without a receipt (they fit no order, or were made
 *   twice). Credit notes, less their cancellations, add up to the refunds of payments with a receipt.
 * - Asked: “Paid” and “Refunded” of all rows are the parts of the two sums above that were asked for.
 * - Transfers: “Booked” of all rows is “Paid” of the payments by transfer, with what has come of unpaid ones.
 * - Participants: the amount of one order of each person, paid or not, with its paid changes.
 */
export function moneyLists(content: Pick<Content, 'prices'>, currency: Currency) {
  return {
    payments,
    refunds,
    transfers,
    payouts,
    'payout-entries': payoutEntries,
    documents: documentsOf(content),
    asked,
    agreements: agreementsIn(currency),
  };
}

/** The other side of a transfer; nobody's if a person ignored the entry, or if the account is not known yet. */
function otherSide(row: { name: string; words: string; iban: string | null; state: string }) {
  const isKnown = row.name !== '' || row.words !== '' || row.iban !== null;
  return isKnown || row.state === 'IGNORED' || row.state === 'IBAN_MISSING' ? row.name : ERASED;
}

function currencyIn(row: { currency: string; currency_decimals: number }): Currency {
  return currencyOf(row.currency, row.currency_decimals);
}

/** PostgreSQL returns sums as text. */
function numberOf(sum: number | string | null): number | undefined {
  return sum === null ? undefined : Number(sum);
}

/** The currency of an account. Another shop may use one that this site cannot charge. */
function currencyThere(row: { currency: string; currency_decimals: number }): Currency {
  return shownCurrency({ code: row.currency, decimals: row.currency_decimals });
}

function isMoney({ state }: { state: PaymentState }): boolean {
  return isMoneyState(state);
}

/**
 * The amount of a document in a sum: a document that replaces a receipt has no amount of its own, and the amounts of
 * credit notes and cancelled invoices are negative.
 */
function counted(document: ReceiptDocument, cents: number | undefined) {
  if (cents === undefined || document.replaces !== undefined) return undefined;
  return signOf(document) === 1 ? cents : 0 - cents;
}

/** Net amount and tax of a document, together and for each rate of prices.yaml; none without a tax there. */
function taxColumns({ prices }: Pick<Content, 'prices'>): Field<ReceiptDocument>[] {
  const rates = ratesIn(prices);
  if (!statesTax(prices)) return [];
  const sums = (row: ReceiptDocument, rate?: number | null) =>
    row.taxes?.filter(({ basisPoints }) => rate === undefined || basisPoints === rate) ?? [];
  const sumOf = (kind: 'netCents' | 'taxCents', rate?: number | null) => (row: ReceiptDocument) =>
    row.taxes &&
    counted(
      row,
      sums(row, rate).reduce((sum, each) => sum + each[kind], 0),
    );
  return [
    column.money('net', 'Net', sumOf('netCents')),
    column.money('tax', 'VAT', sumOf('taxCents')),
    column.money('exempt', 'Exempt', sumOf('netCents', null)),
    ...rates.flatMap((rate) => [
      column.money(`net-${rate}`, `Net at ${rateText(rate)}`, sumOf('netCents', rate), 13),
      column.money(`tax-${rate}`, `VAT at ${rateText(rate)}`, sumOf('taxCents', rate), 13),
    ]),
  ];
}
