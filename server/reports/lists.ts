import type { Content } from '#contract/content.ts';
import type { Question } from '#contract/content/questions-shape.ts';
import { countryOf } from '#contract/countries.ts';
import { currencyOf } from '#contract/currency.ts';
import type { Currency } from '#contract/money.ts';
import { ratesIn } from '#contract/content/prices-shape.ts';
import { rateText } from '#contract/tax.ts';
import { requests } from '#contract/requests.ts';
import type { Sheet } from '#documents/spreadsheet.ts';
import { countRows, type TableName } from '#server/database/all-rows.ts';
import type { Db } from '#server/database/database.ts';
import { troubleWords } from '#server/mail/dead-letters.ts';
import type { Organising } from '#server/operations/plan.ts';
import { countAsked } from '#server/orders/asked-orders.ts';
import { questionsOf } from '#server/orders/answer-questions.ts';
import { answerWords } from '#server/orders/questions.ts';
import { labelOf } from '#server/orders/registration-price.ts';
import { isMoneyState, type PaymentState } from '#server/payments/payment-states.ts';
import { type ReceiptDocument, signOf } from '#server/receipts/receipt-document.ts';
import { shownCurrency } from '#server/payments/provider-currency.ts';
import { answersSheet } from './answers-sheet.ts';
import type { DateRange } from './date-range.ts';
import { type CellKind, cellOf, mailWords, type Value } from './list-cells.ts';
import { type ListedParticipant, participantsIn, WITHOUT_TYPE } from './list-participants.ts';
import {
  abstractsIn,
  askedIn,
  bankTransfersIn,
  documentsIn,
  mailsIn,
  paymentsIn,
  payoutEntriesIn,
  payoutsIn,
  refundsIn,
  waitingEntriesIn,
} from './list-rows.ts';
import type { Paging } from './pages.ts';
import { clockAt } from './wall-clock.ts';

/**
 * Defines every list of organisers: its rows and its columns. The spreadsheets of `table` have all columns in this
 * order. The dashboard shows some columns at first, and others if an organiser chooses them. `export` writes the
 * records themselves, and not these columns.
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
const sharedNames = [
  'participants',
  'payments',
  'refunds',
  'transfers',
  'payouts',
  'payout-entries',
  'documents',
  'asked',
  'abstracts',
  'waiting-list',
] as const;

/** The sheet of answers is only in spreadsheets: its first rows are sums. */
export const sheetNames = [...sharedNames, 'answers'] as const;
export type SheetName = (typeof sheetNames)[number];

/** The list of mails is only in the dashboard. */
export const listNames = [...sharedNames, 'mails'] as const;
export type ListName = (typeof listNames)[number];

export type Column = {
  id: string;
  label: string;
  kind: CellKind;
  /** The width in characters. */
  width: number;
  /** Whether the dashboard can filter by the column's values. */
  filters: boolean;
  /** Whether the dashboard shows the column at first. */
  isShown: boolean;
  /** Whether the dashboard shows the column on a phone. */
  isNarrow: boolean;
};

type Row = { key: string; currency: Currency | undefined; values: Value[] };

export type List = {
  heading: string;
  leadsTo: 'people' | 'abstracts' | undefined;
  columns: Column[];
  /** The id of the column with the moment by which a range of time selects rows. */
  date: string;
  /** The indexes of the columns in the order of the dashboard. */
  order: number[];
  count: (db: Db) => Promise<number>;
  rows: (db: Db, paging: Paging) => AsyncGenerator<Row[], void>;
};

type ListContext = Pick<Organising, 'content' | 'origin'>;

