import { inLanguage } from '#contract/content.ts';
import type { Cell } from '#contract/csv.ts';
import { currencyOf } from '#contract/currency.ts';
import { type Sheet, sheetOfRows } from '#documents/spreadsheet.ts';
import { writeZip, type ZipEntry } from '#documents/zip-file.ts';
import { firstOf, type Organising } from '#server/operations/plan.ts';
import { type ReceiptDocument, replacementOf, signOf } from '#server/receipts/receipt-document.ts';
import { type XmlFile, xmlFilesOf } from '#server/receipts/e-invoice-files.ts';
import { makeReceiptSheet } from '#server/receipts/receipt-sheet.ts';
import { documentsOf } from '#server/receipts/receipts.ts';
import { listSeries } from '#server/receipts/series-gaps.ts';
import { type DateRange, readRange } from '#server/reports/date-range.ts';
import { stateWords } from '#server/reports/list-cells.ts';
import { documentNumbersIn } from '#server/reports/list-rows.ts';
import { sheetOf } from '#server/reports/lists.ts';
import { counted } from '#server/counted.ts';
import { command, field, type Print } from '#organiser/command.ts';
import { RANGE } from '#organiser/fields.ts';
import { intoNewFile, workbookEntry } from '#organiser/new-file.ts';
import { progressBar } from '#organiser/progress.ts';

export const documents = command({
  name: 'documents',
  title: 'Documents as PDF',
  summary:
    'Writes all receipts, invoices and credit notes as PDF into one archive, each named by its number and with the XML files that conference.yaml offers beside e-invoices, with list.xlsx: the documents, and for each series its first and last number, its sums and whether a number is missing. A month, a year or days select documents by when they were issued.',
  exitsWith1: 'if a number is missing',
  subject: 'Money',
  fields: { path: field('file', '--zip FILE.zip', 'File', { endings: ['.zip'] }), ...RANGE },
  async work(context, { path, ...typed }, print) {
    const range = readRange(typed, context.content.conference.dates.timezone);
    return (await zipDocuments(context, { path, range }, print)) === 0 ? 0 : 1;
  },
});

/** A written document with its place in its series, and its amounts without the text. */
type Written = {
  document: Pick<
    ReceiptDocument,
    'number' | 'kind' | 'replaces' | 'currency' | 'decimals' | 'totalCents'
  >;
  series: string | undefined;
  nth: number | undefined;
};

/**
 * Writes all documents of a range into a new archive, one after the other, with the list of them at its end. Returns the
 * number of missing documents.
 */
async function zipDocuments(
  organising: Organising,
  { path, range }: { path: string; range: DateRange | undefined },
  print: Print,
): Promise<number> {
  const { db } = organising.payments;
  const written: Written[] = [];
  let lists: SeriesList[] = [];
  const bar = progressBar('Documents', 0);
  async function* entries(draft: string): AsyncGenerator<ZipEntry, void> {
    for await (const page of documentNumbersIn(db, { range, size: 100 })) {
      for (const { id: number, order_id, series, series_number } of page) {
        const { document, pdf, files } = await printDocument(organising, order_id, number);
        written.push({ document, series: series ?? undefined, nth: series_number ?? undefined });
        yield { name: `${number}.pdf`, isPacked: true, chunks: [pdf] };
        for (const { fileName, xml } of files) {
          yield { name: fileName, isPacked: true, chunks: [Buffer.from(xml())] };
        }
        bar.step();
      }
    }
    lists = await seriesOf(organising, written, range);
    const sheet = await documentsSheet(organising, written, range);
    yield* workbookEntry(draft, 'list.xlsx', [seriesSheet(lists), sheet]);
  }
  await intoNewFile(path, (draft) => writeZip(draft, entries(draft)));
  bar.end();
  const missing = lists.flatMap((list) => list.missing);
  for (const list of lists) await print(`${seriesWords(list)}\n`);
  const when = range ? ` (${range.words})` : '';
  await print(`${path}: ${countOf(written)}${when}, ${missing.length} missing\n`);
  return missing.length;
}

async function printDocument(
  { content, payments: { db } }: Organising,
  orderId: string,
  number: string,
): Promise<{ document: Written['document']; pdf: Buffer; files: XmlFile[] }> {
  const all = await documentsOf(db, orderId);
  const document = all.find((each) => each.number === number);
  if (!document) throw new Error(`The document ${number} was deleted meanwhile`);
  const { mails, conference } = inLanguage(content, document.language);
  const pdf = await makeReceiptSheet(mails, conference.looks, document, replacementOf(all, number));
  const { kind, replaces, currency, decimals, totalCents } = document;
  const files = xmlFilesOf(conference, document, mails.testMode);
  return { document: { number, kind, replaces, currency, decimals, totalCents }, pdf, files };
}

