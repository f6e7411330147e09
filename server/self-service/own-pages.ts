import type { FastifyReply } from 'fastify';
import type { Content } from '#contract/content.ts';
import type { Db } from '#server/database/database.ts';
import type { OriginOf } from '#server/http/origin.ts';
import type { PageFrame } from '#server/http/page-frame.ts';
import { mailtoLink } from '#server/http/page-parts.ts';
import { keptPrivate, sendPrivatePage, TOKEN } from '#server/http/private-page.ts';
import { html, type Markup } from '#server/markup.ts';
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

type Replies = Pick<SelfServiceRoutes, 'content' | 'frame'>;

/** The owner of the page of a request; undefined for an unknown or replaced token. */
export async function findOwner(
  db: Db,
  { token }: { token: string },
): Promise<PageOwner | undefined> {
  return TOKEN.test(token) ? findPageOwner(db, token) : undefined;
}

/** The path of the page on which the payer pays a change, and returns to the own page. */
export function changePath(owner: Pick<PageOwner, 'pageToken'>, { id }: { id: string }): string {
  return `${registrationPath(owner)}/changes/${id}`;
}

/** Sends a page whose forms lead to pages of this site. */
export function sendOwnPage(
  reply: FastifyReply,
  { frame }: Pick<Replies, 'frame'>,
  page: { title: string; main: Markup; status?: number },
): FastifyReply {
  return sendPrivatePage(reply, frame, { ...page, formEndsAt: [] });
}

/** Answers a token that opens nothing: the link is incomplete, or was replaced. The page says where help is. */
export function sendNotFound(reply: FastifyReply, { content, frame }: Replies): FastifyReply {
  const { title, notFound } = content.yourRegistration;
  const main = html`<article class="receipt">
    <h1>${title}</h1>
    <p class="receipt-words">${notFound} ${mailtoLink(content.conference.secretary)}.</p>
  </article>`;
  return sendPrivatePage(reply, frame, { title, main, status: 404 });
}

/** Leads back to an own page, with a notice about the act. */
export function returnToPage(
  reply: FastifyReply,
  owner: Pick<PageOwner, 'pageToken'>,
  notice?: Notice,
): FastifyReply {
  const path = registrationPath(owner);
  const location = notice === undefined ? path : withNotice(path, notice);
  return keptPrivate(reply).redirect(location, 303);
}