/** The tables of spreadsheets and of the dashboard, in the words of this conference. */
export function listsOf({ content, origin }: ListContext): Record<ListName, List> {
  const { prices, sessions, conference } = content;
  const { questions } = conference;
  const nameIn = (options: readonly { id: string; name: string }[], id: string) =>
    options.find((option) => option.id === id)?.name ?? id;
  const reference = add.text('reference', 'Reference', (row: Ordered) => row.reference, 16);
  const payer = [
    add.text('name', 'Name', (row: Payer) => row.payer_name, 26),
    add.text('email', 'Email', (row: Payer) => row.payer_email),
  ];

  return {
    participants: list({
      heading: 'Participants',
      leadsTo: 'people',
      count: rowsOf('participants'),
      pages: participantsIn,
      date: 'registered',
      // Members of a group share a page, which is opened at one of them.
      key: (row) =>
        row.isInGroup ? `${row.reference}?person=${row.id}` : (row.reference ?? row.id),
      currency: (row) => row.currency,
      fields: (add) => [
        reference,
        add.text('name', 'Name', (row) => row.name, 26),
        add.text('email', 'Email', (row) => row.email),
        add.text('phone', 'Phone', (row) => row.phone, 18),
        add.text('institute', 'Institute', (row) => row.institute, 32),
        add.text('country', 'Country', (row) => row.country, 14),
        add.text(
          'type',
          'Presentation type',
          ({ presentationType: type }) =>
            type === undefined ? WITHOUT_TYPE : labelOf(prices, type),
          18,
        ),
        add.yes('room', 'Room', (row) => row.hasRoom),
        add.number('nights', 'Nights', (row) => row.nights),
        add.number('guests', 'Guests', (row) => row.guests),
        ...requests.map(({ id, label, kind }) =>
          add[kind](id, label, (row) => row[id], label.length),
        ),
        add.state('state', 'State', (row) => row.state),
        add.time('paid', 'Paid at', (row) => row.paidAt),
        add.money('amount', 'Amount', (row) => row.amountCents),
        add.money('refunded', 'Refunded', (row) => row.refundedCents),
        add.text('provider', 'Provider', (row) => row.provider, 11),
        add.text('receipt', 'Receipt link', ({ receiptPath: path }) => path && origin + path, 50),
        add.time('checked-in', 'Checked in', (row) => row.checkedInAt),
        add.state('attendance', 'Attendance', attendanceOf),
        add.time('registered', 'Registered at', (row) => row.registeredAt),
        add.yes('group', 'In a group', (row) => row.isInGroup),
        add.text('currency', 'Currency', (row) => row.currency?.code, 9),
        ...prices.extras.map(({ id, label }) =>
          add.number(
            `extra-${id}`,
            label,
            (row) => row.extras.find((extra) => extra.id === id)?.count ?? 0,
            Math.max(label.length, 9),
          ),
        ),
        ...questions.map((question) =>
          add.text(
            columnOf(question),
            question.label,
            ({ answers: { [question.id]: answer } }) =>
              answer === undefined ? undefined : answerWords(question, answer),
            Math.max(question.label.length, 12),
          ),
        ),
        ...(questions.length === 0
          ? []
          : [add.state('answers', 'Answers', (row) => answersState(content, row), 20)]),
      ],
      shown: ['name', 'state', 'reference', 'amount', 'type', 'institute', 'country', 'registered'],
      narrow: 2,
      filters: ['state', 'attendance', 'type', 'country', 'room', 'group', 'provider'].concat(
        requests.filter(({ kind }) => kind === 'yes').map(({ id }) => id),
        questions.filter(({ kind }) => kind !== 'line').map(columnOf),
        questions.length === 0 ? [] : ['answers'],
      ),
    }),
    payments: list({
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
        add.yes('receipt', 'Receipt', (row) => (isMoney(row) ? row.has_receipt === 1 : undefined)),
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
      narrow: 3,
      filters: ['state', 'receipt', 'dispute', 'asked', 'currency', 'provider', 'mode'],
    }),
    refunds: list({
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
      narrow: 3,
      filters: ['state', 'reason', 'asked', 'provider', 'currency'],
    }),
    transfers: list({
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
        add.text('name', 'Name', (row) => row.name, 26),
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
      narrow: 3,
      filters: ['kind', 'state', 'source', 'currency'],
    }),
    payouts: list({
      heading: 'Payouts',
      leadsTo: undefined,
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
      narrow: 3,
      filters: ['provider', 'state', 'currency', 'mode'],
    }),
    'payout-entries': list({
      heading: 'Payout entries',
      leadsTo: undefined,
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
      narrow: 3,
      filters: ['kind', 'provider', 'arrives', 'currency', 'mode'],
    }),
    documents: list({
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
        add.text('name', 'Name', ({ customer }) => customer[0], 26),
        add.text('email', 'Email', ({ customer }) => customer.at(-1)),
        add.text('recipient', 'Invoice to', ({ recipient }) => recipient?.legalName, 26),
        add.text('vat-id', 'VAT number', ({ recipient }) => recipient?.vatId, 16),
        add.text('what', 'Items', ({ lines }) => lines.map(({ words }) => words).join('; '), 40),
        add.money('amount', 'Amount', (row) => counted(row, row.totalCents)),
        add.money('fee', 'Processing fee in it', (row) => counted(row, row.feeCents), 19),
        ...taxColumns(content),
        add.text('replaces', 'Replaces receipt', (row) => row.replaces, 20),
        add.text('currency', 'Currency', (row) => row.currency, 9),
        add.text('paid-by', 'Paid by', (row) => row.paidBy, 12),
        add.yes('test', 'Test', (row) => row.isTest),
        add.yes('asked', 'Asked for', (row) => row.isAsked === true),
      ],
      shown: ['name', 'kind', 'amount', 'number', 'fee', 'issued', 'what'],
      narrow: 3,
      filters: ['kind', 'asked', 'currency', 'paid-by', 'test'],
    }),
    asked: list({
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
      narrow: 3,
      filters: ['state', 'currency', 'provider'],
    }),
    abstracts: list({
      heading: 'Abstracts',
      leadsTo: 'abstracts',
      count: rowsOf('abstracts'),
      pages: abstractsIn,
      date: 'received',
      key: (row) => row.reference,
      currency: () => undefined,
      fields: (add) => [
        reference,
        add.text('title', 'Title', (row) => row.title_prefix, 7),
        add.text('name', 'Name', (row) => row.name, 26),
        add.text('email', 'Email', (row) => row.email),
        add.text('phone', 'Phone', (row) => row.phone, 18),
        add.text('organization', 'Organization', (row) => row.organization, 32),
        add.text('country', 'Country', (row) => countryOf(row.country), 14),
        add.text('area', 'Interest area', (row) =>
          nameIn(sessions.interestAreas, row.interest_area_id),
        ),
        add.text('session', 'Session', (row) => nameIn(sessions.sessions, row.session_id)),
        add.time('received', 'Received at', (row) => row.created_at),
        add.text('file', 'File', (row) => row.file_name),
        add.number('bytes', 'Bytes', (row) => row.bytes),
        add.state('scan', 'Virus scan', (row) => row.scan ?? 'NOT_SCANNED', 12),
        add.text('active', 'Active content', (row) => row.active_content, 16),
        add.state('decision', 'Decision', (row) => row.outcome ?? 'UNDECIDED', 11),
        add.text('presentation', 'Presented as', (row) => row.presentation, 14),
        add.text('slot', 'Slot', (row) => row.slot, 20),
        add.state('answer', 'Answer', (row) => row.answer, 11),
        add.text('sha256', 'SHA-256', (row) => row.sha256, 66),
      ],
      shown: [
        'name',
        'decision',
        'reference',
        'file',
        'session',
        'organization',
        'country',
        'received',
      ],
      narrow: 2,
      filters: ['decision', 'session', 'area', 'country', 'presentation', 'answer', 'scan'],
    }),
    'waiting-list': list({
      heading: 'Waiting list',
      leadsTo: undefined,
      count: rowsOf('waiting_list'),
      pages: waitingEntriesIn,
      date: 'joined',
      key: (row) => row.id,
      currency: () => undefined,
      fields: (add) => [
        add.text('name', 'Name', (row) => row.name, 26),
        add.text('email', 'Email', (row) => row.email),
        add.state('state', 'State', (row) => row.state),
        add.text('type', 'Presentation type', ({ choice }) => labelOf(prices, choice.presentation)),
        add.yes('room', 'Room', ({ choice }) => choice.registration === 'stay'),
        add.number('nights', 'Nights', ({ choice }) => choice.nights),
        add.number('guests', 'Guests', ({ choice }) => choice.guests),
        ...prices.extras.map(({ id, label }) =>
          add.number(`extra-${id}`, label, ({ choice }) => choice.extras[id] ?? 0),
        ),
        add.time('joined', 'Joined at', (row) => row.createdAt),
        add.time('until', 'Kept until', (row) => row.offeredUntil),
      ],
      shown: ['name', 'state', 'type', 'email', 'joined', 'until'],
      narrow: 2,
      filters: ['state', 'type', 'room'],
    }),
    mails: list({
      heading: 'Mails',
      leadsTo: undefined,
      count: rowsOf('outbox'),
      pages: mailsIn,
      date: 'posted',
      key: (row) => row.id,
      currency: () => undefined,
      fields: (add) => [
        add.text('recipient', 'To', (row) => row.recipient),
        add.state('state', 'State', mailState),
        add.text('kind', 'Kind', (row) => mailWords(row.kind)),
        add.text('letter', 'Letter', (row) => row.subject),
        add.time('posted', 'Written', (row) => row.created_at),
        add.time('sent', 'Sent', (row) => row.sent_at),
        add.number('attempts', 'Tries', (row) => row.attempts),
        add.text('trouble', 'Trouble', (row) => troubleWords(row.trouble ?? '')),
      ],
      shown: ['recipient', 'state', 'kind', 'letter', 'posted', 'sent', 'trouble'],
      narrow: 2,
      filters: ['state', 'kind', 'letter'],
    }),
  };
}

