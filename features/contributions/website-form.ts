import { createHash } from 'node:crypto';
import type { Content } from '#contract/content.ts';
import { fillPlaceholders } from '#contract/content/placeholders.ts';
import type { OwnAbstract } from '#features/author-page/own-abstract.ts';
import { abstractPath } from '#server/abstract/abstracts.ts';
import { checkField, choiceField, hiddenFields, linesField } from '#server/http/form-field.ts';
import { buttonClass } from '#server/http/page-parts.ts';
import { html, type Markup } from '#server/markup.ts';
import { markUp } from './abstract-markup.ts';
import type { KeptContribution } from './contributions.ts';

/** The name of the buttons of the form, and what each of them asks for. */
export const STEP = 'step';
export type Step = 'preview' | 'publish' | 'edit' | 'from-file' | 'end';

/** The entries of the form. */
export type TypedPage = {
  version: number;
  text: string;
  licence: string;
  isFileShown: boolean;
  isAgreed: boolean;
  /** The digest of what the author saw last. */
  seen: string;
};

/** The page as it will be, or the mistakes in the form by field. */
export type ReadPage =
  | {
      html: string;
      plain: string;
      source: string;
      licence: string;
      isFileShown: boolean;
      digest: string;
    }
  | { mistakes: Mistakes };
export type Mistakes = Partial<Record<'text' | 'licence' | 'consent', string>>;

type Entries = Readonly<Record<string, string>>;

export function typedPage(entries: Entries): TypedPage {
  const { version, text = '', licence = '', file, consent, seen = '' } = entries;
  const isFileShown = file === 'yes';
  return {
    version: Number(version),
    text,
    licence,
    isFileShown,
    isAgreed: consent === 'yes',
    seen,
  };
}

export function savedPage({
  source,
  licence,
  isFileShown,
  consentedAt,
  endedAt,
  version,
}: KeptContribution): TypedPage {
  const isAgreed = consentedAt !== undefined && endedAt === undefined;
  return {
    version,
    text: source ?? '',
    licence: licence ?? '',
    isFileShown,
    isAgreed,
    seen: '',
  };
}

/** Checks what an author typed, and makes the HTML of it. */
export function readPage(content: Content, typed: TypedPage): ReadPage {
  const { website } = content.conference.abstracts;
  const said = content.yourAbstract.website.form.messages;
  const mistakes: Mistakes = {};
  const most = website?.words ?? 0;
  const licences = website?.licences.map(({ name }) => name) ?? [];
  const source = typed.text.replaceAll(/\r\n?/g, '\n').trim();
  if (!licences.includes(typed.licence)) mistakes.licence = said.licence;
  if (!typed.isAgreed) mistakes.consent = said.consent;
  // A text that is far too long is not read at all.
  const marked = source.length > most * 40 ? undefined : markUp(source);
  const count = marked && 'words' in marked ? marked.words : source.split(/\s+/).length;
  if (marked && 'mistake' in marked) {
    const { mistake } = marked;
    mistakes.text =
      mistake.is === 'formula'
        ? fillPlaceholders(said.formula, { formula: mistake.formula })
        : said.formulas;
  } else if (!marked || count > most) {
    mistakes.text = fillPlaceholders(said.tooLong, { count: String(count), words: String(most) });
  }
  if (!marked || 'mistake' in marked || Object.keys(mistakes).length > 0) return { mistakes };
  const { licence, isFileShown } = typed;
  const digest = createHash('sha256')
    .update(JSON.stringify([marked.html, licence, isFileShown]))
    .digest('base64url');
  return { html: marked.html, plain: marked.plain, source, licence, isFileShown, digest };
}

/** The form about the page of a contribution. */
export function websiteForm(
  content: Content,
  { abstract }: OwnAbstract,
  typed: TypedPage,
  { mistakes = {}, canRead }: { mistakes?: Mistakes | undefined; canRead: boolean },
): Markup {
  const said = content.yourAbstract.website.form;
  const { words = 0, licences = [] } = content.conference.abstracts.website ?? {};
  const [first] = licences;
  const button = (step: Step, word: string, look: Parameters<typeof buttonClass>[0] = 'usual') =>
    html`<button class="${buttonClass(look)}" name="${STEP}" value="${step}">${word}</button>`;
  return html`<form method="post" action="${abstractPath(abstract)}/website" class="receipt-form">
    ${hiddenFields({ version: typed.version })}
    <p class="receipt-words">${said.intro}</p>
    ${linesField(
      {
        name: 'text',
        label: said.text,
        note: fillPlaceholders(said.textNote, { words: String(words) }),
        mistake: mistakes.text,
        value: typed.text,
      },
      { most: 20, lines: words, shown: 14 },
    )}
    ${
      canRead
        ? html`<p class="receipt-words">
            <button
              class="receipt-text-button"
              name="${STEP}"
              value="${'from-file' satisfies Step}"
              formnovalidate
            >
              ${said.fromFile}
            </button>
            <span class="receipt-note">${said.fromFileNote}</span>
          </p>`
        : undefined
    }
    ${choiceField(
      {
        name: 'licence',
        label: said.licence,
        note: said.licenceNote,
        mistake: mistakes.licence,
        value: typed.licence || (first?.name ?? ''),
      },
      licences.map(({ name }) => ({ value: name, words: name })),
    )}
    ${checkField('checkbox', {
      name: 'file',
      value: 'yes',
      isChecked: typed.isFileShown,
      label: fillPlaceholders(said.file, { file: abstract.fileName }),
    })}
    ${checkField('checkbox', { name: 'consent', value: 'yes', isChecked: typed.isAgreed, label: said.consent, more: mistakes.consent })}
    ${button('preview', said.preview)}
  </form>`;
}

/** The page as everybody will see it, with the button that publishes just this. */
export function websitePreview(
  content: Content,
  own: OwnAbstract,
  typed: TypedPage,
  { page, read }: { page: Markup; read: Extract<ReadPage, { digest: string }> },
): Markup {
  const said = content.yourAbstract.website.form;
  const { text, licence, isFileShown, version } = typed;
  const hidden = hiddenFields({
    version,
    text,
    licence,
    file: isFileShown ? 'yes' : undefined,
    consent: 'yes',
    seen: read.digest,
  });
  return html`<p class="receipt-words">${said.previewNote}</p>
    <div class="receipt-asks receipt-text">${page}</div>
    <form method="post" action="${abstractPath(own.abstract)}/website" class="receipt-answers">
      ${hidden}
      <button class="${buttonClass()}" name="${STEP}" value="${'publish' satisfies Step}">
        ${said.publish}
      </button>
      <button class="${buttonClass('quiet')}" name="${STEP}" value="${'edit' satisfies Step}">
        ${said.back}
      </button>
    </form>`;
}
