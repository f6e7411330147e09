import { abstractContact } from '#contract/content/abstract-contact.ts';
import { fillPlaceholders } from '#contract/content/placeholders.ts';
import { stateOf } from '#contract/content/opening.ts';
import type { Content } from '#contract/content.ts';
import type { AuthorDeps } from '#features/author-page/author-deps.ts';
import type { OwnAbstract } from '#features/author-page/own-abstract.ts';
import { abstractState } from '#features/programme/decisions.ts';
import { abstractPath } from '#server/abstract/abstracts.ts';
import { writeTo } from '#server/http/page-parts.ts';
import { html, type Markup } from '#server/markup.ts';
import { findContribution, type KeptContribution } from './contributions.ts';
import { contributionPath } from './contribution-address.ts';
import { websiteOpening } from './published-contributions.ts';

/** Whether an author can have a page: the decision is an acceptance that the author knows, and nobody withdrew. */
export function isOffered({ abstract, decision }: OwnAbstract): boolean {
  const state = abstractState(abstract, decision);
  return state === 'ACCEPTED' || state === 'CONFIRMED';
}

/** The part of the author's page about the page on the site. */
export async function websiteSection(
  { db, content }: AuthorDeps,
  own: OwnAbstract,
  now: string,
): Promise<Markup | undefined> {
  const said = content.yourAbstract.website;
  if (!websiteOpening(content) || !isOffered(own)) return undefined;
  const kept = await findContribution(db, own.abstract.id);
  return html`<section aria-labelledby="website">
    <h2 id="website">${said.heading}</h2>
    ${stateWords(content, own, kept, now)}
    <ul>
      ${kept.takenDownAt === undefined ? html`<li><a href="${abstractPath(own.abstract)}/website">${said.edit}</a></li>` : undefined}
    </ul>
  </section>`;
}

/** The sentence about the state of the page, with its address if it is public. */
export function stateWords(
  content: Content,
  { abstract }: OwnAbstract,
  kept: KeptContribution,
  now: string,
): Markup {
  const { states, open, follows } = content.yourAbstract.website;
  const opening = websiteOpening(content);
  const words = (text: string) => html`<p class="receipt-words">${text}</p>`;
  if (kept.takenDownAt !== undefined) {
    return html`<p class="receipt-words">
      ${writeTo(states.takenDown, content.conference, abstractContact(content.conference))}
    </p>`;
  }
  if (abstract.title === undefined) return words(states.untitled);
  if (kept.endedAt !== undefined) return words(states.ended);
  if (kept.consentedAt === undefined) return words(states.none);
  if (opening?.from && stateOf(opening, now) === 'before') {
    return words(fillPlaceholders(states.waiting, { from: opening.from.words }));
  }
  return html`<p class="receipt-words">
      ${states.shown}
      <a href="${content.base}${contributionPath(abstract.reference)}">${open}</a>
    </p>
    ${words(follows)}`;
}
