import { inOneLine, withColon } from '#contract/content/languages.ts';
import type { Content } from '#contract/content.ts';
import { dayText } from '#contract/content/calendar-days.ts';
import { stateOf } from '#contract/content/opening.ts';
import type { OwnAbstract } from '#features/author-page/own-abstract.ts';
import { FILE_FIELD } from '#server/abstract/abstract-form.ts';
import { abstractPath } from '#server/abstract/abstracts.ts';
import { checkField, choiceField, fileField, lineField } from '#server/http/form-field.ts';
import { alert, buttonClass } from '#server/http/page-parts.ts';
import { fillPlaceholders } from '#contract/content/placeholders.ts';
import { html, type Markup } from '#server/markup.ts';
import { isAccepted, materialOpening } from './material-times.ts';
import { type MaterialFiles, pathOfMaterial, stateOfMaterial } from './public-material.ts';
import type { MaterialEntries, MaterialMistake } from './read-material.ts';
import type { TalkMaterial } from './talk-material.ts';

export type MaterialNotice = 'added' | 'removed';

export type ShownMaterial = {
  now: string;
  files: MaterialFiles;
  all: readonly TalkMaterial[];
  canAdd: boolean;
  notice?: MaterialNotice | undefined;
  /** The form that was refused, with the sentence about it. */
  refused?: RefusedMaterial | undefined;
};
export type RefusedMaterial = {
  form: 'file' | 'link';
  typed: MaterialEntries;
  mistakes: readonly MaterialMistake[];
  trouble?: string | undefined;
};

export const materialPath = (abstract: OwnAbstract['abstract']) =>
  `${abstractPath(abstract)}/material`;

/** The part of the author's page. */
export function materialSection(
  content: Content,
  own: OwnAbstract,
  { now, files, all }: Pick<ShownMaterial, 'now' | 'files' | 'all'>,
): Markup | undefined {
  const said = content.yourAbstract.material;
  if (!materialOpening(content) || (!isAccepted(own) && all.length === 0)) return undefined;
  return html`<section aria-labelledby="material">
    <h2 id="material">${said.heading}</h2>
    <p class="receipt-words">${said.intro}</p>
    <ul>
      ${all.map((each) => materialLine(content, each, { now, files }))}
      <li>
        <a href="${materialPath(own.abstract)}">${said.edit}</a>
        <span class="receipt-note">${timesWords(content, own, now)}</span>
      </li>
    </ul>
  </section>`;
}

/** The page with all material and the forms to add some. */
export function materialPage(content: Content, own: OwnAbstract, shown: ShownMaterial): Markup {
  const said = content.yourAbstract.material;
  const { all, notice, refused, canAdd, now } = shown;
  const { abstract } = own;
  return html`<article class="receipt">
    <h1>${said.heading}</h1>
    <p class="receipt-words">
      ${content.mails.labels.reference}
      ${inOneLine([abstract.reference, content.conference.name], content.language)}
    </p>
    ${alert(refused && (refused.trouble ?? said.check))}
    ${notice === undefined ? undefined : html`<p class="receipt-words" role="status">${said.done[notice]}</p>`}
    <p class="receipt-words">${said.intro}</p>
    ${
      all.length === 0
        ? html`<p class="receipt-words">${said.none}</p>`
        : html`<ul>
            ${all.map((each) =>
              materialLine(content, each, shown, `${materialPath(abstract)}/${each.id}/take-away`),
            )}
          </ul>`
    }
    <p class="receipt-words">${timesWords(content, own, now)}</p>
    ${canAdd ? fileForm(content, own, refused) : undefined}
    ${canAdd ? linkForm(content, own, refused) : undefined}
    <p class="receipt-words"><a href="${abstractPath(abstract)}">${said.back}</a></p>
  </article>`;
}

function timesWords(content: Content, own: OwnAbstract, now: string): string {
  const said = content.yourAbstract.material;
  const opening = materialOpening(content) ?? {};
  if (!isAccepted(own)) return said.notNow;
  const [from, until] = [opening.from?.words ?? '', opening.until?.words ?? ''];
  const state = stateOf(opening, now);
  if (state === 'before') return fillPlaceholders(said.before, { from });
  if (state === 'over') return fillPlaceholders(said.over, { until });
  return until === '' ? '' : fillPlaceholders(said.open, { until });
}

