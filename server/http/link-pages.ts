import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { withColon } from '#contract/content/languages.ts';
import type { Words } from '#server/errors.ts';
import type { Markup } from '#server/markup.ts';
import { explained } from './errors.ts';
import { formEntries } from './form-body.ts';
import type { PageFrame } from './page-frame.ts';
import { keptPrivate, sendPrivateFile, sendPrivatePage, TOKEN } from './private-page.ts';
import type { Limit } from './rate-limit.ts';

/** A page behind a link. */
export type LinkPage = {
  main: Markup;
  /** The title of all pages behind these links if absent. */
  title?: string;
  status?: number;
  /** In place of a form that is closed now: whoever sends the form is refused. */
  isClosed?: boolean;
  /** The other origins to which a form may lead; `false` for a page that has no form. */
  formEndsAt?: readonly string[] | false;
  /** A script that the page can do without. */
  script?: string;
};
type Elsewhere = { location: string };
/** A page, the address of another page, a file to save or what sends it; undefined if the link opens nothing here. */
export type LinkAnswer =
  | LinkPage
  | Elsewhere
  | Parameters<typeof sendPrivateFile>[1]
  | ((reply: FastifyReply) => Promise<FastifyReply>)
  | undefined;

type Link = {
  Params: { token: string } & Readonly<Record<string, string>>;
  Querystring: Readonly<Record<string, unknown>>;
  Body: unknown;
};
export type LinkRequest = FastifyRequest<Link>;
type Typed = Readonly<Record<string, string>>;
type Soon<Value> = Value | Promise<Value>;

type LinkPages<Owner> = {
  frame: PageFrame;
  words: Words;
  title: string;
  /** Finds the owner of a link; undefined if the token opens nothing. */
  find: (token: string) => Promise<Owner | undefined>;
  notFound: (request: LinkRequest) => Soon<LinkPage | Elsewhere>;
  /** The limits of pages and of forms. */
  limits?: { GET: Limit; POST: Limit };
};

type Answer<Owner> = (
  owner: Owner,
  typed: Typed,
  request: LinkRequest,
  reply: FastifyReply,
) => Soon<LinkAnswer>;

type Options<Owner> = {
  limit?: Limit;
  handlerTimeout?: number;
  /** The form as typed, below the sentence of a refusal; without it a refusal is a page of its own. */
  refused?: (owner: Owner, trouble: string, typed: Typed) => Soon<LinkPage | Elsewhere>;
};

/**
 * The pages behind the links of one kind. Anyone who has a link can act for its owner, so logs, caches, other sites and
 * search engines must not learn it. A GET changes nothing, because mail scanners open links.
 */
export function linkPages<Owner>(
  app: FastifyInstance,
  pages: LinkPages<Owner>,
): { get: Adding<Owner>; post: Adding<Owner> } {
  const { limits = { GET: 'receipt', POST: 'write' } } = pages;

  function adding(method: 'GET' | 'POST'): Adding<Owner> {
    return (url, answer, { limit = limits[method], refused, ...options } = {}) => {
      app.route<Link>({
        method,
        url,
        config: { limit },
        ...options,
        async handler(request, reply) {
          const { token } = request.params;
          const owner = TOKEN.test(token) ? await pages.find(token) : undefined;
          const answered = owner && (await answerTo(owner, request, reply));
          const unknown = answered ?? { status: 404, ...(await pages.notFound(request)) };
          return sendAnswer(request, reply, pages, unknown);
        },
      });

      async function answerTo(owner: Owner, request: LinkRequest, reply: FastifyReply) {
        const typed = formEntries(request.body);
        try {
          return await answer(owner, typed, request, reply);
        } catch (problem) {
          if (!refused) throw problem;
          const { message, status } = explained(request, reply, problem, pages.words);
          return { ...(await refused(owner, message, typed)), status };
        }
      }
    };
  }

  return { get: adding('GET'), post: adding('POST') };
}

type Adding<Owner> = (url: string, answer: Answer<Owner>, options?: Options<Owner>) => void;

function sendAnswer(
  { method }: LinkRequest,
  reply: FastifyReply,
  { frame, words, title }: { frame: PageFrame; words: Words; title: string },
  answer: NonNullable<LinkAnswer>,
): Soon<FastifyReply> {
  if (typeof answer === 'function') return answer(reply);
  if ('location' in answer) return keptPrivate(reply).redirect(answer.location, 303);
  if ('content' in answer) return sendPrivateFile(reply, answer);
  const { formEndsAt = [], isClosed, status = isClosed && method === 'POST' ? 409 : 200 } = answer;
  const own = answer.title ?? title;
  return sendPrivatePage(reply, frame, {
    ...answer,
    // Screen readers begin with the title, and without scripts nothing else tells them of a mistake.
    title:
      method === 'POST' && status >= 400
        ? withColon(words.labels.refusals.notDone, own, words.language)
        : own,
    status,
    formEndsAt: formEndsAt || undefined,
  });
}