/**
 * A list as a sheet of a spreadsheet, oldest first, whose rows are read while the file is written. A range of time is in
 * the heading of the column that it is about.
 */
export async function sheetOf(
  { payments: { db }, content, origin }: Organising,
  name: SheetName,
  range?: DateRange,
): Promise<Sheet> {
  if (name === 'answers') return answersSheet(db, content);
  const { heading, columns, date, count, rows } = listsOf({ content, origin })[name];
  const clock = clockAt(content.conference.dates.timezone);
  async function* cells() {
    for await (const page of rows(db, { range })) {
      for (const { currency, values } of page) {
        yield columns.map(({ id, kind }, at) => {
          // Other programs read this column: it has the state as in the database.
          const isCode = name === 'participants' && id === 'state';
          return cellOf(isCode ? 'text' : kind, values[at], { currency, clock });
        });
      }
    }
  }
  return {
    name: heading,
    // Nobody knows how many rows a range has before they are read.
    total: range ? 0 : await count(db),
    columns: columns.map(({ id, label, width }) =>
      range && id === date
        ? { title: `${label}, ${range.words}`, width: Math.max(width, 34) }
        : { title: label, width },
    ),
    rows: cells(),
  };
}

/** The first line of a list for the dashboard, with the columns that it shows at first in front. */
export type ListHead = Pick<List, 'heading' | 'leadsTo' | 'columns'>;

