import type { Content } from '#contract/content.ts';
import { fixtureContent } from './fixture-content.ts';

/** The tests' conference with invoices in a series. */
export function withInvoices(
  documents: Partial<NonNullable<Content['conference']['documents']>> = {},
  content: Content = fixtureContent,
): Content {
  const on = { series: '{year}-{n:5}', invoiceDays: 30, receipts: false, ...documents };
  return { ...content, conference: { ...content.conference, documents: on } };
}

/** The entries of the form for an invoice. */
export const university = {
  legalName: 'Baltic University of Soft Matter',
  address: 'Accounts Payable\nStorchengasse 4\n18055 Rostock',
  country: 'Germany',
  vatId: 'de 777 700 032',
  purchaseOrder: 'PO-77/2026',
};
