import { sql } from 'kysely';
import type { Currency } from '#contract/money.ts';
import type { Content } from '#contract/content.ts';
import { countryOf } from '#contract/countries.ts';
import { currencyOf } from '#contract/currency.ts';
import { requests } from '#contract/requests.ts';
import type { Cell, Sheet } from '#documents/spreadsheet.ts';
import { countRows } from '#server/database/all-rows.ts';
import type { Db } from '#server/database/database.ts';
import { labelOf } from '#server/orders/registration-price.ts';
import { ReceiptDocument } from '#server/receipts/receipt-document.ts';
import {
  type ListedParticipant,
  participantsIn,
  WITHOUT_TYPE,
} from '#server/reports/list-participants.ts';
import type { Organising } from '#server/operations/plan.ts';
import { clockAt } from './wall-clock.ts';

export const sheetNames = [
  'participants',
  'payments',
  'refunds',
  'documents',
  'abstracts',
] as const;
export type SheetName = (typeof sheetNames)[number];

type Sources = {
  db: Db;
  content: Content;
  origin: string;
  /** What a clock at the conference shows. */
  clock: (at: string | null | undefined) => Date | undefined;
};

/** One of the tables that organisers work with outside, read while it is written. */
export function sheetOf(
  { payments, content, origin }: Organising,
  name: SheetName,
): Promise<Sheet> {
  const clock = clockAt(content.conference.dates.timezone);
  return sheets[name]({ db: payments.db, content, origin, clock });
}

const sheets: Record<SheetName, (sources: Sources) => Promise<Sheet>> = {
  participants: participantSheet,
  payments: paymentSheet,
  refunds: refundSheet,
  documents: documentSheet,
  abstracts: abstractSheet,
};

async function participantSheet({ db, content, origin, clock }: Sources): Promise<Sheet> {
  const { prices } = content;
  const columns: Column<ListedParticipant>[] = [
    ['Reference', 16, ({ reference }) => reference],
    ['Name', 26, ({ name }) => name],
    ['Email', 30, ({ email }) => email],
    ['Phone', 18, ({ phone }) => phone],
    ['Institute', 32, ({ institute }) => institute],
    ['Country', 18, ({ country }) => country],
    ['Presentation type', 18, (person) => typeOf(content, person)],
    ['Room', 7, ({ hasRoom }) => yesOrNo(hasRoom)],
    ['Nights', 7, ({ nights }) => nights],
    ['Guests', 7, ({ guests }) => guests],
    ...requests.map(({ id, label }): Column<ListedParticipant> => [
      label,
      label.length,
      ({ [id]: answer }) => (typeof answer === 'boolean' ? yesOrNo(answer) : answer),
    ]),
    ['State', 22, ({ state }) => state],
    ['Paid at', 17, ({ paidAt }) => clock(paidAt)],
    ['Amount', 11, ({ amountCents, currency }) => money(amountCents, currency)],
    ['Refunded', 11, ({ refundedCents, currency }) => money(refundedCents, currency)],
    ['Provider', 10, ({ provider }) => provider],
    ['Receipt link', 50, ({ receiptPath }) => receiptPath && origin + receiptPath],
    ...prices.extras.map(({ id, label }): Column<ListedParticipant> => [
      label,
      Math.max(label.length, 7),
      ({ extras }) => extras.find((extra) => extra.id === id)?.count ?? 0,
    ]),
  ];
  const total = await countRows(db, 'participants');
  return sheet('Participants', total, columns, participantsIn(db));
}

/** What somebody takes part as; who pays an agreed amount has no type. */
function typeOf({ prices }: Pick<Content, 'prices'>, person: ListedParticipant): string {
  const { presentationType } = person;
  return presentationType === undefined ? WITHOUT_TYPE : labelOf(prices, presentationType);
}