/** A list for the dashboard, latest row first: each row has its key and then a value for each column. */
export function listingOf(told: ListContext, name: ListName) {
  const { heading, leadsTo, columns, order, rows } = listsOf(told)[name];
  const head: ListHead = { heading, leadsTo, columns: order.flatMap((at) => columns[at] ?? []) };
  return {
    head,
    async *rows(db: Db): AsyncGenerator<Value[][], void> {
      for await (const page of rows(db, { direction: 'desc' })) {
        yield page.map(({ key, values }) => [key, ...order.map((at) => values[at] ?? null)]);
      }
    },
  };
}

/** Creates a column of a kind. */
type Add<R> = (
  id: string,
  label: string,
  value: (row: R) => Value | undefined,
  width?: number,
) => Field<R>;

const add = {
  text: field('text', 30),
  state: field('state', 20),
  money: field('money', 12),
  time: field('time', 17),
  number: field('number', 9),
  yes: field('yes', 9),
};

function field(kind: CellKind, usual: number) {
  return <R>(...[id, label, value, width = usual]: Parameters<Add<R>>): Field<R> => {
    return { id, label, kind, width, value };
  };
}

type Field<R> = Pick<Column, 'id' | 'label' | 'kind' | 'width'> & {
  value: (row: R) => Value | undefined;
};

