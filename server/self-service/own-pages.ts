import type { FastifyInstance } from 'fastify';
import type { Content } from '#contract/content.ts';
import { linkPages } from '#server/http/link-pages.ts';
import type { OriginOf } from '#server/http/origin.ts';
import type { PageFrame } from '#server/http/page-frame.ts';
import { writeTo } from '#server/http/page-parts.ts';
import { html } from '#server/markup.ts';
import { registrationPath } from '#server/orders/rows/orders.ts';
import { findPageOwner, type PageOwner } from '#server/orders/rows/page-owners.ts';
import type { PaymentContext } from '#server/payments/payment-context.ts';
import type { ReceiptDeps } from '#server/receipts/issue-documents.ts';
import { type Notice, withNotice } from './notices.ts';

/** The dependencies of all routes below /registration/TOKEN. */
export type SelfServiceRoutes = {
  context: PaymentContext;
  content: Content;
  receipts: ReceiptDeps;
  frame: PageFrame;
  originOf: OriginOf;
};

/** Adds pages below /registration/TOKEN. A token that opens nothing is incomplete, or was replaced: the page says where help is. */
export function ownPages(
  app: FastifyInstance,
  { context, content, frame }: Pick<SelfServiceRoutes, 'context' | 'content' | 'frame'>,
) {
  const { title, notFound } = content.yourRegistration;
  return linkPages<PageOwner>(app, {
    frame,
    words: content,
    title,
    find: (token) => findPageOwner(context.db, token),
    notFound: () => ({
      main: html`<article class="receipt">
        <h1>${title}</h1>
        <p class="receipt-words">${writeTo(notFound, content.conference)}</p>
      </article>`,
      formEndsAt: false,
    }),
  });
}

/** The path of the page on which the payer pays a change, and returns to the own page. */
export function changePath(owner: Pick<PageOwner, 'pageToken'>, { id }: { id: string }): string {
  return `${registrationPath(owner)}/changes/${id}`;
}

/** Leads back to an own page, with a notice about the act. */
export function backToPage(owner: Pick<PageOwner, 'pageToken'>, notice?: Notice) {
  const path = registrationPath(owner);
  return { location: notice === undefined ? path : withNotice(path, notice) };
}
