import type { FastifyInstance } from 'fastify';
import { fillPlaceholders } from '#contract/content/placeholders.ts';
import { abstractPath } from '#server/abstract/abstracts.ts';
import { byAuthor, recordAuthorAct } from '#server/abstract/author-activity.ts';
import { entryKey } from '#server/abstract/organisations.ts';
import type { LinkPageDeps } from '#server/feature-pages.ts';
import { type LinkPage } from '#server/http/link-pages.ts';
import { html, type Markup } from '#server/markup.ts';
import { act } from '#server/operations/act.ts';
import { counted } from '#server/counted.ts';
import type { AuthorDeps } from '#features/author-page/author-deps.ts';
import { type OwnAbstract } from '#features/author-page/own-abstract.ts';
import { type Choices, readChoices, saveChoices } from './affiliation-organisations.ts';
import {
  entriesIn,
  organisationsForm,
  readChoicesIn,
  SEARCH,
  type Typed,
} from './organisations-form.ts';
import { openList } from './organisation-list.ts';
import { pagesOfOwnAbstract } from '#features/author-page/pages-of-own-abstract.ts';

const LONGEST_FORM = 256 * 1024;

/** The page on which an author chooses the organisations of the affiliations. Without a list it does not exist. */
export async function organisationsPages(app: FastifyInstance, deps: LinkPageDeps): Promise<void> {
  const { context, content, frame, dataDir } = deps;
  const { db } = context;
  const said = content.yourAbstract;
  const { isLimited } = deps;
  const { get, post } = await pagesOfOwnAbstract(
    app,
    { db, content, frame, isLimited },
    { title: said.organisations.heading, longestForm: LONGEST_FORM },
  );

  const page = async (own: OwnAbstract, more: { typed?: Typed; trouble?: string } = {}) => {
    const list = openList(dataDir);
    if (!list || own.abstract.withdrawnAt !== undefined) return undefined;
    const entries = entriesIn(own);
    const choices = await choicesFor(db, own);
    const action = `${abstractPath(own.abstract)}/organisations`;
    const { trouble } = more;
    const main =
      entries.length === 0
        ? html`<p class="receipt-words">${said.organisations.gone}</p>`
        : organisationsForm(content, { action, list, entries, choices, trouble }, more.typed);
    return pageAround(content, own, main);
  };

  get('/abstract/:token/organisations', (own) => page(own));
  post(
    '/abstract/:token/organisations',
    async (own, typed) => {
      const list = openList(dataDir);
      if (!list || own.abstract.withdrawnAt !== undefined) return undefined;
      if (typed[SEARCH] !== undefined) return page(own, { typed });
      const choices = readChoicesIn(list, entriesIn(own), typed);
      const before = await readChoices(db, own.abstract.id);
      const changed = choices.filter(({ entry, organisation }) => {
        const key = entryKey(entry);
        return !before.has(key) || before.get(key)?.ror !== organisation?.ror;
      });
      if (changed.length > 0) {
        await act(byAuthor(context), async (deed) => {
          const words = `chooses ${counted(changed.length, 'organisation')}`;
          await recordAuthorAct(deed, deps, own.abstract, { act: 'affiliations', words });
          const { newId } = context;
          await saveChoices(deed.tx, changed, {
            abstractId: own.abstract.id,
            newId,
            now: deed.now,
          });
        });
      }
      return { location: `${abstractPath(own.abstract)}#organisations` };
    },
    {
      refused: async (own, trouble, typed) =>
        (await page(own, { typed, trouble })) ?? { location: abstractPath(own.abstract) },
    },
  );
}

function pageAround(
  { yourAbstract: said }: LinkPageDeps['content'],
  { abstract }: OwnAbstract,
  main: Markup,
): LinkPage {
  const { heading, back } = said.organisations;
  return {
    title: heading,
    main: html`<article class="receipt">
      <h1>${heading}</h1>
      ${main}
      <p class="receipt-words"><a href="${abstractPath(abstract)}">${back}</a></p>
    </article>`,
  };
}

/** The author's own choices, and those for everybody where the author has none. */
async function choicesFor(
  db: LinkPageDeps['context']['db'],
  { abstract }: OwnAbstract,
): Promise<Choices> {
  return new Map([...(await readChoices(db)), ...(await readChoices(db, abstract.id))]);
}

/** The part of the author's page that leads there. */
export async function organisationsSection(
  { db, content, dataDir }: AuthorDeps,
  own: OwnAbstract,
): Promise<Markup | undefined> {
  const said = content.yourAbstract.organisations;
  const entries = entriesIn(own);
  if (own.abstract.withdrawnAt !== undefined || entries.length === 0 || !openList(dataDir)) {
    return undefined;
  }
  const choices = await choicesFor(db, own);
  const count = entries.filter((entry) => choices.has(entryKey(entry))).length;
  const known = fillPlaceholders(said.known, {
    count: String(count),
    all: String(entries.length),
  });
  return html`<section aria-labelledby="organisations">
    <h2 id="organisations">${said.heading}</h2>
    ${count === 0 ? undefined : html`<p class="receipt-words">${known}</p>`}
    <ul>
      <li><a href="${abstractPath(own.abstract)}/organisations">${said.edit}</a></li>
    </ul>
  </section>`;
}
