import type { Content } from '#contract/content.ts';
import { fillPlaceholders } from '#contract/content/placeholders.ts';
import type { KeptAbstract } from '#server/abstract/abstracts.ts';
import type { Db } from '#server/database/database.ts';
import { fold } from '#server/http/page-parts.ts';
import { html, type Markup } from '#server/markup.ts';
import { pathOfSurvey, surveyLinkOf } from './survey-links.ts';
import { isSurveyOpen } from './survey-times.ts';
import { talkWordsTo } from './talk-words.ts';

/** On the page of a registration: the way to the survey, as long as its holder can answer. */
export async function surveySection(
  db: Db,
  content: Content,
  { id, now }: { id: string; now: string },
): Promise<Markup | undefined> {
  const { survey: said } = content.yourRegistration;
  const link = isSurveyOpen(content, now) ? await surveyLinkOf(db, id) : undefined;
  if (link?.state !== 'INVITED') return undefined;
  const body = html`<p class="receipt-words">${said.toDo}</p>
    <p><a class="receipt-download" href="${pathOfSurvey(link)}">${said.open}</a></p>`;
  return fold({ id: 'survey', heading: said.title, isOpen: true }, body);
}

/** On the page of an abstract: what participants have written to its speaker. */
export async function wordsSection(
  db: Db,
  content: Content,
  { id }: Pick<KeptAbstract, 'id'>,
): Promise<Markup | undefined> {
  const { talkWords: said } = content.yourAbstract;
  const received = await talkWordsTo(db, id);
  if (received.length === 0) return undefined;
  return html`<section aria-labelledby="talk-words">
    <h2 id="talk-words">${said.heading}</h2>
    <p class="receipt-words">${said.intro}</p>
    <ul class="talk-words">
      ${received.map(
        ({ number, words, name }) =>
          html`<li>
            ${words.split('\n').map((line) => html`<p><bdi>${line}</bdi></p>`)}
            <span class="receipt-note"
              ><bdi>${name ?? said.unsigned}</bdi> ·
              ${fillPlaceholders(said.number, { number: String(number) })}</span
            >
          </li> `,
      )}
    </ul>
  </section>`;
}
