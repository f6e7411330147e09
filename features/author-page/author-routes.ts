import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { stateOf } from '#contract/content/opening.ts';
import { explained } from '#server/http/errors.ts';
import { formEntries, readForms } from '#server/http/form-body.ts';
import { knownOrigin } from '#server/http/origin.ts';
import { mailtoLink } from '#server/http/page-parts.ts';
import { keptPrivate, sendPrivatePage } from '#server/http/private-page.ts';
import { limitLinks } from '#server/http/rate-limit.ts';
import { sentence } from '#server/http/sentence.ts';
import { timestamp } from '#server/identity.ts';
import { html, type Markup } from '#server/markup.ts';
import { endText } from '#server/orders/rows/order-facts.ts';
import type { AuthorAct } from '#server/abstract/author-activity.ts';
import { type AuthorTimes, timesOf } from './author-times.ts';
import type { AuthorDeps } from './author-deps.ts';
import {
  type ActAnswer,
  type ActRequest,
  actPage,
  acts,
  closedPart,
  type Done,
} from './author-act-pages.ts';
import { actPages, authorPage, type ActPageName, headingOf } from './author-page.ts';
import { isDownloadable, sendOwnFile } from './download-file.ts';
import { abstractPath, findOwnAbstract, type OwnAbstract } from '#server/abstract/own-abstract.ts';
import { findReaddressed } from './save-details.ts';
import type { KeptAbstract } from '#server/abstract/abstracts.ts';
import { usualPace } from '#server/abstract/upload-pace.ts';
import { confirmPresentation, setWithdrawal } from './withdraw-abstract.ts';

type Link = { Params: { token: string }; Querystring: { done?: unknown } };

/** The form of sixty authors, with every letter as three percent-encoded bytes. */
const LONGEST_FORM = 512 * 1024;

/**
 * The page of an abstract and its acts, behind the link in the mails. Anyone who has the link can act for the author, so
 * logs, caches, other sites and search engines must not learn it. A GET changes nothing, because mail scanners open links.
 */
