import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Accent } from '#contract/content/accent.ts';
import type { Mails } from '#contract/content/mails-shape.ts';
import type { Db } from '#server/database/database.ts';
import type { Markup } from '#server/markup.ts';
import type { PageFrame } from '#server/http/page-frame.ts';
import { keptPrivate, sendPrivatePage, TOKEN } from '#server/http/private-page.ts';
import { validReceipts, replacementOf } from './receipt-document.ts';
import { noReceipt, receiptPage } from './receipt-page.ts';
import { makeReceiptSheet } from './receipt-sheet.ts';
import { documentsByToken, type IssuedDocument } from './receipts.ts';

type ReceiptRoutes = { db: Db; words: Mails; accent: Accent; frame: PageFrame };

/**
 * The page behind the link in the mails, and its documents as PDF. The link is a secret: logs have the route only, and
 * caches, other sites and search engines must not learn it.
 */
export function receiptRoutes(
  app: FastifyInstance,
  { db, words, accent, frame }: ReceiptRoutes,
): void {
  const options = { config: { limit: 'receipt' } } as const;

  app.get<{ Params: Link }>('/receipt/:token', options, async ({ params }, reply) => {
    const documents = await documentsFor(params);
    const [receipt, ...ofChanges] = validReceipts(documents);
    if (!receipt) return send(reply, 404, noReceipt(words));
    const all = { receipt, ofChanges, documents };
    return send(reply, 200, receiptPage(words, `/receipt/${params.token}`, all));
  });

  app.get<{ Params: Link & { file: string } }>(
    '/receipt/:token/:file',
    options,
    async ({ params }, reply) => {
      const documents = await documentsFor(params);
      const document = documents.find(({ number }) => `${number}.pdf` === params.file);
      if (!document) return send(reply, 404, noReceipt(words));
      const replacedBy = replacementOf(documents, document.number);
      const pdf = await makeReceiptSheet(words, accent, document, replacedBy);
      return keptPrivate(reply)
        .type('application/pdf')
        .header('content-disposition', `attachment; filename="${document.number}.pdf"`)
        .send(pdf);
    },
  );

  async function documentsFor({ token }: Link): Promise<IssuedDocument[]> {
    return TOKEN.test(token) ? documentsByToken(db, token) : [];
  }

  function send(reply: FastifyReply, status: number, main: Markup): FastifyReply {
    return sendPrivatePage(reply, frame, { title: words.receipt.title, main, status });
  }
}

type Link = { token: string };
