import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { fillPlaceholders } from '#contract/content/placeholders.ts';
import type { AuthorDeps } from '#features/author-page/author-deps.ts';
import { findOwnAbstract, type OwnAbstract } from '#features/author-page/own-abstract.ts';
import { FILE_FIELD } from '#server/abstract/abstract-form.ts';
import { refuseWithoutRoom, reserveUpload } from '#server/abstract/abstract-limits.ts';
import { inspectAbstractFile } from '#server/abstract/abstract-file.ts';
import { cleanFileName } from '#server/abstract/file-name.ts';
import { refuseByHeaders, withUpload } from '#server/abstract/receive-upload.ts';
import { usualPace } from '#server/abstract/upload-pace.ts';
import { AppError } from '#server/errors.ts';
import { readForms } from '#server/http/form-body.ts';
import { explained } from '#server/http/errors.ts';
import { type LinkPage, linkPages } from '#server/http/link-pages.ts';
import { mailtoLink } from '#server/http/page-parts.ts';
import { limitLinks } from '#server/http/rate-limit.ts';
import { timestamp } from '#server/identity.ts';
import { html } from '#server/markup.ts';
import { addFile, addLink, type Added, takeMaterialAway } from './add-material.ts';
import {
  type MaterialNotice,
  materialPage,
  materialPath,
  type RefusedMaterial,
} from './material-page.ts';
import { canAddMaterial, materialOpening } from './material-times.ts';
import { readMaterial } from './read-material.ts';
import { materialOfAbstract, MOST_MATERIAL } from './talk-material.ts';

/** The page on which authors add slides, recordings and links, and take them away. */
export async function materialRoutes(
  app: FastifyInstance,
  { isLimited, ...deps }: AuthorDeps & { isLimited: boolean },
): Promise<void> {
  const { db, content, frame, pace = usualPace } = deps;
  const { yourAbstract: said } = content;
  readForms(app);
  await app.register(multipart, { throwFileSizeLimit: false });
  if (isLimited) limitLinks(app);
  const { get, post } = linkPages<OwnAbstract>(app, {
    frame,
    words: content,
    title: said.material.heading,
    find: async (token) => (materialOpening(content) ? findOwnAbstract(db, token) : undefined),
    notFound: () => ({
      main: html`<article class="receipt">
        <h1>${said.title}</h1>
        <p class="receipt-words">${said.notFound} ${mailtoLink(content.conference.secretary)}.</p>
      </article>`,
      formEndsAt: false,
    }),
  });
  const url = '/abstract/:token/material';

  get(url, (own, _, { query: { done } }) =>
    show(deps, own, { notice: done === 'added' || done === 'removed' ? done : undefined }),
  );

  post(`${url}/link`, async (own, typed) => {
    if (!isOpen(deps, own)) return show(deps, own, {}, 409);
    const { material: settings } = content.conference.abstracts;
    const read = readMaterial(typed, settings ?? { licences: [] }, { hasFile: false });
    if ('mistakes' in read) {
      return show(deps, own, { refused: { form: 'link', typed, mistakes: read.mistakes } }, 400);
    }
    const { url: address = '' } = read.material;
    const added = await addLink(deps, own, { ...read.material, url: address });
    return afterAdding(deps, own, added, { form: 'link', typed, mistakes: [] });
  });

  post(
    `${url}/file`,
    async (own, _, request, reply) => {
      if (!isOpen(deps, own)) return show(deps, own, {}, 409);
      const refused: RefusedMaterial = { form: 'file', typed: {}, mistakes: [] };
      try {
        const received = await receive(deps, own, request);
        if ('mistakes' in received) {
          return await show(deps, own, { refused: { ...refused, ...received } }, 400);
        }
        return await afterAdding(deps, own, received.added, refused);
      } catch (error) {
        const { message, status } = explained(request, reply, error, content);
        return show(deps, own, { refused: { ...refused, trouble: message } }, status);
      }
    },
    { limit: 'upload', handlerTimeout: pace.longestMs },
  );

  post(`${url}/:id/take-away`, async (own, _, { params }) => {
    await takeMaterialAway(deps, own, params['id'] ?? '');
    return back(own, 'removed');
  });
}

function isOpen({ content, clock }: AuthorDeps, own: OwnAbstract): boolean {
  return canAddMaterial(content, own, timestamp(clock()));
}

async function receive(deps: AuthorDeps, own: OwnAbstract, request: FastifyRequest) {
  const { quotas, content, pace = usualPace } = deps;
  const { material: settings } = content.conference.abstracts;
  const said = content.yourAbstract.material.mistakes;
  refuseByHeaders(request);
  await refuseWithoutRoom(quotas);
  return withUpload(request, { ...deps, pace }, async ({ file, fields }) => {
    if (!file || file.name === '') throw refusal(said.file);
    const fileName = cleanFileName(file.name);
    const { upload } = file;
    const found = /\.pdf$/i.test(fileName)
      ? await inspectAbstractFile(fileName, upload.path, upload.bytes)
      : 'type';
    if (typeof found === 'string') throw refusal(said.notPdf);
    const read = readMaterial(fields, settings ?? { licences: [] }, { hasFile: true });
    if ('mistakes' in read) return { typed: fields, mistakes: read.mistakes };
    using _reservation = await reserveUpload(quotas, upload.bytes);
    const accepted = { fileName, upload, activeContent: found.activeContent };
    return { added: await addFile(deps, own, read.material, accepted) };
  });
}

function refusal(words: string): AppError {
  return new AppError('bad-request', () => words, { fields: [FILE_FIELD] });
}

function afterAdding(deps: AuthorDeps, own: OwnAbstract, added: Added, refused: RefusedMaterial) {
  if (added === 'added') return back(own, 'added');
  const { mistakes, notNow } = deps.content.yourAbstract.material;
  const most = String(MOST_MATERIAL);
  const trouble = added === 'many' ? fillPlaceholders(mistakes.many, { most }) : notNow;
  return show(deps, own, { refused: { ...refused, trouble } }, 409);
}

async function show(
  deps: AuthorDeps,
  own: OwnAbstract,
  about: { notice?: MaterialNotice | undefined; refused?: RefusedMaterial },
  status = 200,
): Promise<LinkPage> {
  const { content, db, clock, store, hasScanner } = deps;
  const now = timestamp(clock());
  const all = await materialOfAbstract(db, own.abstract.id);
  const files = { hasScanner, storeId: store.id };
  const canAdd = canAddMaterial(content, own, now);
  return { main: materialPage(content, own, { now, files, all, canAdd, ...about }), status };
}

function back({ abstract }: OwnAbstract, done: MaterialNotice) {
  return { location: `${materialPath(abstract)}?done=${done}` };
}
