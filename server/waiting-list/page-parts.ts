import type { Content } from '#contract/content.ts';
import { html, type Markup } from '#server/markup.ts';

/** A page with a title and sentences; `more` follows. The styles are in site/receipt.css. */
export function pageOfWords(title: string, words: readonly string[], more?: Markup): Markup {
  return html`<article class="receipt">
    <h1>${title}</h1>
    ${words.map((text) => html`<p class="receipt-words">${text}</p> `)} ${more}
  </article>`;
}

/** The names of fields that are not filled in correctly, or another refusal. */
export function alert(text: string | undefined): Markup | undefined {
  return text === undefined
    ? undefined
    : html`<p class="receipt-words" role="alert" tabindex="-1">${text}</p>`;
}

export type Input = {
  name: string;
  label: string;
  value?: string | undefined;
  type?: 'text' | 'email' | 'tel' | 'number';
  /** The name by which browsers fill the field in. */
  autocomplete?: string;
  most?: number;
  isWrong: boolean;
  isOptional?: boolean;
};

/** A field with its label above it. */
export function inputField(input: Input): Markup {
  const { name, label, value = '', type = 'text', autocomplete = 'off', most } = input;
  const limit = type === 'number' ? html`min="0" max="${most}"` : html`maxlength="${most}"`;
  const wrong = input.isWrong ? html`aria-invalid="true"` : undefined;
  const required = input.isOptional ? undefined : html`required`;
  return html`<label class="receipt-field">
    <span>${label}</span>
    <input
      class="control"
      name="${name}"
      type="${type}"
      value="${value}"
      autocomplete="${autocomplete}"
      ${limit}
      ${wrong}
      ${required}
    />
  </label> `;
}

/** The note beside a form that asks for personal data. */
export function privacyNote({ formNote: { text, link } }: Content['privacy']): Markup {
  return html`<p class="receipt-words">${text} <a href="/privacy">${link}</a></p>`;
}

export function hiddenField(name: string, value: string): Markup {
  return html`<input type="hidden" name="${name}" value="${value}" /> `;
}

/** A form with one button and nothing to fill in. */
export function buttonForm(action: string, words: string, { isQuiet = false } = {}): Markup {
  return html`<form method="post" action="${action}">
    <button class="${isQuiet ? 'receipt-download receipt-quiet' : 'receipt-download'}">
      ${words}
    </button>
  </form> `;
}