/** The written documents of a series, or those outside of all series. */
type SeriesList = {
  series: string | undefined;
  first: string;
  last: string;
  own: readonly Written[];
  /** The numbers between the first and the last, or in the whole series, of which no document is there. */
  missing: number[];
  /** The numbers between the first and the last that were issued in another month or year. */
  elsewhere: number[];
};

async function seriesOf(
  { payments: { db } }: Organising,
  written: readonly Written[],
  range: DateRange | undefined,
): Promise<SeriesList[]> {
  const states = new Map((await listSeries(db)).map((state) => [state.series, state]));
  const bySeries = Map.groupBy(written, ({ series }) => series);
  // A series of which every document is lost has to be in the list, too.
  if (!range)
    for (const series of states.keys()) if (!bySeries.has(series)) bySeries.set(series, []);
  return [...bySeries]
    .toSorted(([a = '~'], [b = '~']) => (a < b ? -1 : 1))
    .map(([series, all]) => {
      const own = all.toSorted((a, b) => (a.nth ?? 0) - (b.nth ?? 0));
      const [from, to] = [own[0], own.at(-1)];
      const lost = (series !== undefined && states.get(series)?.missing) || [];
      const isBetween = (nth: number) => nth > (from?.nth ?? 0) && nth < (to?.nth ?? 0);
      const missing = range ? lost.filter(isBetween) : lost;
      const known = new Set([...own.map(({ nth }) => nth), ...lost]);
      const elsewhere =
        series === undefined ? [] : between(from?.nth, to?.nth).filter((nth) => !known.has(nth));
      const [first = '', last = ''] = [from?.document.number, to?.document.number];
      return { series, first, last, own, missing, elsewhere };
    });
}

function between(first = 0, last = 0): number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);
}

function seriesWords({ series, first, last, own, missing }: SeriesList): string {
  if (series === undefined) return `${countOf(own)} without a series`;
  const gap = missing.length === 0 ? 'none is missing' : `MISSING: ${firstOf(missing).join(', ')}`;
  return `${series}: ${countOf(own)}, ${first} to ${last}, ${gap}`;
}

function countOf({ length }: readonly unknown[]): string {
  return counted(length, 'document');
}

/**
 * For each series the numbers and the sums of each currency, and then the sums of each kind. Documents in no series have
 * no first and last number, and none can be missing.
 */
function seriesSheet(lists: readonly SeriesList[]) {
  const rows = lists.flatMap(({ series, first, last, own, missing, elsewhere }) => {
    const name = series ?? 'without a series';
    const numbers =
      series === undefined
        ? []
        : [
            first,
            last,
            missing.length === 0 ? 'none' : firstOf(missing).join(', '),
            elsewhere.join(', '),
          ];
    const currencies = Map.groupBy(own, ({ document }) => document.currency);
    const kinds = Map.groupBy(own, ({ document: { kind, currency } }) => `${kind} ${currency}`);
    const all = currencies.size === 0 ? [[]] : [...currencies.values()];
    return [
      ...all.map((some, at) => [...sumsOf(name, 'All', some), ...(at === 0 ? numbers : [])]),
      ...[...kinds.values()].map((some) => {
        const [one] = some;
        return sumsOf(name, one ? stateWords(one.document.kind) : '', some);
      }),
    ];
  });
  const columns = [
    { title: 'Series', width: 18, isText: true },
    { title: 'Kind', width: 22 },
    { title: 'Documents', width: 11 },
    { title: 'Sum of amounts', width: 16 },
    { title: 'Counted in sums', width: 16 },
    { title: 'First', width: 20, isText: true },
    { title: 'Last', width: 20, isText: true },
    { title: 'Missing', width: 20, isText: true },
    { title: 'Issued in another period', width: 24, isText: true },
  ];
  return sheetOfRows('Series', columns, rows);
}

/** The first cells of a line about documents of one currency. A document that replaces a receipt is not counted again. */
function sumsOf(series: string, kind: string, some: readonly Written[]): Cell[] {
  const isCounted = ({ document }: Written) => document.replaces === undefined;
  return [series, kind, some.length, sumOf(some, some), sumOf(some, some.filter(isCounted))];
}

function sumOf([one]: readonly Written[], meant: readonly Written[]): Cell {
  if (!one) return undefined;
  const cents = meant.reduce(
    (sum, { document }) => sum + signOf(document) * document.totalCents,
    0,
  );
  return { cents, currency: currencyOf(one.document.currency, one.document.decimals) };
}

/** The sheet Documents of `table`, without what was issued after its turn in the archive. */
async function documentsSheet(
  organising: Organising,
  written: readonly Written[],
  range: DateRange | undefined,
): Promise<Sheet> {
  const sheet = await sheetOf(organising, 'documents', range);
  const numbers = new Set<Cell>(written.map(({ document }) => document.number));
  async function* rows() {
    for await (const row of sheet.rows) if (numbers.has(row[0])) yield row;
  }
  return { ...sheet, rows: rows() };
}
