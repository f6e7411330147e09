/** HTML that is safe to send: `html` makes it and escapes every piece of text. */
export type Markup = { readonly markup: string };

type Piece = Markup | string | number | undefined | readonly Markup[];

export function html(parts: TemplateStringsArray, ...pieces: Piece[]): Markup {
  let markup = parts[0] ?? '';
  let at = 0;
  for (const piece of pieces) markup += markupOf(piece) + (parts[++at] ?? '');
  return { markup };
}

/** A whole page without scripts, which somebody opens as a file or behind a password. */
export function wholePage(
  title: string,
  { head, style, body }: { head?: Markup; style: Markup; body: Markup },
): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        ${head}
        <title>${title}</title>
        ${style}
      </head>
      <body>
        ${body}
      </body>
    </html> `.markup;
}

/** Text for an element or a quoted attribute. */
function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

function markupOf(piece: Piece): string {
  if (piece === undefined) return '';
  if (typeof piece === 'string') return escaped(piece);
  if (typeof piece === 'number') return String(piece);
  return 'markup' in piece ? piece.markup : piece.map(markupOf).join('');
}