function materialLine(
  content: Content,
  material: TalkMaterial,
  about: Pick<ShownMaterial, 'now' | 'files'>,
  takeAway?: string,
): Markup {
  const said = content.yourAbstract.material;
  const { kind, title, url, file, licence, shownFrom, reason } = material;
  const state = stateOfMaterial(material, { ...about, content });
  const day = shownFrom === undefined ? '' : dayText(shownFrom, content.language);
  const address = url ?? (file && state === 'shown' ? pathOfMaterial(material) : undefined);
  return html`<li>
    <span>
      ${address === undefined ? html`<bdi>${title}</bdi>` : html`<a href="${address}" rel="noopener"><bdi>${title}</bdi></a>`}
    </span>
    <span class="receipt-note">${inOneLine([said.kinds[kind], licence], content.language)}</span>
    <span class="receipt-note">
      ${fillPlaceholders(said.states[state], { day })}
      ${reason === undefined ? undefined : html`<bdi>${reason}</bdi>`}
    </span>
    ${
      takeAway === undefined
        ? undefined
        : html`<form method="post" action="${takeAway}">
            <button
              class="${buttonClass('ending')}"
              aria-label="${withColon(said.takeAway, title, content.language)}"
            >
              ${said.takeAway}
            </button>
          </form>`
    }
  </li> `;
}

function fileForm(
  content: Content,
  { abstract }: OwnAbstract,
  refused: RefusedMaterial | undefined,
): Markup {
  const { fileForm: said } = content.yourAbstract.material;
  const own = refused?.form === 'file' ? refused : undefined;
  const field = { name: FILE_FIELD, label: said.field, note: said.note, isRequired: true };
  return html`<h2>${said.heading}</h2>
    <form
      method="post"
      action="${materialPath(abstract)}/file"
      enctype="multipart/form-data"
      class="receipt-form"
    >
      ${fileField({ ...field, id: 'slides' }, '.pdf')} ${commonFields(content, 'file', own)}
      <button class="receipt-download" type="submit">${said.button}</button>
    </form>`;
}

function linkForm(
  content: Content,
  { abstract }: OwnAbstract,
  refused: RefusedMaterial | undefined,
): Markup {
  const { linkForm: said, kinds, mistakes } = content.yourAbstract.material;
  const own = refused?.form === 'link' ? refused : undefined;
  return html`<h2>${said.heading}</h2>
    <form method="post" action="${materialPath(abstract)}/link" class="receipt-form">
      ${choiceField({ name: 'kind', label: said.kind, value: own?.typed.kind ?? 'recording' }, [
        { value: 'recording', words: kinds.recording },
        { value: 'slides', words: kinds.slides },
        { value: 'link', words: kinds.link },
      ])}
      ${lineField(
        {
          name: 'url',
          label: said.url,
          note: said.urlNote,
          value: own?.typed.url,
          mistake: own?.mistakes.includes('url') ? mistakes.url : undefined,
          isRequired: true,
        },
        { most: 500 },
      )}
      ${commonFields(content, 'link', own)}
      <button class="receipt-download" type="submit">${said.button}</button>
    </form>`;
}

/** The fields that both forms have. */
function commonFields(
  content: Content,
  form: 'file' | 'link',
  refused: RefusedMaterial | undefined,
): Markup {
  const said = content.yourAbstract.material;
  const licences = content.conference.abstracts.material?.licences ?? [];
  const typed = refused?.typed ?? {};
  const mistakeOf = (name: MaterialMistake) =>
    refused?.mistakes.includes(name) ? said.mistakes[name] : undefined;
  const consent = mistakeOf('consent');
  return html`${lineField(
    {
      name: 'title',
      id: `${form}-title`,
      label: said.title,
      note: said.titleNote,
      value: typed.title,
      mistake: mistakeOf('title'),
      isRequired: true,
    },
    { most: 120 },
  )}
  ${choiceField(
    {
      name: 'licence',
      id: `${form}-licence`,
      label: said.licence,
      value: typed.licence ?? licences[0]?.name,
      mistake: mistakeOf('licence'),
    },
    licences.map(({ name }) => ({ value: name, words: name })),
  )}
  ${lineField(
    {
      name: 'from',
      id: `${form}-from`,
      label: said.from,
      note: said.fromNote,
      value: typed.from,
      mistake: mistakeOf('from'),
    },
    { most: 10, isCode: true },
  )}
  ${checkField('checkbox', {
    name: 'consent',
    value: 'yes',
    isChecked: typed.consent === 'yes',
    isRequired: true,
    label: said.consent,
    more: consent,
  })}`;
}
