import type { Mails } from '#contract/content/shapes/mails-shape.ts';
import type { YourRegistration } from '#contract/content/shapes/your-registration-shape.ts';
import { currencyOf } from '#contract/currency.ts';
import { add, signedMoneyText } from '#contract/money.ts';
import { qrCode } from '#documents/qr-code.ts';
import { drawnLast } from '#server/http/drawn-last.ts';
import { amountRow, factRow, fold, taxRow } from '#server/http/page-parts.ts';
import { html, type Markup } from '#server/markup.ts';
import { noteOf } from '#server/orders/rows/order-items.ts';
import { fileNames, type XmlFile } from './e-invoice-files.ts';
import { dateOf, factsOfDocument, replacedWords, titleOf } from './document-words.ts';
import { confirmsPlace, isNote, replacementOf, signOf } from './receipt-document.ts';
import type { IssuedDocument } from './receipts.ts';
import { exemptionWords, lineWords, taxRows } from './tax-words.ts';

type Documents = readonly IssuedDocument[];
type Shown = {
  receipt: IssuedDocument;
  ofChanges: Documents;
  documents: Documents;
  isPlaceConfirmed: boolean;
  filesOf: (document: IssuedDocument) => readonly XmlFile[];
};

/** The width of the white margin around a QR code, in squares. */
const QUIET = 4;

/**
 * The page with the documents of one order: `receipt` is the valid receipt of the order, `ofChanges` has the valid
 * receipts of its changes, and `documents` has all documents; those of a former payer are listed without their files.
 * `address` is the path of the page. The styles are in site/receipt.css.
 */
export function receiptPage(
  words: Mails,
  address: string,
  { receipt, ofChanges, documents, isPlaceConfirmed, filesOf }: Shown,
  link: LinkByMail | undefined,
): Markup {
  const { receipt: said, labels } = words;
  const creditNotes = documents.filter(isNote);
  const valid = [receipt, ...ofChanges];
  const earlier = documents.filter((each) => !isNote(each) && !valid.includes(each));
  const paid = add(...valid.map(({ totalCents }) => totalCents));
  const money = (cents: number) =>
    signedMoneyText(cents, currencyOf(receipt.currency, receipt.decimals, receipt.language));
  const xmlLinks = (document: IssuedDocument) => {
    const files = document.isOfFormerPayer ? [] : filesOf(document);
    if (files.length === 0) return undefined;
    return html`<span class="receipt-files">${said.downloadXml}</span> ${files.map(
        ({ kind, fileName }) =>
          html`<a href="${address}/${fileName}" download="${fileName}">${fileNames[kind]}</a> `,
      )}`;
  };
  const xmlOfReceipt = xmlLinks(receipt);
  const refunded = creditNotes.reduce((sum, note) => sum - signOf(note) * note.totalCents, 0);
  const state =
    refunded === 0
      ? said.states.paid
      : refunded < paid
        ? said.states.partRefunded
        : said.states.refunded;
  const exemption = exemptionWords(receipt);
  return html`<article class="receipt">
    <div class="receipt-head">
      <div>
        <h1>${titleOf(said, receipt)}</h1>
        <p class="receipt-state">${state}</p>
        ${receipt.isTest ? html`<p class="receipt-test">${words.testMode}</p>` : undefined}
      </div>
      ${confirmsPlace(receipt) && isPlaceConfirmed ? deskCode(said, receipt.reference) : undefined}
    </div>
    <dl>${factsOfDocument(words, receipt).map(({ label, lines }) => factRow(label, lines))}</dl>
    <table>
      <tbody>
        ${receipt.lines.map((line) => amountRow(lineWords(said, receipt, line), money(line.cents), noteOf(labels, line)))}
      </tbody>
      <tfoot>
        ${amountRow(labels.total, money(receipt.totalCents))}
        ${taxRows(said, receipt).map(({ words: row, cents }) => taxRow({ words: row, amount: money(cents) }))}
      </tfoot>
    </table>
    ${exemption && html`<p class="receipt-note receipt-exemption">${exemption}</p>`}
    <p><a class="receipt-download" href="${address}/${receipt.number}.pdf">${said.download}</a></p>
    ${
      xmlOfReceipt &&
      html`<ul class="receipt-files">
        <li>${xmlOfReceipt}</li>
      </ul>`
    }
    ${otherDocuments(said, address, { documents, ofChanges, creditNotes, earlier, money, xmlLinks })}
    ${link?.isInvoiceOffered ? html`<p class="receipt-words">${words.invoiceIssued.offerOnReceipt}</p>` : undefined}
    ${link && linkByMail(link)}
  </article>`;
}

