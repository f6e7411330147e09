import { LIST_STYLES } from './list-parts.ts';
import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { stateOf } from '#contract/content/opening.ts';
import { marksOfContributions, partsOfContribution } from '#server/abstract/contribution-part.ts';
import type { PublicPageDeps } from '#server/feature-pages.ts';
import { knownOrigin } from '#server/http/origin.ts';
import { madePage, sendMade } from '#server/http/pages.ts';
import { timestamp } from '#server/identity.ts';
import type { Markup } from '#server/markup.ts';
import {
  contributionListPage,
  earlyListPage,
  foundIn,
  isPartOfList,
  listed,
  listOrders,
  listPath,
  onPage,
  passagesIn,
} from './contribution-list-page.ts';
import { contributionCalendar } from './contribution-calendar.ts';
import { contributionPath, SHARE_PICTURE, sharePath } from './contribution-address.ts';
import { sharePictures } from './share-pictures.ts';
import { kindKey } from './presentation-kinds.ts';
import { contributionPage, missingPage, neighboursOf } from './contribution-page.ts';
import { citationOf, citeFormats, isCiteFormat } from './cite-contribution.ts';
import { findText } from './contributions.ts';
import { contributionTags, descriptionOf } from './contribution-tags.ts';
import { sendContributionFile } from './send-contribution-file.ts';
import { contributionsSitemap } from './sitemap.ts';
import { publicHead } from './public-head.ts';
import { keepPages, keptPublication } from './kept-publication.ts';
import { type Publication, websiteOpening } from './published-contributions.ts';

const Search = z.object({
  q: z.catch(z._default(z.string().check(z.maxLength(200)), ''), ''),
  session: z.catch(z._default(z.string().check(z.maxLength(100)), ''), ''),
  kind: z.catch(
    z._default(z.pipe(z.string().check(z.maxLength(100)), z.transform(kindKey)), ''),
    '',
  ),
  order: z.catch(z._default(z.enum(listOrders), 'session'), 'session'),
  page: z.catch(z._default(z.coerce.number().check(z.int(), z.minimum(1)), 1), 1),
});

type One = { Params: { reference: string; ending: string; file: string } };

const STYLES = readFileSync(new URL('contributions.css', import.meta.url), 'utf8').replaceAll(
  /\/\*[^]*?\*\/|\n\s*/g,
  '',
);

const SCRIPT = readFileSync(new URL('page-script.js', import.meta.url), 'utf8').replaceAll(
  /^\s*(?:\/\/.*)?\n/gm,
  '',
);

/** The classes of the site's own style sheets that these pages have. */
const CLASSES =
  'page page-top page-top-compact page-text page-intro page-actions button secondary control link star';

