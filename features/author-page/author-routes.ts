import { abstractContact } from '#contract/content/abstract-contact.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Content } from '#contract/content.ts';
import { stateOf } from '#contract/content/opening.ts';
import { formEntries } from '#server/http/form-body.ts';
import { type LinkAnswer, type LinkPage, type LinkRequest } from '#server/http/link-pages.ts';
import { knownOrigin } from '#server/http/origin.ts';
import { writeTo } from '#server/http/page-parts.ts';
import { sentence } from '#server/http/sentence.ts';
import { timestamp } from '#server/identity.ts';
import { html, type Markup } from '#server/markup.ts';
import { endText } from '#server/orders/rows/order-facts.ts';
import type { AuthorAct } from '#server/abstract/author-activity.ts';
import { type AuthorTimes, timesOf } from './author-times.ts';
import type { AuthorDeps } from './author-deps.ts';
import { type ActAnswer, actPage, acts, closedPart, type Done } from './author-act-pages.ts';
import { actPages, authorPage, type ActPageName, headingOf } from './author-page.ts';
import { abstractPath, type KeptAbstract } from '#server/abstract/abstracts.ts';
import { type OwnAbstract } from './own-abstract.ts';
import { findReaddressed } from './save-details.ts';
import { usualPace } from '#server/abstract/upload-pace.ts';
import { confirmPresentation, setWithdrawal } from './withdraw-abstract.ts';
import { AppError } from '#server/errors.ts';
import { features } from '#server/features.ts';
import { keptPrivate } from '#server/http/private-page.ts';
import { noAbstract, pagesOfOwnAbstract } from './pages-of-own-abstract.ts';

/** The form of sixty authors, with every letter as three percent-encoded bytes. */
const LONGEST_FORM = 512 * 1024;

/** The page of an abstract and its acts, behind the link in the mails. */
export async function authorRoutes(
  app: FastifyInstance,
  deps: AuthorDeps & { isLimited: boolean },
): Promise<void> {
  const { content, pace = usualPace } = deps;
  const { yourAbstract: said } = content;
  const { get, post } = await pagesOfOwnAbstract(app, deps, {
    title: said.title,
    longestForm: LONGEST_FORM,
    takesFiles: true,
    notFound: (request) => notFound(deps, request),
  });

  get('/abstract/:token', (own, _, { query: { done } }) =>
    page(deps, own, typeof done === 'string' && isDone(said, done) ? said.done[done] : undefined),
  );

  get('/abstract/:token/download', ({ abstract }) =>
    isDownloadable(deps, abstract) ? (reply) => sendOwnFile(reply, deps, abstract) : undefined,
  );

  for (const act of actPages) {
    const url = `/abstract/:token/${act}`;
    get(url, (own) =>
      respond(deps, act, own, async (times) => ({ main: acts[act].show(deps, own, times) })),
    );
    post(
      url,
      (own, _, request, reply) =>
        respond(deps, act, own, (times) => acts[act].answer(deps, own, times, { request, reply })),
      act === 'file' ? { limit: 'upload', handlerTimeout: pace.longestMs } : {},
    );
  }

  for (const [path, { act, done, press }] of Object.entries(buttons)) {
    post(
      `/abstract/:token/${path}`,
      async (own, _, request) => {
        // After a second click, or in another window, the page says how it is.
        if (closedWords(deps, act, own)) return backTo(own.abstract);
        await press(deps, own, knownOrigin(deps.originOf(request)));
        return backTo(own.abstract, done);
      },
      { refused: (own, trouble) => page(deps, own, trouble) },
    );
  }
}

async function respond(
  deps: AuthorDeps,
  act: ActPageName,
  own: OwnAbstract,
  work: (times: AuthorTimes) => Promise<ActAnswer>,
): Promise<LinkAnswer> {
  // As after a second click on one of the buttons above.
  if (act === 'withdraw' && own.abstract.withdrawnAt !== undefined) return backTo(own.abstract);
  const { times } = timesNow(deps, own);
  const title = headingOf(deps.content, act, times);
  const closed = closedWords(deps, act, own);
  const answered: ActAnswer & { isClosed?: boolean } = closed
    ? { main: closedPart(closed), isClosed: true }
    : await work(times);
  if ('done' in answered) {
    const { done, token = own.abstract.token } = answered;
    return backTo({ token }, done);
  }
  const { main, trouble, ...how } = answered;
  return { title, main: actPage(deps.content, own, { title, trouble, main }), ...how };
}

