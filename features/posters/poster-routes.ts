import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AuthorDeps } from '#features/author-page/author-deps.ts';
import { type OwnAbstract } from '#features/author-page/own-abstract.ts';
import { usualPace } from '#server/abstract/upload-pace.ts';
import { AppError } from '#server/errors.ts';
import { explained } from '#server/http/errors.ts';
import { type LinkPage } from '#server/http/link-pages.ts';
import { keptPrivate } from '#server/http/private-page.ts';
import { timestamp } from '#server/identity.ts';
import { type Sent, sendPoster, sendVideo, takePosterAway } from './change-poster.ts';
import { readOwnPoster } from './own-poster.ts';
import { type PosterNotice, posterPage, posterPath, type RefusedPoster } from './poster-page.ts';
import { canSendPoster, posterOpening } from './poster-times.ts';
import { picturesByAbstract } from './posters.ts';
import { readLicence, readVideo } from './read-poster.ts';
import { pagesOfOwnAbstract } from '#features/author-page/pages-of-own-abstract.ts';
import { receivePdf } from '#server/abstract/receive-pdf.ts';

const NOTICES: readonly PosterNotice[] = ['poster', 'video', 'removed'];

/** The page on which authors send their poster and a link to a video, and take them away. */
export async function posterRoutes(
  app: FastifyInstance,
  deps: AuthorDeps & { isLimited: boolean },
): Promise<void> {
  const { db, content, store, pace = usualPace } = deps;
  const { yourAbstract: said } = content;
  if (!posterOpening(content)) return;
  const { get, post } = await pagesOfOwnAbstract(app, deps, {
    title: said.posters.heading,
    takesFiles: true,
  });
  const url = '/abstract/:token/poster';

  get(url, (own, _, { query: { done } }) =>
    show(deps, own, { notice: NOTICES.find((each) => each === done) }),
  );

  /** The picture, also before everybody sees it. */
  get(`${url}/preview.webp`, async ({ abstract: { id } }) => {
    const { small } = (await picturesByAbstract(db, id)).get(id) ?? {};
    if (small?.fileStore !== store.id) return undefined;
    const picture = await store.read(small.fileKey).catch((cause: unknown) => {
      throw new AppError('store-unavailable', 'filesNotRead', { retryAfter: 60, cause });
    });
    return async (reply) => keptPrivate(reply).type('image/webp').send(picture);
  });

  post(`${url}/video`, async (own, typed) => {
    if (!isOpen(deps, own)) return show(deps, own, {}, 409);
    const read = readVideo(typed);
    if ('mistakes' in read) {
      return show(deps, own, { refused: { form: 'video', typed, mistakes: read.mistakes } }, 400);
    }
    const sent = await sendVideo(deps, own, read.url);
    return afterSending(deps, own, sent, { form: 'video', typed, mistakes: [] });
  });

  post(
    `${url}/file`,
    async (own, _, request, reply) => {
      if (!isOpen(deps, own)) return show(deps, own, {}, 409);
      const refused: RefusedPoster = { form: 'file', typed: {}, mistakes: [] };
      try {
        const received = await receive(deps, own, request);
        if ('mistakes' in received) {
          return await show(deps, own, { refused: { ...refused, ...received } }, 400);
        }
        return await afterSending(deps, own, received.saved, refused);
      } catch (error) {
        const { message, status } = explained(request, reply, error, content);
        return show(deps, own, { refused: { ...refused, trouble: message } }, status);
      }
    },
    { limit: 'upload', handlerTimeout: pace.longestMs },
  );

  for (const part of ['file', 'video'] as const) {
    post(`${url}/${part}/take-away`, async (own) => {
      await takePosterAway(deps, own, part);
      return back(own, 'removed');
    });
  }
}

function isOpen({ content, clock }: AuthorDeps, own: OwnAbstract): boolean {
  return canSendPoster(content, own, timestamp(clock()));
}

function receive(deps: AuthorDeps, own: OwnAbstract, request: FastifyRequest) {
  const { licences = [] } = deps.content.conference.abstracts.posters ?? {};
  return receivePdf(request, deps, deps.content.yourAbstract.posters.mistakes, {
    read: (typed) => readLicence(typed, licences),
    save: ({ licence }, pdf) => sendPoster(deps, own, licence, pdf),
  });
}

function afterSending(deps: AuthorDeps, own: OwnAbstract, sent: Sent, refused: RefusedPoster) {
  if (sent === 'sent') return back(own, refused.form === 'file' ? 'poster' : 'video');
  const trouble = deps.content.yourAbstract.posters.notNow;
  return show(deps, own, { refused: { ...refused, trouble } }, 409);
}

async function show(
  deps: AuthorDeps,
  own: OwnAbstract,
  about: { notice?: PosterNotice | undefined; refused?: RefusedPoster },
  status = 200,
): Promise<LinkPage> {
  const now = timestamp(deps.clock());
  const shown = await readOwnPoster(deps, own, now);
  const canSend = canSendPoster(deps.content, own, now);
  return { main: posterPage(deps.content, own, { ...shown, canSend, ...about }), status };
}

function back({ abstract }: OwnAbstract, done: PosterNotice) {
  return { location: `${posterPath(abstract)}?done=${done}` };
}
