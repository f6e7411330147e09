/** Markup that is safe to send: made by `html`, which escapes every piece of text put into it. */
export type Html = { readonly markup: string };

type Piece = Html | string | number | readonly Html[];

export function html(parts: TemplateStringsArray, ...pieces: Piece[]): Html {
  return { markup: String.raw({ raw: parts }, ...pieces.map(markupOf)) };
}

export const blank: Html = { markup: '' };

/** A row of a description list. */
export function fact(term: string, value: string): Html {
  return html`<div>
    <dt>${term}</dt>
    <dd>${value}</dd>
  </div>`;
}

function markupOf(piece: Piece): string {
  if (typeof piece === 'string') return escape(piece);
  if (typeof piece === 'number') return String(piece);
  return 'markup' in piece ? piece.markup : piece.map(markupOf).join('');
}

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
