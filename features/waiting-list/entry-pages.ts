import type { FastifyInstance } from 'fastify';
import { linkPages } from '#server/http/link-pages.ts';
import type { OriginOf } from '#server/http/origin.ts';
import type { PageFrame } from '#server/http/page-frame.ts';
import { pageOfLostLink } from '#server/http/page-parts.ts';
import type { RegistrationDeps } from '#server/registration/register.ts';
import type { WaitingListDeps } from './join-waiting-list.ts';
import { findEntry, type WaitingEntry } from './waiting-list.ts';

export type WaitingListRoutes = {
  deps: WaitingListDeps;
  recording: RegistrationDeps;
  frame: PageFrame;
  originOf: OriginOf;
};

/** The pages behind the link of an entry. */
export function entryPages(
  app: FastifyInstance,
  { deps: { context, content }, frame }: Pick<WaitingListRoutes, 'deps' | 'frame'>,
  { title, notFound }: { title: string; notFound: string },
) {
  return linkPages<WaitingEntry>(app, {
    frame,
    words: content,
    title,
    find: (token) => findEntry(context.db, token),
    notFound: () => ({ main: pageOfLostLink(content, { title, notFound }) }),
    limits: { GET: 'read', POST: 'write' },
  });
}