export async function authorRoutes(
  app: FastifyInstance,
  { isLimited, ...deps }: AuthorDeps & { isLimited: boolean },
): Promise<void> {
  const { db, clock, content, frame } = deps;
  const { yourAbstract: said, conference } = content;
  readForms(app, LONGEST_FORM);
  await app.register(multipart, { throwFileSizeLimit: false });
  if (isLimited) limitLinks(app);

  app.get<Link>('/abstract/:token', { config: { limit: 'receipt' } }, async (request, reply) => {
    const own = await findOwnAbstract(db, request.params.token);
    if (!own) return sendNotFound(reply);
    const { done } = request.query;
    return sendPage(
      reply,
      own,
      typeof done === 'string' && isDone(done) ? said.done[done] : undefined,
    );
  });

  app.get<Link>(
    '/abstract/:token/download',
    { config: { limit: 'receipt' } },
    async (request, reply) => {
      const own = await findOwnAbstract(db, request.params.token);
      return own && isDownloadable(deps, own.abstract)
        ? sendOwnFile(reply, deps, own.abstract)
        : sendNotFound(reply);
    },
  );

  for (const act of actPages) {
    const url = `/abstract/:token/${act}`;
    app.get<Link>(url, { config: { limit: 'receipt' } }, (request, reply) =>
      respond(act, request, reply, async (own, times) => ({
        main: acts[act].show(deps, own, times),
      })),
    );
    app.post<Link>(url, optionsOf(act), (request, reply) =>
      respond(act, request, reply, (own, times) =>
        acts[act].answer(deps, own, times, { request, reply }),
      ),
    );
  }

  const buttons = {
    present: {
      act: 'confirm',
      done: 'confirmed',
      press: async (own) => confirmPresentation(deps, own),
    },
    restore: {
      act: 'restore',
      done: 'restored',
      press: async (own, origin) => setWithdrawal(deps, own, { isWithdrawn: false, origin }),
    },
  } as const satisfies Record<string, Button>;
  for (const [path, button] of Object.entries<Button>(buttons)) {
    app.post<Link>(
      `/abstract/:token/${path}`,
      { config: { limit: 'write' } },
      async (request, reply) => {
        const own = await findOwnAbstract(db, request.params.token);
        if (!own) return sendNotFound(reply);
        // After a second click, or in another window, the page says how it is.
        if (!isOpen(button.act, own)) return returnToPage(reply, own);
        try {
          await button.press(own, knownOrigin(deps.originOf(request)));
          return returnToPage(reply, own, button.done);
        } catch (error) {
          const { message, status } = explained(request, reply, error, content);
          return sendPage(reply, own, message, status);
        }
      },
    );
  }

  function optionsOf(act: ActPageName) {
    if (act !== 'file') return { config: { limit: 'write' } } as const;
    const { longestMs } = deps.pace ?? usualPace;
    return {
      config: { limit: 'upload' },
      handlerTimeout: longestMs,
    } as const;
  }

  async function respond(
    act: ActPageName,
    request: ActRequest,
    reply: FastifyReply,
    work: (own: OwnAbstract, times: AuthorTimes) => Promise<ActAnswer>,
  ): Promise<FastifyReply> {
    const { params, method } = request;
    const own = await findOwnAbstract(db, params.token);
    if (!own) return backAfterSecondClick(reply, request);
    // As after a second click on one of the buttons below.
    if (act === 'withdraw' && own.abstract.withdrawnAt !== undefined)
      return returnToPage(reply, own);
    const { times } = timesNow(own);
    const title = headingOf(content, act, times);
    const closed = closedWords(act, own);
    const answered: ActAnswer = closed
      ? {
          main: closedPart(closed),
          status: method === 'GET' ? 200 : 409,
        }
      : await work(own, times);
    if ('done' in answered) {
      const { done, token = params.token } = answered;
      return returnToPage(reply, { abstract: { token } }, done);
    }
    const { status = 200, ...parts } = answered;
    return send(reply, title, actPage(content, own, { title, ...parts }), status);
  }

  /** The first press of a form may have changed the link: then its second press leads to the page, too. */
  async function backAfterSecondClick(
    reply: FastifyReply,
    { params, method, body }: ActRequest,
  ): Promise<FastifyReply> {
    const entries = formEntries(body);
    const abstract =
      method === 'POST' ? await findReaddressed(db, params.token, entries, clock()) : undefined;
    return abstract ? returnToPage(reply, { abstract }, 'addressChanged') : sendNotFound(reply);
  }

  /** The sentence about an act that is not open; undefined while it is. */
  function closedWords(act: AuthorAct, own: OwnAbstract): Markup | undefined {
    const { now, times } = timesNow(own);
    const opening = times[act];
    const state = opening && stateOf(opening, now);
    if (state === 'open') return undefined;
    const { from, until } = opening ?? {};
    const words =
      state === 'over' && until
        ? sentence(said.closed, { until: endText(until) })
        : state === 'before' && from
          ? sentence(said.opens, { from: endText(from) })
          : html`${said.closedNow}`;
    return html`${words} ${mailtoLink(conference.secretary)}.`;
  }

  function isOpen(act: AuthorAct, own: OwnAbstract): boolean {
    return closedWords(act, own) === undefined;
  }

  function timesNow(own: OwnAbstract): { now: string; times: AuthorTimes } {
    const now = timestamp(clock());
    return { now, times: timesOf(content, own, now) };
  }

  function returnToPage(
    reply: FastifyReply,
    { abstract }: { abstract: Pick<KeptAbstract, 'token'> },
    done?: Done,
  ): FastifyReply {
    const notice = done ? `?done=${done}` : '';
    return keptPrivate(reply).redirect(abstractPath(abstract) + notice, 303);
  }

  function sendPage(reply: FastifyReply, own: OwnAbstract, notice?: string, status?: number) {
    const canDownload = isDownloadable(deps, own.abstract);
    const main = authorPage(content, own, { ...timesNow(own), notice, canDownload });
    return send(reply, said.title, main, status);
  }

  function sendNotFound(reply: FastifyReply): FastifyReply {
    const main = html`<article class="receipt">
      <h1>${said.title}</h1>
      <p class="receipt-words">${said.notFound} ${mailtoLink(conference.secretary)}.</p>
    </article>`;
    return sendPrivatePage(reply, frame, { title: said.title, main, status: 404 });
  }

  function send(reply: FastifyReply, title: string, main: Markup, status = 200): FastifyReply {
    return sendPrivatePage(reply, frame, { title, main, status, formEndsAt: [] });
  }

  function isDone(name: string): name is Done {
    return Object.hasOwn(said.done, name);
  }
}

type Button = {
  act: AuthorAct;
  done: Done;
  press: (own: OwnAbstract, origin: string) => Promise<void>;
};