/** The first press of a form may have changed the link: then its second press leads to the page, too. */
async function notFound({ db, clock, content }: AuthorDeps, { params, method, body }: LinkRequest) {
  const entries = formEntries(body);
  const abstract =
    method === 'POST' ? await findReaddressed(db, params.token, entries, clock()) : undefined;
  if (abstract) return backTo(abstract, 'addressChanged');
  return noAbstract(content);
}

/** The sentence about an act that is not open; undefined while it is. */
function closedWords(deps: AuthorDeps, act: AuthorAct, own: OwnAbstract): Markup | undefined {
  const { yourAbstract: said, conference } = deps.content;
  const { now, times } = timesNow(deps, own);
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
  return writeTo(words, conference, abstractContact(conference));
}

function timesNow(
  { clock, content }: AuthorDeps,
  own: OwnAbstract,
): { now: string; times: AuthorTimes } {
  const now = timestamp(clock());
  return { now, times: timesOf(content, own, now) };
}

function backTo(abstract: Pick<KeptAbstract, 'token'>, done?: Done) {
  return { location: abstractPath(abstract) + (done ? `?done=${done}` : '') };
}

async function page(deps: AuthorDeps, own: OwnAbstract, notice?: string): Promise<LinkPage> {
  const canDownload = isDownloadable(deps, own.abstract);
  const times = timesNow(deps, own);
  const more: Markup[] = [];
  for (const { sections } of features()) {
    const part = await sections?.ownAbstract?.(deps, own, times.now);
    if (part) more.push(part);
  }
  return { main: authorPage(deps.content, own, { ...times, notice, canDownload, more }) };
}

declare module '#server/features.ts' {
  interface FeatureSections {
    /** A part of the page of an abstract, for its author. */
    ownAbstract?: (deps: AuthorDeps, own: OwnAbstract, now: string) => Promise<Markup | undefined>;
  }
}

function isDone(said: Content['yourAbstract'], name: string): name is Done {
  return Object.hasOwn(said.done, name);
}

type Button = {
  act: AuthorAct;
  done: Done;
  press: (deps: AuthorDeps, own: OwnAbstract, origin: string) => Promise<void>;
};

const buttons: Record<string, Button> = {
  present: { act: 'confirm', done: 'confirmed', press: confirmPresentation },
  restore: {
    act: 'restore',
    done: 'restored',
    press: (deps, own, origin) => setWithdrawal(deps, own, { isWithdrawn: false, origin }),
  },
};

/**
 * Whether the author can download the newest file. The site passes on no file that is infected, waits for its scan or
 * could not be scanned, because the link may be in other hands than the file's author's.
 */
function isDownloadable(
  { store, hasScanner }: Pick<AuthorDeps, 'store' | 'hasScanner'>,
  { scan, fileStore }: Pick<KeptAbstract, 'scan' | 'fileStore'>,
): boolean {
  return fileStore === store.id && (scan === 'CLEAN' || (scan === 'NOT_SCANNED' && !hasScanner));
}

/** Sends the newest file to save. No browser shows it as a page of this site. */
async function sendOwnFile(
  reply: FastifyReply,
  { store }: Pick<AuthorDeps, 'store'>,
  { fileKey, fileName, bytes }: Pick<KeptAbstract, 'fileKey' | 'fileName' | 'bytes'>,
): Promise<FastifyReply> {
  const content = await store.read(fileKey).catch((cause: unknown) => {
    throw new AppError('store-unavailable', 'filesNotRead', { retryAfter: 60, cause });
  });
  return keptPrivate(reply)
    .type('application/octet-stream')
    .header('content-length', bytes)
    .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'; sandbox")
    .header('x-content-type-options', 'nosniff')
    .header('content-disposition', `attachment; filename*=UTF-8''${encoded(fileName)}`)
    .send(content);
}

/** The characters that RFC 8187 allows, and the others by their bytes. */
function encoded(name: string): string {
  return encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
