import type { FastifyInstance } from 'fastify';
import type { Content } from '#contract/content.ts';
import type { Db } from '#server/database/database.ts';
import { linkPages } from '#server/http/link-pages.ts';
import type { PageFrame } from '#server/http/page-frame.ts';
import { buttonForm, pageOfLostLink, pageOfWords } from '#server/http/page-parts.ts';
import type { Clock } from '#server/identity.ts';
import type { Markup } from '#server/markup.ts';
import { findUnsubscribed, unsubscribe } from './letter-addresses.ts';

type UnsubscribeRoutes = { db: Db; clock: Clock; content: Content; frame: PageFrame };

/**
 * The page behind the last link of a letter. A GET only shows a question, because programs open the links of mails. A
 * POST from the page or from a mail program (RFC 8058) unsubscribes.
 */
export async function unsubscribeRoutes(
  app: FastifyInstance,
  { db, clock, content, frame }: UnsubscribeRoutes,
): Promise<void> {
  const { page } = content.mails.news;
  const { title } = page;
  // Mail programs may send the one field of RFC 8058 in this form; the server does not read it.
  app.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer', bodyLimit: 4096 },
    (_, _body, done) => done(null, undefined),
  );

  const done = said(page.done);
  const { get, post } = linkPages<{ isUnsubscribed: boolean }>(app, {
    frame,
    words: content,
    title,
    find: (token) => findUnsubscribed(db, token),
    notFound: () => ({ main: pageOfLostLink(content, page), formEndsAt: false }),
  });

  get('/unsubscribe/:token', ({ isUnsubscribed }, _, { params }) => ({
    main: isUnsubscribed ? done : question(params.token),
  }));

  post('/unsubscribe/:token', async (_owner, _, { params }) =>
    (await unsubscribe(db, params.token, clock())) ? { main: done, formEndsAt: false } : undefined,
  );

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
