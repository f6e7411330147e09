import type { FastifyInstance, FastifyReply } from 'fastify';
import { endAt } from '#contract/content/moments.ts';
import { explained } from '#server/http/errors.ts';
import { formEntries, readForms } from '#server/http/form-body.ts';
import { knownOrigin, type OriginOf } from '#server/http/origin.ts';
import type { PageFrame } from '#server/http/page-frame.ts';
import { mailtoLink } from '#server/http/page-parts.ts';
import { type Filled, readFields } from '#server/http/person-fields.ts';
import { keptPrivate, sendPrivatePage, TOKEN } from '#server/http/private-page.ts';
import { limitLinks } from '#server/http/rate-limit.ts';
import { timestamp } from '#server/identity.ts';
import { html, type Markup } from '#server/markup.ts';
import {
  findInvitation,
  type Invitation,
  pathOfInvitation,
  stateOfInvitation,
} from './invitations.ts';
import { ASKED, invitationPage } from './invitation-page.ts';
import { acceptInvitation, type InvitationDeps, invitedPrice } from './use-invitation.ts';

type Link = { Params: { token: string } };

export type InvitationRoutes = InvitationDeps & {
  frame: PageFrame;
  originOf: OriginOf;
  isLimited: boolean;
};

/** The page behind a personal link that carries a price. A GET changes nothing, because mail scanners open links. */
export async function invitationRoutes(
  app: FastifyInstance,
  { frame, originOf, isLimited, ...deps }: InvitationRoutes,
): Promise<void> {
  const { context, content } = deps;
  const said = content.labels.invitation;
  readForms(app);
  if (isLimited) limitLinks(app);

  app.get<Link>('/invitation/:token', { config: { limit: 'read' } }, async ({ params }, reply) => {
    const invitation = await invitationOf(params);
    return invitation ? show(reply, invitation) : sendWords(reply, said.notFound, 404);
  });

  app.post<Link>('/invitation/:token', { config: { limit: 'write' } }, async (request, reply) => {
    const invitation = await invitationOf(request.params);
    if (!invitation) return sendWords(reply, said.notFound, 404);
    const price = invitedPrice(deps, invitation);
    if (!price || stateNow(invitation) !== 'open') return show(reply, invitation, {}, 409);
    const typed = formEntries(request.body);
    const { entries, mistakes } = readFields(content, ASKED, typed);
    const { name, phone, institute, country } = entries;
    if (!name || !phone || !institute || !country) {
      return show(reply, invitation, { typed, mistakes, trouble: said.check }, 400);
    }
    // The browser's total is only compared: the price is ours.
    if (typed['total'] !== String(price.totalCents)) {
      return show(reply, invitation, { typed, trouble: said.changed }, 409);
    }
    try {
      const details = { name, phone, institute, country };
      const where = { price, origin: knownOrigin(originOf(request)) };
      const path = await acceptInvitation(deps, invitation, details, where);
      if (path !== undefined) return keptPrivate(reply).redirect(path, 303);
      const now = await invitationOf(request.params);
      return show(reply, now ?? invitation, {}, 409);
    } catch (problem) {
      const { message: trouble, status } = explained(request, reply, problem, content);
      return show(reply, invitation, { typed, trouble }, status);
    }
  });

  async function invitationOf({ token }: { token: string }): Promise<Invitation | undefined> {
    return TOKEN.test(token) ? findInvitation(context.db, token) : undefined;
  }

  function stateNow(invitation: Invitation) {
    return stateOfInvitation(invitation, timestamp(context.clock()));
  }

  /** A used link does not lead to the registration: whoever has its address could act for the person. */
  function show(
    reply: FastifyReply,
    invitation: Invitation,
    filled: Filled = {},
    status = 200,
  ): FastifyReply {
    const state = stateNow(invitation);
    if (state === 'used') return send(reply, wordsPage(html`${said.used}`), status);
    const price = invitedPrice(deps, invitation);
    if (state !== 'open' || !price) return sendWords(reply, said.over, status);
    const until = endAt(invitation.lapsesAt, content.conference.dates);
    const isTest = context.mode !== 'live';
    const offer = { invitation, price, until };
    const path = pathOfInvitation(invitation);
    return send(reply, invitationPage(content, path, offer, filled, isTest), status);
  }

  function sendWords(reply: FastifyReply, words: string, status: number): FastifyReply {
    const mailto = mailtoLink(content.conference.secretary);
    return send(reply, wordsPage(html`${words} ${mailto}.`), status);
  }

  function wordsPage(words: Markup): Markup {
    return html`<article class="receipt">
      <h1>${said.title}</h1>
      <p class="receipt-words">${words}</p>
    </article>`;
  }

  function send(reply: FastifyReply, main: Markup, status: number): FastifyReply {
    return sendPrivatePage(reply, frame, { title: said.title, main, status, formEndsAt: [] });
  }
}
