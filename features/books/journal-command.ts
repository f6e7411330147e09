import { writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { amountWithCode, asCents } from '#contract/money.ts';
import { writeCsv, writeXlsx } from '#documents/spreadsheet.ts';
import { datevFile, financialYearOf } from './datev.ts';
import { type Posting, postingsIn, rateWords } from './journal.ts';
import { NotUnderstood, type Organising } from '#server/operations/plan.ts';
import { readRange, type TypedRange } from '#server/reports/date-range.ts';
import { counted } from '#server/counted.ts';
import { CommandError } from '#organiser/command-context.ts';
import { command, field, type Print } from '#organiser/command.ts';
import { newFile, RANGE } from '#organiser/fields.ts';
import { intoNewFile } from '#organiser/new-file.ts';

export const journal = command({
  name: 'journal',
  before: 'reconcile',
  title: 'Journal for bookkeeping',
  summary:
    'Writes the journal of a month, a year or days: each document, fee, payout and transfer with debit and credit, as CSV, as XLSX, or as a file for DATEV. The accounts are in conference.yaml.',
  subject: 'Money',
  fields: {
    path: newFile('.csv', '.xlsx'),
    datev: field('flag', '--datev', 'For DATEV (EXTF)', {
      hint: 'a CSV file whose name DATEV expects to begin with EXTF_',
    }),
    ...RANGE,
  },
  asksNobody: true,
  fileName: ({ datev }) => (datev === true ? 'EXTF_journal.csv' : undefined),
  work: journalCommand,
});

async function journalCommand(
  { payments, content, origin }: Organising,
  { path, datev: isDatev, ...typed }: { path: string; datev: boolean } & TypedRange,
  print: Print,
): Promise<void> {
  const { bookkeeping, dates } = content.conference;
  if (!bookkeeping) {
    throw new CommandError(
      'The journal needs accounts: please add `bookkeeping` to conference.yaml (features/books/guide.md).',
    );
  }
  const range = readRange(typed, dates.timezone);
  const { costCentre = '', datev } = bookkeeping;
  const balances = new Map<string, number>();
  let count = 0;
  const { mode, currency } = payments;
  const deps = { bookkeeping, timeZone: dates.timezone, origin, mode, currency };
  async function* postings(): AsyncGenerator<Posting> {
    for await (const posting of postingsIn(payments.db, deps, range)) {
      const { debit, credit, cents } = posting;
      balances.set(debit, (balances.get(debit) ?? 0) + cents);
      balances.set(credit, (balances.get(credit) ?? 0) - cents);
      count += 1;
      yield posting;
    }
  }
  if (isDatev) {
    if (!datev) {
      throw new CommandError(
        'A file for DATEV needs the numbers of your tax adviser: please add `bookkeeping.datev` to conference.yaml.',
      );
    }
    if (!range) throw new NotUnderstood('A file for DATEV is about a month, a year or days.');
    const name = basename(path).toLowerCase();
    if (!name.startsWith('extf_') || !name.endsWith('.csv')) {
      throw new NotUnderstood(
        'DATEV reads files such as EXTF_2026-05.csv: please begin the name with EXTF_.',
      );
    }
    financialYearOf(datev, range);
    const head = { bookkeeping, datev, range, currency, now: payments.clock() };
    await intoNewFile(path, (draft) => writeFile(draft, datevFile(postings(), head)));
  } else {
    const sheet = {
      name: 'Journal',
      columns: COLUMNS,
      total: 0,
      rows: rowsOf(postings(), costCentre),
    };
    const write = path.toLowerCase().endsWith('.csv')
      ? (draft: string) => writeCsv(draft, sheet)
      : (draft: string) => writeXlsx(draft, [sheet]);
    await intoNewFile(path, write);
  }
  const lines = [...balances]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([account, cents]) => {
      const amount = amountWithCode(asCents(Math.abs(cents)), currency);
      return `${account.padEnd(9)} ${cents < 0 ? 'credit' : 'debit '} ${amount.padStart(16)}\n`;
    });
  await print(
    `${path}: ${counted(count, 'posting')}${range ? ` (${range.words})` : ''}. Balances:\n`,
  );
  for (const line of lines) await print(line);
}

const COLUMNS = [
  { title: 'Day', width: 12 },
  { title: 'Document', width: 20, isText: true },
  { title: 'Text', width: 40 },
  { title: 'Debit', width: 10, isText: true },
  { title: 'Credit', width: 10, isText: true },
  { title: 'Amount', width: 12 },
  { title: 'Currency', width: 9 },
  { title: 'VAT rate', width: 9 },
  { title: 'VAT in it', width: 12 },
  { title: 'Tax key', width: 9, isText: true },
  { title: 'Cost centre', width: 12, isText: true },
  { title: 'Link', width: 50 },
];

async function* rowsOf(postings: AsyncIterable<Posting>, costCentre: string) {
  for await (const posting of postings) {
    const { day, number, words, debit, credit, cents, currency, link, taxKey } = posting;
    const { taxBasisPoints, taxCents } = posting;
    yield [
      day,
      number,
      words,
      debit,
      credit,
      { cents, currency },
      currency.code,
      rateWords(taxBasisPoints),
      taxCents === undefined ? undefined : { cents: taxCents, currency },
      taxKey,
      costCentre,
      link,
    ];
  }
}
