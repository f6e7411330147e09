import type { Conference } from '#contract/content/shapes/conference-shape.ts';
import { documentNumber, seriesIn } from '#contract/content/series-pattern.ts';
import type { Tx } from '#server/database/database.ts';
import type { ReceiptDocument } from './receipt-document.ts';

/** A place in a series of numbers. */
export type SeriesPlace = { series: string; seriesNumber: number };

/**
 * Takes the next number of the series for a document of this kind; undefined if its number belongs to no series. The
 * transaction that takes a number stores its document: if it is rolled back, the number is free again. Until it ends, every
 * other transaction that issues a document waits, so that it locks nothing afterwards.
 */
export async function takeNumber(
  tx: Tx,
  { documents }: Pick<Conference, 'documents'>,
  { kind, issuedOn }: Pick<ReceiptDocument, 'kind' | 'issuedOn'>,
): Promise<{ number: string; place: SeriesPlace } | undefined> {
  if (!documents || (kind === 'receipt' && !documents.receipts)) return undefined;
  const year = issuedOn.slice(0, 4);
  const series = seriesIn(documents.series, year);
  const { last_number: seriesNumber } = await tx
    .insertInto('document_series')
    .values({ series, last_number: 1 })
    .onConflict((conflict) =>
      conflict.column('series').doUpdateSet((row) => ({
        last_number: row('document_series.last_number', '+', 1),
      })),
    )
    .returning('last_number')
    .executeTakeFirstOrThrow();
  const number = documentNumber(documents.series, year, seriesNumber);
  return { number, place: { series, seriesNumber } };
}