/** The list of contributions, a page for each, and its file: in one language, for everybody. */
export function contributionRoutes(app: FastifyInstance, deps: PublicPageDeps): void {
  const { first, content, context, files, hasScanner, originOf } = deps;
  const opening = websiteOpening(content);
  if (!opening) return;
  const { db, clock } = context;
  const { base, yourAbstract } = content;
  const said = yourAbstract.website.page;
  const inFrame = deps.frame({
    styles: LIST_STYLES + STYLES,
    classes: CLASSES.split(' '),
    script: SCRIPT,
  });
  const publication = keptPublication(deps);
  const pages = keepPages(clock);
  const shared = sharePictures(content);

  type Shown = {
    path: string;
    head: Parameters<typeof publicHead>[1];
    main: Markup;
    more?: Markup;
  };
  function made(origin: string, { path, head, main, more }: Shown) {
    const page = { path, origin, head: publicHead({ first, content, origin }, head, more), main };
    const { html, policy } = inFrame(page);
    return madePage(html, policy);
  }

  const aboutNow = () => {
    const now = timestamp(clock());
    return { db, content, now, files: { hasScanner, storeId: files.store.id } };
  };

  const isEarly = () => stateOf(opening, timestamp(clock())) === 'before';
  const earlyPage = (origin: string) => {
    const main = earlyListPage(content, opening.from?.words ?? '');
    const head = { path: '/contributions', title: said.title, description: said.intro };
    return made(origin, { path: head.path, head: { ...head, isListed: false }, main });
  };

  app.get(`${base}/contributions`, { config: { limit: 'read' } }, async (request, reply) => {
    const asked = Search.parse(request.query);
    const origin = knownOrigin(originOf(request));
    if (isEarly()) return sendMade(request, reply, earlyPage(origin));
    const current = await publication.current();
    const found = await foundIn(db, current.list, asked);
    const all = listed(content, found, asked);
    const search = { ...asked, page: Math.min(asked.page, all.pages) };
    const isListed = isPartOfList(search, found);
    const make = async () => {
      const passages = await passagesIn(db, all, search);
      const shown = onPage(all, search).map(({ abstractId }) => abstractId);
      const marks = await marksOfContributions(aboutNow(), shown);
      const main = contributionListPage(content, current, { listed: all, search, passages, marks });
      const path = listPath(search, search.page);
      const head = { path, title: said.title, description: said.intro, isListed };
      return made(origin, { path, head, main });
    };
    const { session, kind, order, page } = search;
    // Everybody types something else.
    const file = isListed
      ? await pages(current, ['', session, kind, order, page, origin].join('\n'), make)
      : await make();
    return sendMade(request, reply, file);
  });

  if (content === first) {
    app.get('/contributions/sitemap.xml', { config: { limit: 'read' } }, async (request, reply) => {
      const origin = knownOrigin(originOf(request));
      const text = contributionsSitemap(first, await publication.current(), origin);
      return reply
        .type('application/xml; charset=utf-8')
        .header('cache-control', 'public, max-age=3600')
        .send(text);
    });
  }

  app.get<One>(`${base}/contributions/:reference`, async (request, reply) => {
    const { reference } = request.params;
    const origin = knownOrigin(originOf(request));
    const current = await publication.current();
    const contribution = current.byReference.get(reference);
    if (!contribution) return missing(request, reply, current);
    const file = await pages(current, [reference, origin].join('\n'), async () => {
      const { abstractId } = contribution;
      const text = await findText(db, abstractId);
      const parts = await partsOfContribution(aboutNow(), abstractId);
      const neighbours = neighboursOf(current, contribution);
      const { title } = contribution;
      const description = descriptionOf(contribution, text);
      const path = contributionPath(reference);
      return made(origin, {
        path,
        head: { path, title, description, type: 'article', image: sharePath(reference) },
        main: contributionPage(content, contribution, { text, parts, neighbours, origin }),
        more: contributionTags(content, contribution, { text, origin }),
      });
    });
    return sendMade(request, reply, file);
  });

  app.get<One>(
    `${base}/contributions/:reference/:file`,
    { config: { limit: 'read' } },
    async (request, reply) => {
      const { reference, file: name } = request.params;
      const origin = knownOrigin(originOf(request));
      const current = await publication.current();
      const contribution = current.byReference.get(reference);
      if (contribution && isCiteFormat(name)) {
        const text = await findText(db, contribution.abstractId);
        const { type, make } = citeFormats[name];
        return reply
          .type(type)
          .header('content-disposition', `attachment; filename="${reference}${extname(name)}"`)
          .header('cache-control', 'no-cache')
          .header('x-robots-tag', 'noindex')
          .send(make(citationOf(first, contribution, { text, origin })));
      }
      if (contribution && content === first && name === SHARE_PICTURE) {
        return reply
          .type('image/png')
          .header('cache-control', 'public, max-age=3600')
          .send(Buffer.from(await shared(contribution)));
      }
      return missing(request, reply, current);
    },
  );

  app.get<One>(
    `${base}/contributions/:reference.:ending`,
    { config: { limit: 'read' } },
    async (request, reply) => {
      const { reference, ending } = request.params;
      const current = await publication.current();
      const contribution = current.byReference.get(reference);
      const calendar =
        contribution && ending === 'ics'
          ? contributionCalendar(content, contribution, knownOrigin(originOf(request)))
          : undefined;
      if (calendar !== undefined) {
        return reply
          .type('text/calendar; charset=utf-8')
          .header('content-disposition', `attachment; filename="${reference}.ics"`)
          .header('cache-control', 'no-cache')
          .send(calendar);
      }
      const sent =
        contribution &&
        (await sendContributionFile(reply, { contribution, ending, store: files.store }));
      return sent ?? missing(request, reply, current);
    },
  );

  async function missing(request: FastifyRequest<One>, reply: FastifyReply, current: Publication) {
    const isGone = current.gone.has(request.params.reference);
    const origin = knownOrigin(originOf(request));
    // The agenda may lead here before the day, and nobody is told then whether there will be a page.
    if (!isGone && isEarly()) {
      const early = await pages(current, ['early', origin].join('\n'), async () =>
        earlyPage(origin),
      );
      return sendMade(request, reply, early, 404);
    }
    const title = isGone ? said.gone : said.unknown;
    const file = await pages(current, [title, origin].join('\n'), async () => {
      const head = { path: '/contributions', title, description: title, isListed: false };
      return made(origin, { path: head.path, head, main: missingPage(content, isGone) });
    });
    return sendMade(request, reply, file, isGone ? 410 : 404);
  }
}
