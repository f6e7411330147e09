import { optionIn, type Content } from '#contract/content.ts';
import { contributionLengths, MOST_AUTHORS } from '#contract/abstract.ts';
import { personLengths } from '#contract/person.ts';
import {
  checkField,
  choiceField,
  hiddenFields,
  lineField,
  linesField,
} from '#server/http/form-field.ts';
import { sentence } from '#server/http/sentence.ts';
import { html, type Markup } from '#server/markup.ts';
import type { AuthorRow, FieldMistakes, TypedContribution } from './read-contribution.ts';

/** The name of the buttons that change the order and number of the rows. */
export const ARRANGE = 'arrange';

const FEWEST_ROWS = 3;
const TITLE_LINES = 3;
const NONE: FieldMistakes = new Map();

/**
 * The form about a contribution. Without scripts its buttons send it to the server, which shows it again with the rows in
 * another order, at the place where the reader was.
 */
export function contributionForm(
  content: Words,
  { action, version }: { action: string; version: number },
  typed: TypedContribution,
  { mistakes = NONE, more = 1 }: { mistakes?: FieldMistakes; more?: number } = {},
): Markup {
  const said = content.yourAbstract.contribution;
  const filled = typed.rows.length;
  const count = Math.max(filled, Math.min(MOST_AUTHORS, Math.max(FEWEST_ROWS, filled + more)));
  const rows = Array.from({ length: count }, (_, at) => typed.rows[at] ?? EMPTY);
  return html`<form method="post" action="${action}" class="receipt-form">
    ${hiddenFields({ version })} ${DEFAULT_BUTTON}
    <p class="receipt-words">${said.intro}</p>
    ${linesField(
      {
        name: 'title',
        label: said.title,
        note: said.titleNote,
        mistake: mistakes.get('title'),
        value: typed.title,
      },
      { most: contributionLengths.title / TITLE_LINES, lines: TITLE_LINES },
    )}
    ${authorsPart({ said, mistakes, action, count }, rows)}
    ${lineField(
      {
        name: 'keywords',
        label: said.keywords,
        note: said.keywordsNote,
        mistake: mistakes.get('keywords'),
        value: typed.keywords,
      },
      { most: contributionLengths.keywords },
    )}
    ${wishField(content, typed.wish, mistakes)}
    ${checkField('checkbox', {
      name: 'publish',
      value: 'yes',
      isChecked: typed.isPublished,
      label: said.publish,
      note: said.publishNote,
    })}
    <button class="receipt-download" type="submit">${said.save}</button>
  </form>`;
}

type Words = Pick<Content, 'conference' | 'yourAbstract' | 'optionWords'>;

/** The parts of the form know its words, its mistakes, its address and the number of its rows. */
type Form = {
  said: Words['yourAbstract']['contribution'];
  mistakes: FieldMistakes;
  action: string;
  count: number;
};

function authorsPart(form: Form, rows: readonly AuthorRow[]): Markup {
  const { said, mistakes, count } = form;
  const aboutAll = mistakes.get('authors');
  return html`<fieldset
    id="authors"
    aria-describedby="authors-note${aboutAll === undefined ? '' : ' authors-mistake'}"
  >
    <legend>${said.authors}</legend>
    <div id="authors-note">
      <p class="receipt-words">${said.authorsNote}</p>
      <p class="receipt-words">${said.affiliationNote} ${said.orcidNote}</p>
    </div>
    ${aboutAll === undefined ? undefined : html`<p id="authors-mistake" class="receipt-mistake">${aboutAll}</p>`}
    <ol class="author-rows">
      ${rows.map((row, at) => authorRow(form, row, at))}
    </ol>
    ${count < MOST_AUTHORS ? moreButton(form) : undefined}
    <p class="receipt-words receipt-note">${said.notSaved}</p>
  </fieldset>`;
}

/** A wish from before the list was changed stays a choice. */
function wishField(
  { conference, yourAbstract, optionWords }: Words,
  wish: string,
  mistakes: FieldMistakes,
): Markup | undefined {
  const said = yourAbstract.contribution;
  const { kinds } = conference.abstracts;
  const wishes = wish === '' || kinds.includes(wish) ? kinds : [...kinds, wish];
  if (wishes.length === 0) return undefined;
  return choiceField(
    {
      name: 'wish',
      label: said.wish,
      note: said.wishNote,
      mistake: mistakes.get('wish'),
      value: wish,
    },
    [
      { value: '', words: said.noWish },
      ...wishes.map((each) => ({ value: each, words: optionIn({ optionWords }, each) })),
    ],
  );
}

function authorRow(
  { said, mistakes, action, count }: Form,
  { name, affiliation, orcid, presents }: AuthorRow,
  at: number,
): Markup {
  const number = at + 1;
  const words = { number: String(number) };
  // A browser fills in its own user, who is one author at most.
  return html`<li id="author-${number}">
    <fieldset>
      <legend>${sentence(said.author, words)}</legend>
      ${lineField(
        {
          name: `name-${number}`,
          label: said.name,
          mistake: mistakes.get(`name-${number}`),
          value: name,
        },
        { most: personLengths.name },
      )}
      ${lineField(
        {
          name: `orcid-${number}`,
          label: said.orcid,
          mistake: mistakes.get(`orcid-${number}`),
          value: orcid,
        },
        { most: 40, isCode: true },
      )}
      ${lineField(
        {
          name: `affiliation-${number}`,
          label: said.affiliation,
          mistake: mistakes.get(`affiliation-${number}`),
          value: affiliation,
        },
        { most: contributionLengths.affiliation },
      )}
      ${checkField('checkbox', {
        name: `presents-${number}`,
        value: 'yes',
        isChecked: presents,
        label: said.presents,
      })}
      <p class="author-buttons">
        ${number === 1 ? undefined : arrange(action, `up-${number}`, { words: said.up, spoken: said.upOf, number, goes: number - 1 })}
        ${number === count ? undefined : arrange(action, `down-${number}`, { words: said.down, spoken: said.downOf, number, goes: number + 1 })}
        ${arrange(action, `remove-${number}`, { words: said.remove, spoken: said.removeOf, number, goes: Math.max(1, number - 1) })}
      </p>
    </fieldset>
  </li> `;
}

function moreButton({ said, action, count }: Form): Markup {
  return html`<button
    class="receipt-download receipt-quiet"
    name="${ARRANGE}"
    value="more"
    formaction="${action}#author-${count + 1}"
  >
    ${said.more}
  </button>`;
}

function arrange(
  action: string,
  value: string,
  { words, spoken, number, goes }: { words: string; spoken: string; number: number; goes: number },
): Markup {
  const label = spoken.replace('{number}', String(number));
  return html`<button
    class="receipt-text-button"
    name="${ARRANGE}"
    value="${value}"
    formaction="${action}#author-${goes}"
    aria-label="${label}"
  >
    ${words}
  </button> `;
}

/** The return key in a field presses the first button of a form, which has to be the one that saves. */
const DEFAULT_BUTTON = html`<button
  class="receipt-unseen"
  tabindex="-1"
  aria-hidden="true"
></button>`;

const EMPTY: AuthorRow = { name: '', affiliation: '', orcid: '', presents: false };