async function paymentSheet({ db, clock }: Sources): Promise<Sheet> {
  const rows = inPages((after, most) =>
    db
      .selectFrom('payments')
      .innerJoin('orders', 'orders.id', 'payments.order_id')
      .selectAll('payments')
      .select((column) => [
        'orders.reference',
        'orders.payer_name',
        'orders.payer_email',
        'orders.product_name',
        column
          .selectFrom('payment_history')
          .select(({ fn }) => fn.min('payment_history.at').as('at'))
          .whereRef('payment_history.payment_id', '=', 'payments.id')
          .where('payment_history.to_state', '=', 'PAID')
          .as('paid_at'),
        column
          .selectFrom('disputes')
          .select('disputes.state')
          .whereRef('disputes.payment_id', '=', 'payments.id')
          .orderBy('disputes.opened_at', 'desc')
          .limit(1)
          .as('dispute'),
      ])
      .where(isAfter('payments.created_at', 'payments.id', after))
      .orderBy('payments.created_at')
      .orderBy('payments.id')
      .limit(most)
      .execute(),
  );
  return sheet(
    'Payments',
    await countRows(db, 'payments'),
    [
      ['Reference', 16, ({ reference }) => reference],
      ['Name', 26, (row) => row.payer_name],
      ['Email', 30, (row) => row.payer_email],
      ['For', 30, (row) => row.product_name],
      ['State', 15, ({ state }) => state],
      ['Begun at', 17, ({ created_at: at }) => clock(at)],
      ['Paid at', 17, ({ paid_at: at }) => clock(at)],
      ['Amount', 11, ({ amount_cents: cents, ...row }) => money(cents, currencyIn(row))],
      ['Refunded', 11, ({ refunded_cents: cents, ...row }) => money(cents, currencyIn(row))],
      ['Currency', 9, ({ currency }) => currency],
      ['Dispute', 9, ({ dispute }) => dispute ?? undefined],
      ['Provider', 10, ({ provider }) => provider],
      ['Money', 9, ({ mode }) => mode],
      // What the provider's own lists and payouts name it by.
      ['Invoice', 18, ({ reference, attempt }) => `${reference}-${attempt}`],
      ["Provider's checkout", 34, ({ provider_ref: ref }) => ref ?? undefined],
      ["Provider's payment", 34, ({ provider_payment_ref: ref }) => ref ?? undefined],
      ['Account', 24, ({ account }) => account ?? undefined],
      ['Payment', 28, ({ id }) => id],
    ],
    rows,
  );
}

async function refundSheet({ db, clock }: Sources): Promise<Sheet> {
  const rows = inPages((after, most) =>
    db
      .selectFrom('refunds')
      .innerJoin('payments', 'payments.id', 'refunds.payment_id')
      .innerJoin('orders', 'orders.id', 'payments.order_id')
      .selectAll('refunds')
      .select([
        'orders.reference',
        'orders.payer_name',
        'orders.payer_email',
        'payments.currency',
        'payments.currency_decimals',
        'payments.provider',
        'payments.provider_payment_ref',
      ])
      .where(isAfter('refunds.created_at', 'refunds.id', after))
      .orderBy('refunds.created_at')
      .orderBy('refunds.id')
      .limit(most)
      .execute(),
  );
  return sheet(
    'Refunds',
    await countRows(db, 'refunds'),
    [
      ['Reference', 16, ({ reference }) => reference],
      ['Name', 26, (row) => row.payer_name],
      ['Email', 30, (row) => row.payer_email],
      ['State', 12, ({ state }) => state],
      ['Requested at', 17, ({ created_at: at }) => clock(at)],
      ['Amount', 11, ({ amount_cents: cents, ...row }) => money(cents, currencyIn(row))],
      ['Currency', 9, ({ currency }) => currency],
      ['Reason', 16, ({ reason }) => reason],
      ['Provider', 10, ({ provider }) => provider],
      ["Provider's refund", 34, ({ provider_ref: ref }) => ref ?? undefined],
      ["Provider's payment", 34, ({ provider_payment_ref: ref }) => ref ?? undefined],
      ['Refund', 28, ({ id }) => id],
    ],
    rows,
  );
}

/** Receipts, credit notes and their cancellations in the order of their dates; what went back counts negative. */
async function documentSheet({ db, clock }: Sources): Promise<Sheet> {
  const rows = inPages((after, most) =>
    db
      .selectFrom('documents')
      .select(['documents.number as id', 'documents.issued_at as created_at', 'documents.content'])
      .where(isAfter('documents.issued_at', 'documents.number', after))
      .orderBy('documents.issued_at')
      .orderBy('documents.number')
      .limit(most)
      .execute(),
  );
  const documents = eachOf(rows, ({ content }) => {
    const document = ReceiptDocument.parse(JSON.parse(content));
    return { ...document, currency: currencyOf(document.currency, document.decimals) };
  });
  return sheet(
    'Documents',
    await countRows(db, 'documents'),
    [
      ['Number', 20, ({ number }) => number],
      ['Kind', 13, ({ kind }) => kind],
      ['Reference', 16, ({ reference }) => reference],
      ['Issued at', 17, ({ issuedAt }) => clock(issuedAt)],
      ['Name', 26, ({ customer }) => customer[0]],
      ['Email', 30, ({ customer }) => customer.at(-1)],
      ['What', 40, ({ lines }) => lines.map(({ words }) => words).join('; ')],
      [
        'Amount',
        11,
        // A corrected receipt is of the money that stands by the one before.
        ({ kind, totalCents, currency, replaces }) =>
          replaces === undefined
            ? money(kind === 'credit-note' ? -totalCents : totalCents, currency)
            : undefined,
      ],
      [
        'Processing fee in it',
        19,
        ({ kind, feeCents, currency, replaces }) =>
          kind === 'receipt' && replaces === undefined ? money(feeCents, currency) : undefined,
      ],
      ['Replaces', 20, ({ replaces }) => replaces],
      ['Currency', 9, ({ currency }) => currency.code],
      ['Paid by', 12, ({ paidBy }) => paidBy],
      ['Test', 6, ({ isTest }) => yesOrNo(isTest)],
    ],
    documents,
  );
}

