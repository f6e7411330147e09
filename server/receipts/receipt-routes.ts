import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Content } from '#contract/content.ts';
import { type Db, inTransaction } from '#server/database/database.ts';
import { findOrderByReceipt, type Order, stateOf } from '#server/orders/rows/orders.ts';
import type { Markup } from '#server/markup.ts';
import type { PageFrame } from '#server/http/page-frame.ts';
import { keptPrivate, sendPrivateFile, sendPrivatePage, TOKEN } from '#server/http/private-page.ts';
import { timestamp } from '#server/identity.ts';
import { titleOf } from './document-words.ts';
import { mailOwnPage, type ReceiptDeps } from './issue-documents.ts';
import { invoiceUntil, validReceipts, replacementOf } from './receipt-document.ts';
import { noReceipt, receiptPage } from './receipt-page.ts';
import { makeReceiptSheet } from './receipt-sheet.ts';
import { documentsOf, type IssuedDocument } from './receipts.ts';

type ReceiptRoutes = { db: Db; content: Content; receipts: ReceiptDeps; frame: PageFrame };

/**
 * The page behind the link in the mails, and its documents as PDF. The link is a secret: logs have the route only, and
 * caches, other sites and search engines must not learn it.
 */
export function receiptRoutes(
  app: FastifyInstance,
  { db, content, receipts, frame }: ReceiptRoutes,
): void {
  const { mails: words, yourRegistration } = content;
  const { looks } = content.conference;
  const options = { config: { limit: 'receipt' } } as const;

  app.get<{ Params: Link; Querystring: { mailed?: unknown } }>(
    '/receipt/:token',
    options,
    async ({ params, query }, reply) => {
      const order = await orderFor(params);
      const documents = order ? await documentsOf(db, order.id) : [];
      const [receipt, ...ofChanges] = validReceipts(documents);
      if (!order || !receipt) return send(reply, 404, noReceipt(words));
      const isPlaceConfirmed = (await stateOf(db, order.id)) === 'CONFIRMED';
      const all = { receipt, ofChanges, documents, isPlaceConfirmed };
      const address = `/receipt/${params.token}`;
      const isMailed = query.mailed !== undefined;
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
      return send(reply, 200, receiptPage(words, address, all, link), title);
    },
  );

  // A receipt is passed on to accounts departments, so its page does not show the link with which its owner acts.
  app.post<{ Params: Link }>(
    '/receipt/:token/link',
    { config: { limit: 'write' } },
    async ({ params }, reply) => {
      const order = await orderFor(params);
      if (!order) return send(reply, 404, noReceipt(words));
      await inTransaction(db, (tx) => mailOwnPage(receipts, tx, order));
      return keptPrivate(reply).redirect(`/receipt/${params.token}?mailed`, 303);
    },
  );

  app.get<{ Params: Link & { file: string } }>(
    '/receipt/:token/:file',
    options,
    async ({ params }, reply) => {
      const order = await orderFor(params);
      const documents = order ? await documentsOf(db, order.id) : [];
      const document = documents.find(
        ({ number, isOfFormerPayer }) => !isOfFormerPayer && `${number}.pdf` === params.file,
      );
      if (!document) return send(reply, 404, noReceipt(words));
      const replacedBy = replacementOf(documents, document.number);
      const pdf = await makeReceiptSheet(words, looks, document, replacedBy);
      const fileName = `${document.number}.pdf`;
      return sendPrivateFile(reply, { type: 'application/pdf', fileName, content: pdf });
    },
  );

  function isInvoiceOffered([first]: readonly IssuedDocument[], { kind }: IssuedDocument): boolean {
    const until = first && invoiceUntil(content.conference, first);
    return kind === 'receipt' && until !== undefined && timestamp(receipts.clock()) < until.at;
  }

  async function orderFor({ token }: Link): Promise<Order | undefined> {
    return TOKEN.test(token) ? findOrderByReceipt(db, token) : undefined;
  }

  function send(
    reply: FastifyReply,
    status: number,
    main: Markup,
    title = words.receipt.title,
  ): FastifyReply {
    return sendPrivatePage(reply, frame, {
      title,
      main,
      status,
      formEndsAt: [],
    });
  }
}

type Link = { token: string };