type ListParts<R> = Pick<List, 'heading' | 'leadsTo' | 'date'> & {
  /** The number of all rows. */
  count: (db: Db) => Promise<number>;
  pages: (db: Db, paging: Paging) => AsyncGenerator<R[], void>;
  key: (row: R) => string;
  currency: (row: R) => Currency | undefined;
  fields: (add: Record<CellKind, Add<R>>) => Field<R>[];
  /**
   * The ids of the columns that the dashboard shows at first, in their order; a phone shows the first `narrow` ones.
   */
  shown: string[];
  narrow: number;
  filters: string[];
};

function list<R>(parts: ListParts<R>): List {
  const { heading, leadsTo, count, pages, date, key, currency, shown, narrow, filters } = parts;
  const fields = parts.fields(add);
  const rank = ({ id }: Field<R>) => (shown.includes(id) ? shown.indexOf(id) : shown.length);
  return {
    heading,
    leadsTo,
    date,
    columns: fields.map(({ id, label, kind, width }) => {
      const at = shown.indexOf(id);
      return {
        id,
        label,
        kind,
        width,
        filters: filters.includes(id),
        isShown: at >= 0,
        isNarrow: at >= 0 && at < narrow,
      };
    }),
    order: [...fields.entries()].toSorted(([, a], [, b]) => rank(a) - rank(b)).map(([at]) => at),
    count,
    async *rows(db, paging) {
      for await (const page of pages(db, paging)) {
        yield page.map((row) => ({
          key: key(row),
          currency: currency(row),
          values: fields.map(({ value }) => value(row) ?? null),
        }));
      }
    },
  };
}

type Ordered = { reference: string | null | undefined };
type Payer = { payer_name: string; payer_email: string };

/** Counts the rows of a table. */
function rowsOf(table: TableName) {
  return (db: Db) => countRows(db, table);
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

function isMoney(row: { state: string }): boolean {
  return isMoneyState(row.state as PaymentState);
}

function columnOf({ id }: Question): string {
  return `question-${id}`;
}

/** Whether a person with a sure place has answered all questions. */
function answersState(content: Content, person: ListedParticipant): string | undefined {
  const asked = questionsOf(content, person);
  const left = asked.filter(({ id }) => person.answers[id] === undefined);
  if (asked.length === 0) return undefined;
  if (left.length === 0) return 'ALL_ANSWERED';
  if (left.some(({ required }) => required)) return 'REQUIRED_ANSWER_MISSING';
  return left.length === asked.length ? 'NOT_ANSWERED' : 'PARTLY_ANSWERED';
}

/** Whether a person with a sure place was checked in. */
function attendanceOf({ state: its, checkedInAt }: ListedParticipant): string | undefined {
  if (checkedInAt !== undefined) return 'CHECKED_IN';
  return its === 'CONFIRMED' ? 'NOT_CHECKED_IN' : undefined;
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
  if (rates.length === 0) return [];
  const sums = (row: ReceiptDocument, rate?: number | null) =>
    row.taxes?.filter(({ basisPoints }) => rate === undefined || basisPoints === rate) ?? [];
  const sumOf = (kind: 'netCents' | 'taxCents', rate?: number | null) => (row: ReceiptDocument) =>
    row.taxes &&
    counted(
      row,
      sums(row, rate).reduce((sum, each) => sum + each[kind], 0),
    );
  return [
    add.money('net', 'Net', sumOf('netCents')),
    add.money('tax', 'VAT', sumOf('taxCents')),
    add.money('exempt', 'Exempt', sumOf('netCents', null)),
    ...rates.flatMap((rate) => [
      add.money(`net-${rate}`, `Net at ${rateText(rate)}`, sumOf('netCents', rate), 13),
      add.money(`tax-${rate}`, `VAT at ${rateText(rate)}`, sumOf('taxCents', rate), 13),
    ]),
  ];
}

type Mail = {
  sent_at: string | null;
  dead_at: string | null;
  withdrawn_at: string | null;
  digest_id: string | null;
};

function mailState({ sent_at, dead_at, withdrawn_at, digest_id }: Mail): string {
  if (sent_at !== null) return 'SENT';
  if (digest_id !== null) return 'IN_A_DIGEST';
  if (withdrawn_at !== null) return 'WITHDRAWN';
  return dead_at === null ? 'WAITING' : 'GIVEN_UP';
}
