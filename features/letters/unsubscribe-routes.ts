import type { FastifyInstance } from 'fastify';
import type { Mails } from '#contract/content/mails-shape.ts';
import type { Db } from '#server/database/database.ts';
import type { PageFrame } from '#server/http/page-frame.ts';
import { buttonForm, pageOfWords } from '#server/http/page-parts.ts';
import { sendPrivatePage, TOKEN } from '#server/http/private-page.ts';
import type { Clock } from '#server/identity.ts';
import type { Markup } from '#server/markup.ts';
import { findUnsubscribed, unsubscribe } from './letter-addresses.ts';

type UnsubscribeRoutes = { db: Db; clock: Clock; words: Mails; frame: PageFrame };
type Link = { Params: { token: string } };

/**
 * The page behind the last link of a letter. A GET only shows a question, because programs open the links of mails. A
 * POST from the page or from a mail program (RFC 8058) unsubscribes.
 */
export async function unsubscribeRoutes(
  app: FastifyInstance,
  { db, clock, words, frame }: UnsubscribeRoutes,
): Promise<void> {
  const { page } = words.news;
  const { title } = page;
  // Mail programs may send the one field of RFC 8058 in this form; the server does not read it.
  app.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer', bodyLimit: 4096 },
    (_, _body, done) => done(null, undefined),
  );

  app.get<Link>(
    '/unsubscribe/:token',
    { config: { limit: 'receipt' } },
    async ({ params: { token } }, reply) => {
      const address = TOKEN.test(token) ? await findUnsubscribed(db, token) : undefined;
      if (!address) return notFound(reply);
      const main = address.isUnsubscribed ? said(page.done) : question(token);
      return sendPrivatePage(reply, frame, { title, main, formEndsAt: [] });
    },
  );

  app.post<Link>(
    '/unsubscribe/:token',
    { config: { limit: 'write' } },
    async ({ params: { token } }, reply) => {
      if (!TOKEN.test(token) || !(await unsubscribe(db, token, clock()))) return notFound(reply);
      return sendPrivatePage(reply, frame, { title, main: said(page.done) });
    },
  );

  function notFound(reply: Parameters<typeof sendPrivatePage>[0]) {
    return sendPrivatePage(reply, frame, { title, main: said(page.notFound), status: 404 });
  }

  function question(token: string): Markup {
    return pageOfWords(
      title,
      [page.question],
      buttonForm(`/unsubscribe/${token}`, page.button, 'ending'),
    );
  }

  function said(text: string): Markup {
    return pageOfWords(title, [text]);
  }
}
