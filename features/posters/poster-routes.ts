import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AuthorDeps } from '#features/author-page/author-deps.ts';
import { findOwnAbstract, type OwnAbstract } from '#features/author-page/own-abstract.ts';
import { inspectAbstractFile } from '#server/abstract/abstract-file.ts';
import { FILE_FIELD } from '#server/abstract/abstract-form.ts';
import { refuseWithoutRoom, reserveUpload } from '#server/abstract/abstract-limits.ts';
import { cleanFileName } from '#server/abstract/file-name.ts';
import { refuseByHeaders, withUpload } from '#server/abstract/receive-upload.ts';
import { usualPace } from '#server/abstract/upload-pace.ts';
import { AppError } from '#server/errors.ts';
import { explained } from '#server/http/errors.ts';
import { readForms } from '#server/http/form-body.ts';
import { type LinkPage, linkPages } from '#server/http/link-pages.ts';
import { mailtoLink } from '#server/http/page-parts.ts';
import { keptPrivate } from '#server/http/private-page.ts';
import { limitLinks } from '#server/http/rate-limit.ts';
import { timestamp } from '#server/identity.ts';
import { html } from '#server/markup.ts';
import { type Sent, sendPoster, sendVideo, takePosterAway } from './change-poster.ts';
import { readOwnPoster } from './own-poster.ts';
import { type PosterNotice, posterPage, posterPath, type RefusedPoster } from './poster-page.ts';
import { canSendPoster, posterOpening } from './poster-times.ts';
import { picturesByAbstract } from './posters.ts';
import { readLicence, readVideo } from './read-poster.ts';

const NOTICES: readonly PosterNotice[] = ['poster', 'video', 'removed'];

/** The page on which authors send their poster and a link to a video, and take them away. */
export async function posterRoutes(
  app: FastifyInstance,
  { isLimited, ...deps }: AuthorDeps & { isLimited: boolean },
): Promise<void> {
  const { db, content, frame, store, pace = usualPace } = deps;
  const { yourAbstract: said } = content;
  if (!posterOpening(content)) return;
  readForms(app);
  await app.register(multipart, { throwFileSizeLimit: false });
  if (isLimited) limitLinks(app);
  const { get, post } = linkPages<OwnAbstract>(app, {
    frame,
    words: content,
    title: said.posters.heading,
    find: (token) => findOwnAbstract(db, token),
    notFound: () => ({
      main: html`<article class="receipt">
        <h1>${said.title}</h1>
        <p class="receipt-words">${said.notFound} ${mailtoLink(content.conference.secretary)}.</p>
      </article>`,
      formEndsAt: false,
    }),
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
        return await afterSending(deps, own, received.sent, refused);
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

async function receive(deps: AuthorDeps, own: OwnAbstract, request: FastifyRequest) {
  const { quotas, content, pace = usualPace } = deps;
  const { mistakes } = content.yourAbstract.posters;
  refuseByHeaders(request);
  await refuseWithoutRoom(quotas);
  return withUpload(request, { ...deps, pace }, async ({ file, fields }) => {
    if (!file || file.name === '') throw refusal(mistakes.file);
    const fileName = cleanFileName(file.name);
    const { upload } = file;
    const found = /\.pdf$/i.test(fileName)
      ? await inspectAbstractFile(fileName, upload.path, upload.bytes)
      : 'type';
    if (typeof found === 'string') throw refusal(mistakes.notPdf);
    const read = readLicence(fields, content.conference.abstracts.posters?.licences ?? []);
    if ('mistakes' in read) return { typed: fields, mistakes: read.mistakes };
    using _reservation = await reserveUpload(quotas, upload.bytes);
    const accepted = { fileName, upload, activeContent: found.activeContent };
    return { sent: await sendPoster(deps, own, read.licence, accepted) };
  });
}

function refusal(words: string): AppError {
  return new AppError('bad-request', () => words, { fields: [FILE_FIELD] });
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
