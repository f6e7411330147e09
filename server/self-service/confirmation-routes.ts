import type { Content } from '#contract/content.ts';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { timestamp } from '#server/identity.ts';
import { type LinkPage, linkPages } from '#server/http/link-pages.ts';
import { writeTo } from '#server/http/page-parts.ts';
import { html, type Markup } from '#server/markup.ts';
import { ActionImpossible } from '#server/operations/plan.ts';
import { confirmationPath } from '#server/orders/rows/address-confirmations.ts';
import { planCorrection } from '#server/orders/change/correct-person.ts';
import { isGroup } from '#server/orders/rows/orders.ts';
import { number } from './act-form.ts';
import { refusalWords } from './act-routes.ts';
import { closedWords } from './open-acts.ts';
import { confirmationPage, confirmationWords, wordsFor } from './confirmation-page.ts';
import { declineOffer } from './decline-offer.ts';
import { type Confirming, findConfirming } from './find-confirming.ts';
import { organisingFor } from './organising-for.ts';
import type { SelfServiceRoutes } from './own-pages.ts';
import { memberIdOf } from './subject.ts';

const VersionForm = z.object({ version: number });

type Kind = Confirming['confirmation']['kind'];

/**
 * The page behind the link in the mail to a new address or to a colleague. The page never shows a link to the
 * registration: that goes to the confirmed address by mail.
 */
export function confirmationRoutes(app: FastifyInstance, deps: SelfServiceRoutes): void {
  const { context, content, frame } = deps;
  const { yourRegistration: said } = content;
  const address = '/registration/confirm/:token';
  const { get, post } = linkPages(app, {
    frame,
    words: content,
    title: said.title,
    find: (token) => findConfirming(context.db, token, context.clock()),
    notFound: () => over(content),
  });

  get(address, ({ confirmation, subject }, _, { query }) => {
    const { kind } = confirmation;
    if (!subject) return done(content, confirmation);
    const closed = closedFor(deps, kind);
    if (closed) return refused(content, kind, closed);
    const trouble = query['changed'] === undefined ? undefined : said.confirmation.changed;
    const main = confirmationPage(content, { confirmation, subject }, trouble);
    return { title: wordsFor(content, kind).title, main };
  });

  post(address, async ({ confirmation, subject }, _, request) => {
    const again = confirmationPath(confirmation);
    if (!subject) return { location: again };
    const closed = closedFor(deps, confirmation.kind);
    if (closed) return refused(content, confirmation.kind, closed);
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
      return { location: again };
    } catch (error) {
      if (!(error instanceof ActionImpossible)) throw error;
      // After a second click the page says that it is done.
      if (error.reason === 'changed') return { location: `${again}?changed` };
      return refused(content, confirmation.kind, html`${refusalWords(content, error)}`);
    }
  });

  post(`${address}/decline`, async (found, _, request) => {
    if (found.confirmation.kind !== 'hand-over') return undefined;
    if (found.subject) await declineOffer(organisingFor(deps, request), found);
    // The offer may have been withdrawn or accepted at the same moment: the page says which.
    return { location: confirmationPath(found.confirmation) };
  });
}

function closedFor({ content, context }: SelfServiceRoutes, kind: Kind): Markup | undefined {
  const act = kind === 'address' ? 'correct' : 'handOver';
  return closedWords(content, act, timestamp(context.clock()));
}

function done(content: Content, { kind, state }: Confirming['confirmation']): LinkPage {
  const { title, done: words } = wordsFor(content, kind);
  const { declined } = content.yourRegistration.confirmation.handOver;
  const main = confirmationWords(title, html`${state === 'declined' ? declined : words}`);
  return { title, main };
}

function refused(content: Content, kind: Kind, words: Markup): LinkPage {
  const { title } = wordsFor(content, kind);
  return { title, main: confirmationWords(title, words), status: 409 };
}

function over(content: Content): LinkPage {
  const { yourRegistration: said } = content;
  const words = writeTo(said.confirmation.over, content.conference);
  return { main: confirmationWords(said.title, words), formEndsAt: false };
}
