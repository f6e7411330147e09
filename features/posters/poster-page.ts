import { inOneLine, withColon } from '#contract/content/languages.ts';
import type { Content } from '#contract/content.ts';
import { stateOf } from '#contract/content/opening.ts';
import { fillPlaceholders } from '#contract/content/placeholders.ts';
import type { OwnAbstract } from '#features/author-page/own-abstract.ts';
import { contributionPath } from '#features/contributions/contribution-address.ts';
import type { KeptContribution } from '#features/contributions/contributions.ts';
import { websiteOpening } from '#features/contributions/published-contributions.ts';
import { FILE_FIELD } from '#server/abstract/abstract-form.ts';
import { abstractPath } from '#server/abstract/abstracts.ts';
import type { AboutContribution } from '#server/abstract/contribution-part.ts';
import { checkField, choiceField, fileField, lineField } from '#server/http/form-field.ts';
import { alert, buttonClass } from '#server/http/page-parts.ts';
import { html, type Markup } from '#server/markup.ts';
import { type Board, boardWords } from './poster-boards.ts';
import { isOwnPoster, posterOpening } from './poster-times.ts';
import type { Pictures, Poster, PosterPart } from './posters.ts';
import { stateOfFile } from './public-posters.ts';
import type { PosterEntries, PosterMistake } from './read-poster.ts';

export type PosterNotice = 'poster' | 'video' | 'removed';

/** All that the author's page says about a poster. */
export type OwnPoster = {
  now: string;
  files: AboutContribution['files'];
  poster: Poster | undefined;
  pictures: Pictures | undefined;
  board: Board | undefined;
  /** The page of the contribution on the website. */
  page: KeptContribution;
};
export type ShownPoster = OwnPoster & {
  canSend: boolean;
  notice?: PosterNotice | undefined;
  /** The form that was refused, with the sentence about it. */
  refused?: RefusedPoster | undefined;
};
export type RefusedPoster = {
  form: 'file' | 'video';
  typed: PosterEntries;
  mistakes: readonly PosterMistake[];
  trouble?: string | undefined;
};

export const posterPath = (abstract: OwnAbstract['abstract']) => `${abstractPath(abstract)}/poster`;

/** The part of the author's page. */
export function posterSection(
  content: Content,
  own: OwnAbstract,
  about: OwnPoster,
): Markup | undefined {
  const said = content.yourAbstract.posters;
  if (!posterOpening(content) || (!isOwnPoster(own) && !about.poster)) return undefined;
  return html`<section aria-labelledby="poster">
    <h2 id="poster">${said.heading}</h2>
    ${numberWords(content, own, about)}
    <p class="receipt-words">${said.intro}</p>
    ${stateWords(content, own, about)}
    <ul>
      <li>
        <a href="${posterPath(own.abstract)}">${said.edit}</a>
        <span class="receipt-note">${timesWords(content, own, about.now)}</span>
      </li>
    </ul>
  </section>`;
}

/** The page with the poster, its first page as a picture, and the forms to send and to take away. */
export function posterPage(content: Content, own: OwnAbstract, shown: ShownPoster): Markup {
  const said = content.yourAbstract.posters;
  const { poster, notice, refused, canSend, now } = shown;
  const { abstract } = own;
  return html`<article class="receipt">
    <h1>${said.heading}</h1>
    <p class="receipt-words">
      ${content.mails.labels.reference}
      ${inOneLine([abstract.reference, content.conference.name], content.language)}
    </p>
    ${alert(refused && (refused.trouble ?? said.check))}
    ${notice === undefined ? undefined : html`<p class="receipt-words" role="status">${said.done[notice]}</p>`}
    ${numberWords(content, own, shown)}
    <p class="receipt-words">${said.intro}</p>
    ${stateWords(content, own, shown)} ${poster?.file ? filePart(content, own, shown) : undefined}
    ${poster?.videoUrl === undefined ? undefined : videoPart(content, own, poster.videoUrl)}
    <p class="receipt-words">${timesWords(content, own, now)}</p>
    ${canSend ? fileForm(content, own, shown) : undefined}
    ${canSend ? videoForm(content, own, shown) : undefined}
    <p class="receipt-words"><a href="${abstractPath(abstract)}">${said.back}</a></p>
  </article>`;
}

function numberWords(
  content: Content,
  { decision }: OwnAbstract,
  { board }: OwnPoster,
): Markup | undefined {
  const said = content.yourAbstract.posters;
  const number = decision?.number;
  if (number === undefined) return undefined;
  const words = board
    ? fillPlaceholders(said.numberAndBoard, { number, board: boardWords(content, board) })
    : fillPlaceholders(said.number, { number });
  return html`<p class="receipt-words">${words}</p>`;
}

