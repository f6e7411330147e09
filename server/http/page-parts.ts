import type { Content } from '#contract/content.ts';
import { html, type Markup } from '#server/markup.ts';

/** A label with its lines, for a list of facts; empty lines are left out. The styles are in site/receipt.css. */
export function factRow(label: string, lines: readonly string[]): Markup {
  return html`<div>
    <dt>${label}</dt>
    <dd>
      ${lines.filter((line) => line !== '').map((line) => html`<span><bdi>${line}</bdi></span>`)}
    </dd>
  </div> `;
}

/** A row of a table of amounts, with a note below its words. */
export function amountRow(
  words: string,
  amount: string,
  note?: { label?: string; text: string },
): Markup {
  const label = note?.label === undefined ? '' : `${note.label}: `;
  return html`<tr>
    <th scope="row">
      ${words} ${note && html`<span class="receipt-note">${label}<bdi>${note.text}</bdi></span>`}
    </th>
    <td class="receipt-amount">${amount}</td>
  </tr> `;
}

/** A row of the net amount or the tax in a total: below the total, and quieter. */
export function taxRow({ words, amount }: { words: string; amount: string }): Markup {
  return html`<tr class="receipt-tax">
    <th scope="row">${words}</th>
    <td class="receipt-amount">${amount}</td>
  </tr> `;
}

/** A page with a title and sentences; `more` follows. */
export function pageOfWords(title: string, words: readonly string[], more?: Markup): Markup {
  return html`<article class="receipt">
    <h1>${title}</h1>
    ${words.map((text) => html`<p class="receipt-words">${text}</p> `)} ${more}
  </article>`;
}

/** A refusal, or the words above a form with mistakes: screen readers read them first. */
export function alert(words: string | undefined): Markup | undefined {
  return words === undefined ? undefined : html`<p class="receipt-words" role="alert">${words}</p>`;
}

/** A form with one button and nothing to fill in. */
export function buttonForm(action: string, words: string, { isQuiet = false } = {}): Markup {
  return html`<form method="post" action="${action}">
    <button class="${isQuiet ? 'receipt-download receipt-quiet' : 'receipt-download'}">
      ${words}
    </button>
  </form> `;
}

/** The note beside a form that asks for personal data. */
export function privacyNote({ privacy, base }: Pick<Content, 'privacy' | 'base'>): Markup {
  const { text, link } = privacy.formNote;
  return html`<p class="receipt-words">${text} <a href="${base}/privacy">${link}</a></p>`;
}

/** A mail address as a link. */
export function mailtoLink({ email }: { email: string }): Markup {
  return html`<a href="mailto:${email}">${email}</a>`;
}
