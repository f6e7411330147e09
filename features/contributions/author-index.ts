import type { Content } from '#contract/content.ts';
import { indexLetter } from '#contract/person-name.ts';
import { listedName } from '#features/programme/citations.ts';
import { html, type Markup } from '#server/markup.ts';
import { contributionPath } from './contribution-address.ts';
import type { PublishedContribution } from './published-contributions.ts';

/** A name with its contributions. Two people of one name are one entry, because nobody knows who is who. */
export type IndexedAuthor = { listed: string; works: readonly PublishedContribution[] };

/** The authors by their family names. */
export function authorIndex(
  { language }: Pick<Content, 'language'>,
  found: readonly PublishedContribution[],
): IndexedAuthor[] {
  const works = found.flatMap((work) =>
    [...new Set(work.authors.map(listedName))].map((listed) => ({ listed, work })),
  );
  const { compare } = new Intl.Collator(language);
  return [...Map.groupBy(works, ({ listed }) => listed)]
    .map(([listed, own]) => ({ listed, works: own.map(({ work }) => work) }))
    .toSorted((one, other) => compare(one.listed, other.listed));
}

/** The index with a part for each first letter. */
export function authorIndexPart(content: Content, authors: readonly IndexedAuthor[]): Markup {
  return html`${Array.from(
    Map.groupBy(authors, ({ listed }) => indexLetter(listed)),
    ([letter, own], at) =>
      html`<section aria-labelledby="letter-${at}">
        <h2 id="letter-${at}">${letter}</h2>
        <ol class="contribution-list">
          ${own.map((author) => entry(content, author))}
        </ol>
      </section> `,
  )}`;
}

function entry({ base }: Content, { listed, works }: IndexedAuthor): Markup {
  return html`<li>
    <h3><bdi>${listed}</bdi></h3>
    ${works.map(
      ({ reference, title }) =>
        html`<p>
          <a class="link" href="${base}${contributionPath(reference)}"><bdi>${title}</bdi></a>
        </p> `,
    )}
  </li> `;
}