/** Whether everybody sees the poster, and if not, why. */
function stateWords(content: Content, { abstract }: OwnAbstract, about: OwnPoster): Markup {
  const { states, openPage, openForm } = content.yourAbstract.posters;
  const { poster, files, page, now } = about;
  const words = (text: string, more?: Markup) =>
    html`<p class="receipt-words">${text} ${more ?? ''}</p>`;
  if (poster?.takenDownAt !== undefined) {
    return words(states.takenDown, html`<bdi>${poster.reason ?? ''}</bdi>`);
  }
  if (!poster) return words(states.none);
  const state = poster.file && stateOfFile(poster.file, files);
  if (state === 'refused' || state === 'scanning') return words(states[state]);
  const isAgreed = page.consentedAt !== undefined && page.endedAt === undefined;
  if (!isAgreed || page.takenDownAt !== undefined || abstract.title === undefined) {
    return words(states.noPage, html`<a href="${abstractPath(abstract)}/website">${openForm}</a>`);
  }
  const opening = websiteOpening(content);
  if (opening?.from && stateOf(opening, now) === 'before') {
    return words(fillPlaceholders(states.early, { from: opening.from.words }));
  }
  const path = `${content.base}${contributionPath(abstract.reference)}`;
  return words(states.shown, html`<a href="${path}">${openPage}</a>`);
}

function timesWords(content: Content, own: OwnAbstract, now: string): string {
  const said = content.yourAbstract.posters;
  const opening = posterOpening(content) ?? {};
  if (!isOwnPoster(own)) return said.notNow;
  const [from, until] = [opening.from?.words ?? '', opening.until?.words ?? ''];
  const state = stateOf(opening, now);
  if (state === 'before') return fillPlaceholders(said.before, { from });
  if (state === 'over') return fillPlaceholders(said.over, { until });
  return until === '' ? '' : fillPlaceholders(said.open, { until });
}

function filePart(content: Content, own: OwnAbstract, { poster, pictures }: ShownPoster): Markup {
  const said = content.yourAbstract.posters;
  const { small } = pictures ?? {};
  const name = poster?.file?.fileName ?? '';
  return html`${
      small
        ? html`<p class="receipt-words">
            <img
              src="${posterPath(own.abstract)}/preview.webp?${small.id}"
              width="${small.width}"
              height="${small.height}"
              alt="${said.previews.made}"
              class="receipt-picture"
            />
          </p>`
        : html`<p class="receipt-words">
            ${poster?.previewDueAt === undefined ? said.previews.none : said.previews.making}
          </p>`
    }
    <p class="receipt-words">
      <bdi>${inOneLine([name, poster?.file?.licence], content.language)}</bdi>
    </p>
    ${takeAwayForm(content, own, 'file', name)}`;
}

function videoPart(content: Content, own: OwnAbstract, url: string): Markup {
  const said = content.yourAbstract.posters;
  return html`<p class="receipt-words">
      ${withColon(said.video, '', content.language)}
      <a href="${url}" rel="noopener"><bdi>${url}</bdi></a>
    </p>
    ${takeAwayForm(content, own, 'video', said.video)}`;
}

function takeAwayForm(
  { yourAbstract, language }: Content,
  { abstract }: OwnAbstract,
  part: PosterPart,
  what: string,
): Markup {
  const { takeAway } = yourAbstract.posters;
  return html`<form method="post" action="${posterPath(abstract)}/${part}/take-away">
    <button class="${buttonClass('ending')}" aria-label="${withColon(takeAway, what, language)}">
      ${takeAway}
    </button>
  </form>`;
}

function fileForm(content: Content, { abstract }: OwnAbstract, shown: ShownPoster): Markup {
  const said = content.yourAbstract.posters;
  const { heading, again, field: label, note, button } = said.fileForm;
  const own = shown.refused?.form === 'file' ? shown.refused : undefined;
  const licences = content.conference.abstracts.posters?.licences ?? [];
  const mistake = (name: PosterMistake) =>
    own?.mistakes.includes(name) ? said.mistakes[name] : undefined;
  return html`<h2>${shown.poster?.file ? again : heading}</h2>
    <form
      method="post"
      action="${posterPath(abstract)}/file"
      enctype="multipart/form-data"
      class="receipt-form"
    >
      ${fileField({ name: FILE_FIELD, id: 'poster-file', label, note, mistake: mistake('file'), isRequired: true }, '.pdf')}
      ${choiceField(
        {
          name: 'licence',
          label: said.licence,
          note: said.licenceNote,
          value: own?.typed.licence ?? shown.poster?.file?.licence ?? licences[0]?.name,
          mistake: mistake('licence'),
        },
        licences.map(({ name }) => ({ value: name, words: name })),
      )}
      ${consentField(content, own)}
      <button class="receipt-download" type="submit">${button}</button>
    </form>`;
}

function videoForm(content: Content, { abstract }: OwnAbstract, { refused }: ShownPoster): Markup {
  const said = content.yourAbstract.posters;
  const { heading, field: label, note, button } = said.videoForm;
  const own = refused?.form === 'video' ? refused : undefined;
  const mistake = own?.mistakes.includes('url') ? said.mistakes.url : undefined;
  return html`<h2>${heading}</h2>
    <form method="post" action="${posterPath(abstract)}/video" class="receipt-form">
      ${lineField({ name: 'url', label, note, value: own?.typed.url, mistake, isRequired: true }, { most: 500 })}
      ${consentField(content, own)}
      <button class="receipt-download" type="submit">${button}</button>
    </form>`;
}

function consentField(content: Content, own: RefusedPoster | undefined): Markup {
  const said = content.yourAbstract.posters;
  return checkField('checkbox', {
    name: 'consent',
    value: 'yes',
    isChecked: own?.typed.consent === 'yes',
    isRequired: true,
    label: said.consent,
    more: own?.mistakes.includes('consent') ? said.mistakes.consent : undefined,
  });
}
