import { abstractContact } from '#contract/content/abstract-contact.ts';
import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import type { Content } from '#contract/content.ts';
import type { Db } from '#server/database/database.ts';
import { readForms } from '#server/http/form-body.ts';
import { linkPages } from '#server/http/link-pages.ts';
import type { PageFrame } from '#server/http/page-frame.ts';
import { writeTo } from '#server/http/page-parts.ts';
import { limitLinks } from '#server/http/rate-limit.ts';
import { html } from '#server/markup.ts';
import { findOwnAbstract, type OwnAbstract } from './own-abstract.ts';

type Pages = {
  title: string;
  /** The longest form in bytes; absent: the usual one. */
  longestForm?: number;
  /** Its forms may have files. */
  takesFiles?: true;
  /** Answers a link that opens nothing; absent: the sentence about it. */
  notFound?: Parameters<typeof linkPages<OwnAbstract>>[1]['notFound'];
};

/** Makes pages behind the link of an abstract: `get` and `post` register them, with the abstract as their owner. */
export async function pagesOfOwnAbstract(
  app: FastifyInstance,
  {
    db,
    content,
    frame,
    isLimited,
  }: { db: Db; content: Content; frame: PageFrame; isLimited: boolean },
  { title, longestForm, takesFiles, notFound = () => noAbstract(content) }: Pages,
): Promise<ReturnType<typeof linkPages<OwnAbstract>>> {
  readForms(app, longestForm);
  if (takesFiles) await app.register(multipart, { throwFileSizeLimit: false });
  if (isLimited) limitLinks(app);
  return linkPages<OwnAbstract>(app, {
    frame,
    words: content,
    title,
    find: (token) => findOwnAbstract(db, token),
    notFound,
  });
}

/** The page for a link that opens no abstract. */
export function noAbstract({ yourAbstract: said, conference }: Content) {
  const main = html`<article class="receipt">
    <h1>${said.title}</h1>
    <p class="receipt-words">${writeTo(said.notFound, conference, abstractContact(conference))}</p>
  </article>`;
  return { main, formEndsAt: false } as const;
}