async function abstractSheet({ db, content, clock }: Sources): Promise<Sheet> {
  const { sessions, interestAreas } = content.sessions;
  const nameIn = (options: readonly { id: string; name: string }[], id: string) =>
    options.find((option) => option.id === id)?.name ?? id;
  const rows = inPages((after, most) =>
    db
      .selectFrom('abstracts')
      .leftJoin('decisions', 'decisions.abstract_id', 'abstracts.id')
      .selectAll('abstracts')
      .select(['outcome', 'presentation', 'slot', 'answer'])
      .where(isAfter('abstracts.created_at', 'abstracts.id', after))
      .orderBy('abstracts.created_at')
      .orderBy('abstracts.id')
      .limit(most)
      .execute(),
  );
  return sheet(
    'Abstracts',
    await countRows(db, 'abstracts'),
    [
      ['Reference', 16, ({ reference }) => reference],
      ['Title', 7, ({ title_prefix: title }) => title],
      ['Name', 26, ({ name }) => name],
      ['Email', 30, ({ email }) => email],
      ['Phone', 18, ({ phone }) => phone],
      ['Organization', 32, ({ organization }) => organization],
      ['Country', 18, ({ country }) => countryOf(country)],
      ['Interest area', 30, ({ interest_area_id: id }) => nameIn(interestAreas, id)],
      ['Session', 30, ({ session_id: id }) => nameIn(sessions, id)],
      ['Received at', 17, ({ created_at: at }) => clock(at)],
      ['File', 30, ({ file_name: name }) => name],
      ['Bytes', 10, ({ bytes }) => bytes],
      ['Virus scan', 12, ({ scan }) => scan ?? 'NOT_SCANNED'],
      ['Active content', 16, ({ active_content: active }) => active ?? undefined],
      ['Decision', 11, ({ outcome }) => outcome ?? undefined],
      ['Presented as', 14, ({ presentation }) => presentation ?? undefined],
      ['Slot', 20, ({ slot }) => slot ?? undefined],
      ['Answer', 11, ({ answer }) => answer ?? undefined],
      ['SHA-256', 66, ({ sha256 }) => sha256],
    ],
    rows,
  );
}

/** Title, width in characters, and what stands in it. */
type Column<Row> = [title: string, width: number, cellOf: (row: Row) => Cell];

function sheet<Row>(
  name: string,
  total: number,
  columns: readonly Column<Row>[],
  pages: AsyncIterable<readonly Row[]>,
): Sheet {
  return {
    name,
    total,
    columns: columns.map(([title, width]) => ({ title, width })),
    rows: cellsOf(columns, pages),
  };
}

async function* cellsOf<Row>(
  columns: readonly Column<Row>[],
  pages: AsyncIterable<readonly Row[]>,
): AsyncGenerator<Cell[], void> {
  for await (const page of pages) {
    for (const row of page) yield columns.map(([, , cellOf]) => cellOf(row));
  }
}

async function* eachOf<From, To>(
  pages: AsyncIterable<readonly From[]>,
  change: (row: From) => To,
): AsyncGenerator<To[], void> {
  for await (const page of pages) yield page.map(change);
}

type Place = { created_at: string; id: string };

/** The rows of a query, oldest first, so many at a time. */
async function* inPages<Row extends Place>(
  read: (after: Place, most: number) => Promise<Row[]>,
  most = 500,
): AsyncGenerator<Row[], void> {
  let after: Place = { created_at: '', id: '' };
  for (;;) {
    const rows = await read(after, most);
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    after = last;
  }
}

function isAfter(createdAt: string, id: string, after: Place) {
  return sql<boolean>`(${sql.ref(createdAt)}, ${sql.ref(id)}) > (${after.created_at}, ${after.id})`;
}

function yesOrNo(is: boolean): string {
  return is ? 'Yes' : 'No';
}

function money(cents: number | undefined, currency: Currency | undefined): Cell {
  return cents === undefined || currency === undefined ? undefined : { cents, currency };
}

function currencyIn(row: { currency: string; currency_decimals: number }): Currency {
  return currencyOf(row.currency, row.currency_decimals);
}
