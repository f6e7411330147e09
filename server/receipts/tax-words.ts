import { withNote } from '#contract/content/languages.ts';
import type { Mails } from '#contract/content/shapes/mails-shape.ts';
import { asCents, type Cents } from '#contract/money.ts';
import { rateText, taxesOf } from '#contract/tax.ts';
import { linesOf, type Order } from '#server/orders/rows/orders.ts';
import type { ReceiptDocument } from './receipt-document.ts';

type Said = Pick<Mails['receipt'], 'tax' | 'net' | 'exempt'>;
type Taxed = Pick<ReceiptDocument, 'taxes' | 'language'>;

/** The text of a line, with its rate if the lines of the document have several. */
export function lineWords(
  said: Said,
  { taxes = [], language }: Taxed,
  { words, taxBasisPoints }: { words: string; taxBasisPoints?: number | undefined },
): string {
  if (taxes.length < 2) return words;
  const rate =
    taxBasisPoints === undefined
      ? said.exempt
      : `${rateText(taxBasisPoints, language)} ${said.tax}`;
  // The rate is behind the first line, and the hotel of a room below it.
  return words.replace(/$/m, () => withNote('', rate, language));
}

/** Net amount and tax of each rate, as rows below the total. */
export function taxRows(
  said: Said,
  { taxes = [], language }: Taxed,
): { words: string; cents: number }[] {
  return taxes.flatMap(({ basisPoints, netCents, taxCents }) => {
    if (basisPoints === null) return [{ words: said.exempt, cents: netCents }];
    const rate = rateText(basisPoints, language);
    return [
      { words: withNote(said.net, `${rate} ${said.tax}`, language), cents: netCents },
      { words: `${said.tax} ${rate}`, cents: taxCents },
    ];
  });
}

/** The same rows for what is booked, before there is a document. */
export function taxRowsOf(
  said: Said,
  order: Parameters<typeof linesOf>[0] & Pick<Order, 'language' | 'statesTax'>,
): { words: string; cents: Cents }[] {
  const taxes = taxesOf(linesOf(order), order.statesTax);
  const rows = taxRows(said, { taxes, language: order.language });
  return rows.map(({ words, cents }) => ({ words, cents: asCents(cents) }));
}
