import { inBrackets } from '#contract/content/languages.ts';
import type { Mails } from '#contract/content/shapes/mails-shape.ts';
import { asCents, type Cents } from '#contract/money.ts';
import { rateText, taxesOf, type TaxSum } from '#contract/tax.ts';
import { linesOf, type Order } from '#server/orders/rows/orders.ts';
import type { ReceiptDocument } from './receipt-document.ts';

type Said = Pick<Mails['receipt'], 'tax' | 'net' | 'exempt'>;
type Line = Pick<ReceiptDocument['lines'][number], 'cents' | 'taxBasisPoints'>;
type Taxed = Pick<ReceiptDocument, 'taxes' | 'language'> & { lines: readonly Line[] };

/**
 * The taxes that are printed: a rate whose lines all cost nothing, such as those that another payer pays, has none. The
 * XML of an e-invoice keeps it, because each rate of its lines needs a sum there (BR-CO-18, BR-S-08).
 */
function printedTaxes({ taxes = [], lines }: Omit<Taxed, 'language'>): TaxSum[] {
  const costs = new Set(
    lines.filter(({ cents }) => cents !== 0).map((line) => line.taxBasisPoints ?? null),
  );
  return costs.size === 0 ? taxes : taxes.filter(({ basisPoints }) => costs.has(basisPoints));
}

/** The printed reason for what is exempt. */
export function exemptionWords(
  document: Pick<ReceiptDocument, 'taxExemption' | 'taxes' | 'lines'>,
): string | undefined {
  const isExempt = printedTaxes(document).some(({ basisPoints }) => basisPoints === null);
  return isExempt ? document.taxExemption : undefined;
}

/** The text of a line, with its rate if the lines of the document have several. */
export function lineWords(
  said: Said,
  document: Taxed,
  { words, taxBasisPoints }: { words: string; taxBasisPoints?: number | undefined },
): string {
  if (printedTaxes(document).length < 2) return words;
  const { language } = document;
  const rate =
    taxBasisPoints === undefined
      ? said.exempt
      : `${rateText(taxBasisPoints, language)} ${said.tax}`;
  // The rate is behind the first line, and the hotel of a room below it.
  return words.replace(/$/m, () => inBrackets('', rate, language));
}

/** Net amount and tax of each rate, as rows below the total. */
export function taxRows(said: Said, document: Taxed): { words: string; cents: number }[] {
  const { language } = document;
  return printedTaxes(document).flatMap(({ basisPoints, netCents, taxCents }) => {
    if (basisPoints === null) return [{ words: said.exempt, cents: netCents }];
    const rate = rateText(basisPoints, language);
    return [
      { words: inBrackets(said.net, `${rate} ${said.tax}`, language), cents: netCents },
      { words: `${said.tax} ${rate}`, cents: taxCents },
    ];
  });
}

/** The same rows for what is booked, before there is a document. */
export function taxRowsOf(
  said: Said,
  order: Parameters<typeof linesOf>[0] & Pick<Order, 'language' | 'statesTax'>,
): { words: string; cents: Cents }[] {
  const lines = linesOf(order);
  const taxes = taxesOf(lines, order.statesTax);
  const rows = taxRows(said, { taxes, lines, language: order.language });
  return rows.map(({ words, cents }) => ({ words, cents: asCents(cents) }));
}
