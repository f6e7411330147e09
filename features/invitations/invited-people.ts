import * as z from 'zod/mini';
import { add, asCents, type Cents, feeOn, fractionOf } from '#contract/money.ts';
import { person } from '#contract/person.ts';
import { line } from '#contract/text.ts';
import { readAmount } from '#contract/typed-amount.ts';
import {
  type Cell,
  type ColumnNames,
  readTable,
  type SheetRow,
} from '#server/files/sheet-table.ts';
import { normalised, timestamp } from '#server/identity.ts';
import { type Organising, refuseMistakes } from '#server/operations/plan.ts';
import { unpayableWords } from '#server/payments/offered-ways.ts';
import type { Invitation } from './invitations.ts';
import { findNamedType } from '#server/orders/sell/named-type.ts';
import { ALONE, priceOf } from '#server/orders/sell/registration-price.ts';

type Column = 'Name' | 'Email' | 'Presentation type' | 'Price' | 'Percent off' | 'Note';
export const invitedColumns: ColumnNames<Column> = [
  ['Name', 'Full name'],
  ['Email', 'Email address', 'Mail', 'Mail address'],
  ['Presentation type', 'Type', 'Takes part as'],
  ['Price', 'Amount', 'Fee'],
  ['Percent off', 'Discount', 'Off'],
  ['Note', 'Words', 'Remark'],
];
const NEEDED: Column[] = ['Name', 'Email', 'Presentation type'];

/** One row of the sheet. */
export type Invited = { row: number } & Pick<
  Invitation,
  'name' | 'email' | 'presentation' | 'unitCents' | 'note'
>;

const Person = z.object({ name: person.name, email: person.email });

/** Reads the sheet; every mistake is named with its row. */
export function readInvited(
  { payments, content: { conference, prices } }: Organising,
  rows: readonly (readonly Cell[])[],
): { invited: Invited[]; passedOver: string[] } {
  const { clock, currency } = payments;
  const trouble: string[] = [];
  const wrongIn = (row: number, column: string, what: string) =>
    void trouble.push(`row ${row}, ${column}: ${what}`);
  const table = readTable(rows, invitedColumns, wrongIn);
  const missing = NEEDED.filter((column) => !table.columns.has(column));
  refuseMistakes(missing.map((one) => `row ${table.headRow}: the column ${one} is missing`));
  const now = timestamp(clock());
  const invited = table.rows.map((row): Invited => {
    const wrong = (column: Column, what: string) => wrongIn(row.row, column, what);
    const typed = { name: row.cell('Name'), email: row.cell('Email') };
    const read = Person.safeParse(typed);
    for (const { path } of read.error?.issues ?? []) {
      wrong(path[0] === 'name' ? 'Name' : 'Email', 'is empty or cannot be used');
    }
    const typedType = row.cell('Presentation type');
    const type = findNamedType(prices, typedType);
    const known = prices.presentationTypes.map(({ label }) => label).join(', ');
    if (!type) wrong('Presentation type', `${JSON.stringify(typedType)} is none of ${known}`);
    const usual = type && priceOf(prices, { ...ALONE, presentation: type.id }, now);
    const note = row.cell('Note');
    if (note !== '' && !line(300).safeParse(note).success) wrong('Note', 'is too long');
    const unitCents = priceIn(row, usual?.presentationCents ?? asCents(0), currency, wrong);
    const totalCents = add(unitCents, feeOn(unitCents, prices.fee, prices.currency));
    const unpayable =
      unitCents === 0 ? undefined : unpayableWords(payments, totalCents, conference.language);
    if (unpayable !== undefined) wrong('Price', unpayable);
    return {
      ...(read.data ?? typed),
      row: row.row,
      presentation: type?.id ?? '',
      unitCents,
      note,
    };
  });
  invited.forEach(({ row, email }, at) => {
    const before = invited.slice(0, at).find((one) => normalised(one.email) === normalised(email));
    if (before) trouble.push(`row ${row}, Email: the same address as in row ${before.row}`);
  });
  if (invited.length === 0) trouble.push('The sheet names nobody.');
  refuseMistakes(trouble);
  return { invited, passedOver: table.passedOver };
}

/** "120.00", "free", or a percentage off the price of today. */
function priceIn(
  row: SheetRow<Column>,
  usual: Cents,
  currency: Organising['payments']['currency'],
  wrong: (column: Column, what: string) => void,
): Cents {
  const [price, off] = [row.cell('Price'), row.cell('Percent off')];
  if ((price === '') === (off === '')) {
    wrong('Price', 'give a price such as 120.00, or free, or else a number under Percent off');
    return usual;
  }
  if (price !== '') {
    if (normalised(price) === 'free') return asCents(0);
    const cents = readAmount(price, currency);
    if (cents === undefined) wrong('Price', `${JSON.stringify(price)} is no amount, and not free`);
    return cents ?? usual;
  }
  const [, percent] = /^(\d{1,3})\s*%?$/.exec(off) ?? [];
  const part = Number(percent);
  if (percent === undefined || part < 1 || part > 100) {
    wrong('Percent off', `${JSON.stringify(off)} is no whole number from 1 to 100`);
    return usual;
  }
  return asCents(usual - fractionOf(usual, [part, 100], currency));
}
