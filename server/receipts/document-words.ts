import { inOneLine, withNumber } from '#contract/content/languages.ts';
import { dayText, daysText } from '#contract/content/calendar-days.ts';
import { countryName } from '#contract/country-name.ts';
import type { Mails } from '#contract/content/shapes/mails-shape.ts';
import type { InvoiceRecipient } from '#server/orders/rows/invoice-recipients.ts';
import { isNote, isReceipt, type ReceiptDocument } from './receipt-document.ts';

type Said = Mails['receipt'];

/** A fact about a document, with its lines of text. */
export type DocumentFact = { label: string; lines: readonly string[] };

export function titleOf(said: Said, { kind }: Pick<ReceiptDocument, 'kind'>): string {
  return {
    receipt: said.title,
    invoice: said.invoiceTitle,
    'invoice-cancellation': said.invoiceCancellationTitle,
    'credit-note': said.creditNoteTitle,
    cancellation: said.cancellationTitle,
  }[kind];
}

/** The sentence about a document that another one has replaced or cancelled. */
export function replacedWords(said: Said, { kind }: ReceiptDocument, replacedBy: string): string {
  return `${kind === 'invoice' ? said.cancelledBy : said.replacedBy} ${replacedBy}`;
}

/** "November 21, 2026": the day of the issue, as it is printed on the document. */
export function dateOf(document: Pick<ReceiptDocument, 'issuedOn' | 'language'>): string {
  const { issuedOn, language } = document;
  return dayText(issuedOn, language);
}

/** The lines of the organisation to which an invoice is addressed. */
export function recipientLines(
  said: Said,
  { legalName, address, country, vatId, leitwegId, peppolId, purchaseOrder }: InvoiceRecipient,
  language: string,
): string[] {
  return [
    legalName,
    ...address,
    countryName(country, language),
    ...(vatId ? [withNumber(said.vatId, vatId, language)] : []),
    ...(leitwegId ? [withNumber(said.leitwegId, leitwegId, language)] : []),
    ...(peppolId ? [withNumber(said.peppolId, peppolId, language)] : []),
    ...(purchaseOrder ? [withNumber(said.purchaseOrder, purchaseOrder, language)] : []),
  ];
}

/** The facts above the lines of a document, in the order of the page and of its PDF. */
export function factsOfDocument(
  { receipt: said, labels }: Pick<Mails, 'receipt' | 'labels'>,
  document: ReceiptDocument,
): DocumentFact[] {
  const { number, reference, replaces, cancels, corrects, recipient, supplied, paidOn } = document;
  const isFirst = number === reference;
  const facts: DocumentFact[] = [];
  const add = (label: string, ...lines: readonly (string | undefined)[]) => {
    const known = lines.filter((line): line is string => line !== undefined && line !== '');
    if (known.length > 0) facts.push({ label, lines: known });
  };
  if (!isFirst) add(said.number, number);
  if (isFirst || isReceipt(document) || cancels !== undefined) add(labels.reference, reference);
  add(said.replaces, replaces);
  add(said.cancels, cancels);
  add(said.corrects, corrects);
  if (isNote(document)) {
    add(recipient ? said.ofInvoice : said.ofReceipt, document.receipt ?? reference);
  }
  add(said.issued, dateOf(document));
  if (recipient) {
    add(said.issuedTo, ...recipientLines(said, recipient, document.language));
    // One line, so that the lines of a usual invoice are on its first page.
    add(said.orderedBy, inOneLine(document.customer, document.language));
  } else {
    add(said.issuedTo, ...document.customer);
  }
  add(said.issuedBy, ...document.issuer);
  const days = supplied && daysText(supplied.from, supplied.until, document.language);
  const named = document.conference.map((line) =>
    line === days ? `${said.supplied} ${days}` : line,
  );
  add(labels.for, ...named);
  const isDated = recipient !== undefined && paidOn !== undefined;
  const { paidBy } = document;
  add(
    labels.paidBy,
    isDated
      ? inOneLine(
          [paidBy, `${said.paidOn} ${dayText(paidOn, document.language)}`],
          document.language,
        )
      : paidBy,
  );
  for (const { label, text } of document.requests ?? []) add(label, text);
  return facts;
}
