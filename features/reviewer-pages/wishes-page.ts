import type { Content } from '#contract/content.ts';
import { fillPlaceholders } from '#contract/content/placeholders.ts';
import { type AbstractAuthor, authorsOf } from '#server/abstract/abstract-authors.ts';
import { titlesOf } from '#server/abstract/abstract-titles.ts';
import { checkField, hiddenFields } from '#server/http/form-field.ts';
import { buttonClass, fold } from '#server/http/page-parts.ts';
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

type Shown = {
  wishes: Wishes;
  authors: ReadonlyMap<string, AbstractAuthor[]>;
  /** The group that is unfolded; absent: the first that has abstracts without a wish. */
  group?: string | undefined;
  notice?: string | undefined;
};

type Group = { id: string; heading: string; abstracts: Wishes['abstracts'] };

/** The page on which a reviewer ticks topics, and says which abstracts would be welcome. */
export function wishesPage(content: Content, own: OwnPage, shown: Shown): Markup {
  const { reviews } = content.yourAbstract;
  const { wishes: said, auto } = reviews;
  const { wishes, notice } = shown;
  const path = pathOfReviews(own.page);
  const groups = groupsOf(content, wishes.abstracts);
  const open =
    groups.find(({ id }) => id === shown.group) ??
    groups.find(({ abstracts }) => abstracts.some(({ bid: stored }) => stored === undefined));
  return html`<article class="receipt">
    <h1>${said.heading}</h1>
    ${notice === undefined ? undefined : html`<p class="receipt-words" role="status">${notice}</p>`}
    <p class="receipt-words">${said.intro}</p>
    <form
      method="post"
      action="${path}/wishes"
      class="receipt-form receipt-wishes"
      data-wishes="${said.answered}"
      data-saving="${auto.saving}"
      data-saved="${auto.saved}"
      data-failed="${auto.failed}"
    >
      ${
        wishes.topics.length === 0
          ? undefined
          : html`<fieldset>
              <legend>${said.topics}</legend>
              ${wishes.topics.map(({ id, name, isTicked }) => topic(id, name, isTicked))}
            </fieldset>`
      }
      ${
        groups.length === 0
          ? undefined
          : html`<div>
              <h2>${said.bids}</h2>
              <p class="receipt-words">${said.bidsNote}</p>
              ${groups.map((one, at) => groupPart(content, one, { shown, isOpen: one === open, isLast: at === groups.length - 1 }))}
            </div>`
      }
      <p class="receipt-kept" role="status">
        ${wishes.abstracts.length === 0 ? undefined : html`<span data-all>${answeredWords(said, wishes.abstracts)}</span>`}
        <span data-status></span>
      </p>
      <button class="${buttonClass()}">${said.save}</button>
    </form>
    <p class="receipt-words"><a href="${path}">${reviews.title}</a></p>
  </article>`;
}

/** More abstracts of one session are divided by their interest areas. */
const MOST_IN_GROUP = 20;

function groupsOf(content: Content, abstracts: Wishes['abstracts']): Group[] {
  const bySession = Map.groupBy(abstracts, ({ abstract }) => abstract.sessionId);
  return [...bySession.values()].flatMap((all) => {
    const byArea = Map.groupBy(all, ({ abstract }) =>
      all.length > MOST_IN_GROUP ? titlesOf(content, abstract).interestArea : '',
    );
    return [...byArea].flatMap(([area, own]): Group[] => {
      const [first] = own;
      if (!first) return [];
      const { session } = titlesOf(content, first.abstract);
      const heading = area === '' ? session : `${session} · ${area}`;
      return [{ id: `group-${first.abstract.reference}`, heading, abstracts: own }];
    });
  });
}

function answeredWords(
  said: Content['yourAbstract']['reviews']['wishes'],
  abstracts: Wishes['abstracts'],
): string {
  const done = abstracts.filter(({ bid: stored }) => stored !== undefined).length;
  const counts = { done: String(done), wanted: String(abstracts.length) };
  return fillPlaceholders(said.answered, counts);
}

function groupPart(
  content: Content,
  { id, heading, abstracts }: Group,
  { shown, isOpen, isLast }: { shown: Shown; isOpen: boolean; isLast: boolean },
): Markup {
  const { wishes: said } = content.yourAbstract.reviews;
  return fold(
    { id, heading, note: answeredWords(said, abstracts), isOpen },
    html`${abstracts.map((one) => bid(content, one, shown.authors))}
    ${isLast ? undefined : html`<button class="${buttonClass('quiet')}" name="group" value="${id}">${said.saveGroup}</button>`}`,
  );
}

/** The group behind the one that was saved, in which the reader goes on. */
export function groupAfter(content: Content, wishes: Wishes, id: string): string | undefined {
  const groups = groupsOf(content, wishes.abstracts);
  const at = groups.findIndex((group) => group.id === id);
  return at === -1 ? undefined : (groups[at + 1] ?? groups[at])?.id;
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
  const known = content.conference.abstracts.review.blind
    ? []
    : authorsOf(abstract, authors).map((author) => author.name);
  const note = [abstract.reference, abstract.keywords ?? '', known.join(', ')]
    .filter((part) => part !== '')
    .join(' · ');
  const choices = [
    ['', said.noBid],
    ['want', said.want],
    ['avoid', said.avoid],
    ['conflict', said.conflict],
  ] as const;
  return html`<fieldset class="receipt-scores" aria-describedby="${name}-note">
    <legend><bdi>${abstract.title ?? untitled}</bdi></legend>
    <p class="receipt-note" id="${name}-note">${note}</p>
    ${hiddenFields({ [`was-${name}`]: value })}
    <div class="receipt-answers">
      ${choices.map(([choice, label]) =>
        checkField('radio', { name, value: choice, isChecked: choice === value, label }),
      )}
    </div>
  </fieldset> `;
}
