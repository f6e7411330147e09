import * as z from 'zod/mini';
import { html, type Markup } from '#server/markup.ts';

const Span = z.object({
  text: z.string(),
  isBold: z.optional(z.boolean()),
  /** The address of a link. A line break in a paragraph is a span with the text "\n". */
  address: z.optional(z.string()),
});
/** A piece of a line in one style. */
export type Span = z.output<typeof Span>;

export const Block = z.object({
  kind: z.enum(['paragraph', 'bullets', 'numbers']),
  /** The points of a list; a paragraph has one. */
  items: z.array(z.array(Span)),
});
/** A paragraph or a list in an organiser's text. */
export type Block = z.output<typeof Block>;

export function blockAsText({ kind, items }: Block): string {
  const marks = {
    paragraph: () => '',
    bullets: () => '- ',
    numbers: (at: number) => `${at + 1}. `,
  };
  return items.map((spans, at) => marks[kind](at) + spans.map(spanAsText).join('')).join('\n');
}

function spanAsText({ text, address }: Span): string {
  return address === undefined || address === text ? text : `${text} (${address})`;
}

/** `link` is the colour of links. */
export function blockAsHtml({ kind, items }: Block, link: string): Markup {
  const lines = items.map((spans) => html`${spans.map((span) => spanAsHtml(span, link))}`);
  const points = lines.map((line) => html`<li style="margin:0 0 6px">${line}</li> `);
  switch (kind) {
    case 'paragraph':
      return html`<p style="margin:0 0 16px">${lines}</p> `;
    case 'bullets':
      return html`<ul style="margin:0 0 16px;padding:0 20px">
        ${points}
      </ul> `;
    case 'numbers':
      return html`<ol style="margin:0 0 16px;padding:0 24px">
        ${points}
      </ol> `;
  }
}

function spanAsHtml({ text, isBold = false, address }: Span, link: string): Markup {
  const words = html`${text.split('\n').map((line, at) => (at === 0 ? html`${line}` : html`<br />${line}`))}`;
  const weighty = isBold ? html`<strong>${words}</strong>` : words;
  return address === undefined
    ? weighty
    : html`<a class="link" href="${address}" style="color:${link};word-break:break-word"
        >${weighty}</a
      >`;
}