/** The lists of the receipts of changes, of the credit notes, and of what is not valid any more. */
function otherDocuments(
  said: Mails['receipt'],
  address: string,
  lists: Record<'documents' | 'ofChanges' | 'creditNotes' | 'earlier', Documents> & {
    money: (cents: number) => string;
    xmlLinks: (document: IssuedDocument) => Markup | undefined;
  },
): Markup {
  const { documents, ofChanges, creditNotes, earlier, money, xmlLinks } = lists;
  const entryOf = (document: IssuedDocument, { title, sign = 1, more, file }: Entry) =>
    html`<li>
      <span>${document.number}${title === undefined ? '' : ` · ${title}`}</span>
      <span>${dateOf(document)}</span>
      ${more}
      <span class="receipt-amount">${money(sign * document.totalCents)}</span>
      ${
        document.isOfFormerPayer
          ? html`<span class="receipt-note">${said.ofFormerPayer}</span>`
          : html`<a href="${address}/${document.number}.pdf">${file}</a>`
      }
      ${xmlLinks(document)}
    </li> `;
  const replacement = (old: IssuedDocument) => {
    if (old.cancels !== undefined)
      return html`<span>${said.cancels} <bdi>${old.cancels}</bdi></span>`;
    const replacedBy = replacementOf(documents, old.number);
    return replacedBy === undefined
      ? undefined
      : html`<span>${replacedWords(said, old, replacedBy)}</span>`;
  };
  const changes = ofChanges.map((change) => entryOf(change, { file: said.download }));
  const notes = creditNotes.map((note) => {
    const title = note.kind === 'cancellation' ? said.cancellationTitle : undefined;
    return entryOf(note, { title, file: said.downloadCreditNote });
  });
  const others = earlier.toReversed().map((old) => {
    const about = { title: titleOf(said, old), more: replacement(old), file: said.download };
    return entryOf(old, { ...about, sign: old.cancels === undefined ? 1 : -1 });
  });
  return html`${section('paid-changes', said.ofChanges, changes)}
  ${section('credit-notes', said.creditNotes, notes)}
  ${
    others.length === 0
      ? undefined
      : fold(
          { id: 'earlier-receipts', heading: said.earlier },
          html`<ul>
            ${others}
          </ul>`,
        )
  }`;
}

/** A document in a list of the page. */
type Entry = { title?: string | undefined; sign?: 1 | -1; more?: Markup | undefined; file: string };

function section(id: string, heading: string, entries: readonly Markup[]): Markup | undefined {
  if (entries.length === 0) return undefined;
  return html`<section aria-labelledby="${id}">
    <h2 id="${id}">${heading}</h2>
    <ul>
      ${entries}
    </ul>
  </section>`;
}

/** The button that mails the link to the payer's own page, where an invoice may be offered, and whether it was just pressed. */
type LinkByMail = {
  words: YourRegistration['mailLink'];
  address: string;
  isMailed: boolean;
  /** Whether the page of the registration has the form for an invoice. */
  isInvoiceOffered: boolean;
};

function linkByMail({ words, address, isMailed }: LinkByMail): Markup {
  if (isMailed) return html`<p class="receipt-words" role="status">${words.sent}</p>`;
  return html`<form class="receipt-form" method="post" action="${address}">
    <p class="receipt-words">${words.words}</p>
    <button class="receipt-download receipt-quiet" type="submit">${words.button}</button>
  </form>`;
}

const codeOf = drawnLast((reference: string) => {
  const { size, runs } = qrCode(reference);
  return { size, path: runs.map(({ x, y, width }) => `M${x} ${y}h${width}v1h-${width}z`).join('') };
});

/** The QR code of the reference, for the scanner at the desk; black on white in dark mode, too. */
export function deskCode({ code: label, atDesk }: Mails['receipt'], reference: string): Markup {
  const { size, path } = codeOf(reference);
  const side = size + 2 * QUIET;
  return html`<figure class="receipt-code">
    <svg
      role="img"
      aria-label="${label} ${reference}"
      viewBox="${-QUIET} ${-QUIET} ${side} ${side}"
      shape-rendering="crispEdges"
    >
      <path fill="#fff" d="M${-QUIET} ${-QUIET}h${side}v${side}h-${side}z" />
      <path d="${path}" />
    </svg>
    <figcaption>${atDesk}</figcaption>
  </figure>`;
}
