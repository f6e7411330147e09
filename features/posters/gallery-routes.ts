import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { stateOf } from '#contract/content/opening.ts';
import { fillPlaceholders } from '#contract/content/placeholders.ts';
import { foundIn } from '#features/contributions/contribution-list-page.ts';
import { keepPages, keptPublication } from '#features/contributions/kept-publication.ts';
import { publicHead } from '#features/contributions/public-head.ts';
import { websiteOpening } from '#features/contributions/published-contributions.ts';
import type { PublicPageDeps } from '#server/feature-pages.ts';
import { knownOrigin } from '#server/http/origin.ts';
import { madePage, sendMade } from '#server/http/pages.ts';
import { timestamp } from '#server/identity.ts';
import type { Markup } from '#server/markup.ts';
import { galleryHead, galleryPage, galleryPath, orders } from './gallery-page.ts';
import { readGallery } from './gallery-posters.ts';
import { LIST_STYLES } from '#features/contributions/list-parts.ts';

const Search = z.object({
  q: z.catch(z._default(z.string().check(z.maxLength(200)), ''), ''),
  session: z.catch(z._default(z.string().check(z.maxLength(100)), ''), ''),
  order: z.catch(z._default(z.enum(orders), 'number'), 'number'),
  page: z.catch(z._default(z.coerce.number().check(z.int(), z.minimum(1)), 1), 1),
});

const STYLES = readFileSync(new URL('posters.css', import.meta.url), 'utf8').replaceAll(
  /\/\*[^]*?\*\/|\n\s*/g,
  '',
);

/** The classes of the site's own style sheets that this page has. */
const CLASSES = 'page page-top page-top-compact page-text page-intro button secondary control link';

/** The gallery of posters in one language, for everybody. */
export function galleryRoutes(app: FastifyInstance, deps: PublicPageDeps): void {
  const { first, content, context, files: places, hasScanner, originOf } = deps;
  const opening = websiteOpening(content);
  if (!opening || !content.conference.abstracts.posters) return;
  const { db, clock } = context;
  const said = content.yourAbstract.posters.gallery;
  const inFrame = deps.frame({ styles: LIST_STYLES + STYLES, classes: CLASSES.split(' ') });
  const publication = keptPublication(deps);
  const pages = keepPages(clock);

  function made(origin: string, path: string, main: Markup, isListed: boolean) {
    const about = { path, title: said.title, description: said.intro, isListed };
    const head = publicHead({ first, content, origin }, about);
    const { html, policy } = inFrame({ path, origin, head, main });
    return madePage(html, policy);
  }

  app.get(`${content.base}/posters`, { config: { limit: 'read' } }, async (request, reply) => {
    const search = Search.parse(request.query);
    const origin = knownOrigin(originOf(request));
    if (stateOf(opening, timestamp(clock())) === 'before') {
      const { notYet } = content.yourAbstract.website.page;
      const words = fillPlaceholders(notYet, { from: opening.from?.words ?? '' });
      const early = made(origin, '/posters', galleryHead(content, words), false);
      return sendMade(request, reply, early);
    }
    const current = await publication.current();
    const make = async () => {
      const files = { hasScanner, storeId: places.store.id };
      const all = await readGallery(db, content, { publication: current, files });
      const wanted = new Set(await foundIn(db, current.list, { ...search, kind: '' }));
      const found = all.filter(({ contribution }) => wanted.has(contribution));
      const main = await galleryPage(content, { all, found, search });
      // Results of a search are no pages for search engines.
      return made(origin, galleryPath(search, search.page), main, search.q === '');
    };
    const { q, session, order, page } = search;
    // Everybody types something else.
    const file =
      q === ''
        ? await pages(current, [session, order, page, origin].join('\n'), make)
        : await make();
    return sendMade(request, reply, file);
  });
}
