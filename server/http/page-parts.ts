import type { Content } from '#contract/content.ts';
import { aroundAddress } from '#contract/content/languages.ts';
import { html, type Markup } from '#server/markup.ts';

/**
 * A label with its lines, for a list of facts; empty lines are left out, and `below` is small. The styles are in
 * site/receipt.css.
 */
export function factRow(label: string, lines: readonly string[], below?: string): Markup {
  return html`<div>
    <dt>${label}</dt>
    <dd>
      ${lines.filter((line) => line !== '').map((line) => html`<span><bdi>${line}</bdi></span>`)}
      ${small(below)}
    </dd>
  </div> `;
}

/** A note in small below the words that it belongs to. */
export function small(note: string | undefined): Markup | undefined {
  return note === undefined
    ? undefined
    : html`<span class="receipt-note"><bdi>${note}</bdi></span>`;
}

/** A part of a page that readers unfold; `note` stands beside its heading. */
export function fold({ id, heading, note, isOpen = false }: Fold, body: Markup): Markup {
  return html`<details class="receipt-part" id="${id}" ${isOpen ? html`open` : undefined}>
    <summary>
      <h2>${heading}</h2>
      ${note === undefined ? undefined : html`<span class="receipt-note">${note}</span>`}
    </summary>
    <div class="receipt-folded">${body}</div>
  </details> `;
}

type Fold = { id: string; heading: string; note?: string | undefined; isOpen?: boolean };

/** A row of a table of amounts: the second line of its words, such as the hotel of a room, and a note are small. */
export function amountRow(
  words: string,
  amount: string,
  note?: { label?: string; text: string },
): Markup {
  const label = note?.label === undefined ? '' : `${note.label}: `;
  const [line = '', below] = words.split('\n');
  return html`<tr>
    <th scope="row">
      ${line} ${small(below)}
      ${note && html`<span class="receipt-note">${label}<bdi>${note.text}</bdi></span>`}
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

/** The page for a link that opens nothing, because it is incomplete, replaced or invented: the words, and the address that helps. */
export function pageOfLostLink(
  { mails, conference }: Pick<Content, 'mails' | 'conference'>,
  { title, notFound }: { title: string; notFound: string },
): Markup {
  const contact = writeTo(mails.paymentLink.contact, conference);
  return pageOfWords(title, [notFound], html`<p class="receipt-words">${contact}</p>`);
}

/** A refusal, or the words above a form with mistakes: screen readers read them first. */
export function alert(words: string | undefined): Markup | undefined {
  return words === undefined ? undefined : html`<p class="receipt-words" role="alert">${words}</p>`;
}

/** The look of a button: an act that ends or deletes something is not in the accent, and a quiet one has a line around it. */
export type Look = 'usual' | 'ending' | 'quiet';

/** The classes of a button, and of a link that looks like one. */
export function buttonClass(look: Look = 'usual'): string {
  return look === 'usual' ? 'receipt-download' : `receipt-download receipt-${look}`;
}

/** A form with one button and nothing to fill in. */
export function buttonForm(action: string, words: string, look?: Look): Markup {
  return html`<form method="post" action="${action}">
    <button class="${buttonClass(look)}">${words}</button>
  </form> `;
}

/** The note beside a form that asks for personal data. */
export function privacyNote({ privacy, base }: Pick<Content, 'privacy' | 'base'>): Markup {
  const { text, link } = privacy.formNote;
  return html`<p class="receipt-words">${text} <a href="${base}/privacy">${link}</a></p>`;
}

/** Words that end with "please write to", and the address as a link. */
export function writeTo(
  words: string | Markup,
  { language, secretary }: { language: string; secretary: { email: string } },
  { email } = secretary,
): Markup {
  const [before, after] = aroundAddress(language);
  return html`${words}${before}<a href="mailto:${email}">${email}</a>${after}`;
}
