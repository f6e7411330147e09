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

/** A mail address as a link. */
export function mailtoLink({ email }: { email: string }): Markup {
  return html`<a href="mailto:${email}">${email}</a>`;
}
