import type { Content } from '#contract/content.ts';
import { type AbstractAuthor, authorsOf } from '#server/abstract/abstract-authors.ts';
import { titlesOf } from '#server/abstract/abstract-titles.ts';
import { checkField, choiceField, hiddenFields } from '#server/http/form-field.ts';
import { buttonClass } from '#server/http/page-parts.ts';
import { html, type Markup } from '#server/markup.ts';
import { type OwnPage, pathOfReviews } from './reviewer-links.ts';
import { asksForWishes, bidField, nameOfBid, type Wishes } from './wishes.ts';

/** The link to the page, on the list of a reviewer. */
export function wishesLink(content: Content, { page }: OwnPage): Markup | undefined {
  if (!asksForWishes(content)) return undefined;
  const { wishes: said } = content.yourAbstract.reviews;
  return html`<section aria-labelledby="wishes">
    <h2 id="wishes">${said.heading}</h2>
    <p class="receipt-words">${said.link}</p>
    <p class="receipt-words"><a href="${pathOfReviews(page)}/wishes">${said.open}</a></p>
  </section>`;
}

/** The page on which a reviewer ticks topics, and says which abstracts would be welcome. */
export function wishesPage(
  content: Content,
  own: OwnPage,
  { wishes, authors }: { wishes: Wishes; authors: ReadonlyMap<string, AbstractAuthor[]> },
): Markup {
  const { reviews } = content.yourAbstract;
  const { wishes: said } = reviews;
  const path = pathOfReviews(own.page);
  return html`<article class="receipt">
    <h1>${said.heading}</h1>
    <p class="receipt-words">${said.intro}</p>
    <form method="post" action="${path}/wishes" class="receipt-form">
      ${
        wishes.topics.length === 0
          ? undefined
          : html`<fieldset>
              <legend>${said.topics}</legend>
              ${wishes.topics.map(({ id, name, isTicked }) => topic(id, name, isTicked))}
            </fieldset>`
      }
      ${
        wishes.abstracts.length === 0
          ? undefined
          : html`<h2>${said.bids}</h2>
              <p class="receipt-words">${said.bidsNote}</p>
              ${wishes.abstracts.map((one) => bid(content, one, authors))}`
      }
      <button class="${buttonClass()}">${said.save}</button>
    </form>
    <p class="receipt-words"><a href="${path}">${reviews.title}</a></p>
  </article>`;
}

function topic(id: string, label: string, isChecked: boolean): Markup {
  const name = `topic-${id}`;
  return html`${hiddenFields({ [`was-${name}`]: isChecked ? 'yes' : '' })}
  ${checkField('checkbox', { name, value: 'yes', isChecked, label })}`;
}

function bid(
  content: Content,
  { abstract, bid: stored }: Wishes['abstracts'][number],
  authors: ReadonlyMap<string, AbstractAuthor[]>,
): Markup {
  const { untitled, wishes: said } = content.yourAbstract.reviews;
  const name = bidField(abstract);
  const value = nameOfBid(stored);
  const { session } = titlesOf(content, abstract);
  const known = content.conference.abstracts.review.blind
    ? []
    : authorsOf(abstract, authors).map((author) => author.name);
  const note = [abstract.reference, session, abstract.keywords ?? '', known.join(', ')]
    .filter((part) => part !== '')
    .join(' · ');
  return html`${hiddenFields({ [`was-${name}`]: value })}
  ${choiceField({ name, label: abstract.title ?? untitled, note, value }, [
    { value: '', words: said.noBid },
    { value: 'want', words: said.want },
    { value: 'avoid', words: said.avoid },
    { value: 'conflict', words: said.conflict },
  ])}`;
}
