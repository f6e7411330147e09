import type { FastifyInstance, FastifyRequest } from 'fastify';
import { fillPlaceholders } from '#contract/content/placeholders.ts';
import type { AuthorDeps } from '#features/author-page/author-deps.ts';
import { type OwnAbstract } from '#features/author-page/own-abstract.ts';
import { usualPace } from '#server/abstract/upload-pace.ts';
import { explained } from '#server/http/errors.ts';
import { type LinkPage } from '#server/http/link-pages.ts';
import { timestamp } from '#server/identity.ts';
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
import { pagesOfOwnAbstract } from '#features/author-page/pages-of-own-abstract.ts';
import { receivePdf } from '#server/abstract/receive-pdf.ts';

/** The page on which authors add slides, recordings and links, and take them away. */
export async function materialRoutes(
  app: FastifyInstance,
  deps: AuthorDeps & { isLimited: boolean },
): Promise<void> {
  const { content, pace = usualPace } = deps;
  const { yourAbstract: said } = content;
  if (!materialOpening(content)) return;
  const { get, post } = await pagesOfOwnAbstract(app, deps, {
    title: said.material.heading,
    takesFiles: true,
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
        return await afterAdding(deps, own, received.saved, refused);
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

function receive(deps: AuthorDeps, own: OwnAbstract, request: FastifyRequest) {
  const { material = { licences: [] } } = deps.content.conference.abstracts;
  return receivePdf(request, deps, deps.content.yourAbstract.material.mistakes, {
    read: (typed) => readMaterial(typed, material, { hasFile: true }),
    save: ({ material: read }, pdf) => addFile(deps, own, read, pdf),
  });
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
