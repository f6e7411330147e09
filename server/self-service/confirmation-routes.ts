import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import { timestamp } from '#server/identity.ts';
import { mailtoLink } from '#server/http/page-parts.ts';
import { keptPrivate, sendPrivatePage, TOKEN } from '#server/http/private-page.ts';
import { html, type Markup } from '#server/markup.ts';
import { ActionImpossible } from '#server/operations/plan.ts';
import { confirmationPath } from '#server/orders/rows/address-confirmations.ts';
import { planCorrection } from '#server/orders/change/correct-person.ts';
import { isGroup } from '#server/orders/rows/orders.ts';
import { number } from './act-form.ts';
import { refusalWords } from './act-routes.ts';
import { closedWords } from './open-acts.ts';
import { confirmationPage, confirmationWords, wordsFor } from './confirmation-page.ts';
import { declineOffer } from '#features/waiting-list/decline-offer.ts';
import { type Confirming, findConfirming } from './find-confirming.ts';
import { organisingFor } from './organising-for.ts';
import { type SelfServiceRoutes, sendOwnPage } from './own-pages.ts';
import { memberIdOf } from './subject.ts';

const VersionForm = z.object({ version: number });

type Link = { token: string };
type Kind = Confirming['confirmation']['kind'];

/**
 * The page behind the link in the mail to a new address or to a colleague. A GET changes nothing, because mail scanners
 * open links. The page never shows a link to the registration: that goes to the confirmed address by mail.
 */
export function confirmationRoutes(app: FastifyInstance, deps: SelfServiceRoutes): void {
  const { context, content, frame } = deps;
  const { yourRegistration: said } = content;
  const address = '/registration/confirm/:token';

  app.get<{ Params: Link; Querystring: { changed?: unknown } }>(
    address,
    { config: { limit: 'receipt' } },
    async ({ params, query }, reply) => {
      const found = await findFor(params);
      if (!found) return over(reply);
      const { confirmation, subject } = found;
      if (!subject) return done(reply, confirmation);
      const closed = closedFor(confirmation.kind);
      if (closed) return refused(reply, confirmation.kind, closed);
      const trouble = query.changed === undefined ? undefined : said.confirmation.changed;
      const main = confirmationPage(content, { confirmation, subject }, trouble);
      return send(reply, confirmation.kind, main);
    },
  );

  app.post<{ Params: Link }>(address, { config: { limit: 'write' } }, async (request, reply) => {
    const found = await findFor(request.params);
    if (!found) return over(reply);
    const { confirmation, subject } = found;
    const again = confirmationPath(confirmation);
    if (!subject) return keptPrivate(reply).redirect(again, 303);
    const closed = closedFor(confirmation.kind);
    if (closed) return refused(reply, confirmation.kind, closed);
    try {
      const { perform } = await planCorrection(organisingFor(deps, request), {
        ...confirmation.entries,
        reference: subject.order.reference,
        participantId: memberIdOf(subject),
        version: VersionForm.safeParse(request.body).data?.version ?? Number.NaN,
        confirmation,
        // Nobody knows whether the payer or the person made an earlier request.
        isByPayer: confirmation.isByPayer ?? isGroup(subject.order),
      });
      await perform();
      return keptPrivate(reply).redirect(again, 303);
    } catch (error) {
      if (!(error instanceof ActionImpossible)) throw error;
      // After a second click the page says that it is done.
      if (error.reason === 'changed') return keptPrivate(reply).redirect(`${again}?changed`, 303);
      return refused(reply, confirmation.kind, html`${refusalWords(content, error)}`);
    }
  });

  app.post<{ Params: Link }>(
    `${address}/decline`,
    { config: { limit: 'write' } },
    async (request, reply) => {
      const found = await findFor(request.params);
      if (found?.confirmation.kind !== 'hand-over') return over(reply);
      if (found.subject) await declineOffer(organisingFor(deps, request), found);
      // The offer may have been withdrawn or accepted at the same moment: the page says which.
      return keptPrivate(reply).redirect(confirmationPath(found.confirmation), 303);
    },
  );

  async function findFor({ token }: Link) {
    return TOKEN.test(token) ? findConfirming(context.db, token, context.clock()) : undefined;
  }

  function closedFor(kind: Kind): Markup | undefined {
    const act = kind === 'address' ? 'correct' : 'handOver';
    return closedWords(content, act, timestamp(context.clock()));
  }

  function done(reply: FastifyReply, { kind, state }: Confirming['confirmation']): FastifyReply {
    const { title, done: words } = wordsFor(content, kind);
    const { declined } = said.confirmation.handOver;
    const main = confirmationWords(title, html`${state === 'declined' ? declined : words}`);
    return send(reply, kind, main);
  }

  function refused(reply: FastifyReply, kind: Kind, words: Markup): FastifyReply {
    return send(reply, kind, confirmationWords(wordsFor(content, kind).title, words), 409);
  }

  function over(reply: FastifyReply): FastifyReply {
    const words = html`${said.confirmation.over} ${mailtoLink(content.conference.secretary)}.`;
    const main = confirmationWords(said.title, words);
    return sendPrivatePage(reply, frame, { title: said.title, main, status: 404 });
  }

  function send(reply: FastifyReply, kind: Kind, main: Markup, status = 200): FastifyReply {
    const { title } = wordsFor(content, kind);
    return sendOwnPage(reply, deps, { title, main, status });
  }
}
