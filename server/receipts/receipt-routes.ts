import type { FastifyInstance } from 'fastify';
import type { Content } from '#contract/content.ts';
import { type Db, inTransaction } from '#server/database/database.ts';
import { findOrderByReceipt, type Order, stateOf } from '#server/orders/rows/orders.ts';
import type { PageFrame } from '#server/http/page-frame.ts';
import { linkPages } from '#server/http/link-pages.ts';
import { pageOfLostLink } from '#server/http/page-parts.ts';
import { timestamp } from '#server/identity.ts';
import { titleOf } from './document-words.ts';
import { xmlFilesOf } from './e-invoice-files.ts';
import { mailOwnPage, type ReceiptDeps } from './issue-documents.ts';
import { invoiceUntil, validReceipts, replacementOf } from './receipt-document.ts';
import { receiptPage } from './receipt-page.ts';
import { makeReceiptSheet } from './receipt-sheet.ts';
import { documentsOf, type IssuedDocument } from './receipts.ts';

type ReceiptRoutes = { db: Db; content: Content; receipts: ReceiptDeps; frame: PageFrame };

/** The page behind the link in the mails, and its documents as PDF. */
export function receiptRoutes(
  app: FastifyInstance,
  { db, content, receipts, frame }: ReceiptRoutes,
): void {
  const { mails: words, yourRegistration } = content;
  const { looks } = content.conference;
  const { get, post } = linkPages<Order>(app, {
    frame,
    words: content,
    title: words.receipt.title,
    find: (token) => findOrderByReceipt(db, token),
    notFound: () => ({ main: pageOfLostLink(content, words.receipt) }),
  });

  get('/receipt/:token', async (order, _, { params, query }) => {
    const documents = await documentsOf(db, order.id);
    const [receipt, ...ofChanges] = validReceipts(documents);
    if (!receipt) return undefined;
    const isPlaceConfirmed = (await stateOf(db, order)) === 'CONFIRMED';
    const filesOf = (document: IssuedDocument) =>
      xmlFilesOf(content.conference, document, words.testMode);
    const all = { receipt, ofChanges, documents, isPlaceConfirmed, filesOf };
    const address = `/receipt/${params.token}`;
    const isMailed = query['mailed'] !== undefined;
    const link =
      order.pageToken === ''
        ? undefined
        : {
            words: yourRegistration.mailLink,
            address: `${address}/link`,
            isMailed,
            isInvoiceOffered: isPlaceConfirmed && isInvoiceOffered(documents, receipt),
          };
    const title = titleOf(words.receipt, receipt);
    return { title, main: receiptPage(words, address, all, link) };
  });

  // A receipt is passed on to accounts departments, so its page does not show the link with which its owner acts.
  post('/receipt/:token/link', async (order, _, { params }) => {
    await inTransaction(db, (tx) => mailOwnPage(receipts, tx, order));
    return { location: `/receipt/${params.token}?mailed` };
  });

  get('/receipt/:token/:file', async (order, _, { params }) => {
    const documents = await documentsOf(db, order.id);
    const own = documents.filter(({ isOfFormerPayer }) => !isOfFormerPayer);
    const document = own.find(({ number }) => `${number}.pdf` === params['file']);
    if (!document) return xmlFile(own, params['file'] ?? '');
    const replacedBy = replacementOf(documents, document.number);
    const pdf = await makeReceiptSheet(words, looks, document, replacedBy);
    return { type: 'application/pdf', fileName: `${document.number}.pdf`, content: pdf };
  });

  function xmlFile(documents: readonly IssuedDocument[], name: string) {
    const files = documents.flatMap((each) => xmlFilesOf(content.conference, each, words.testMode));
    const file = files.find(({ fileName }) => fileName === name);
    if (!file) return undefined;
    return { type: 'application/xml', fileName: file.fileName, content: Buffer.from(file.xml()) };
  }

  function isInvoiceOffered([first]: readonly IssuedDocument[], { kind }: IssuedDocument): boolean {
    const until = first && invoiceUntil(content.conference, first);
    return kind === 'receipt' && until !== undefined && timestamp(receipts.clock()) < until.at;
  }
}
