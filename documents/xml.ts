/** XML that is complete: `xml` makes it and escapes every piece of text. */
export type Xml = { readonly xml: string };

type Piece = Xml | string | number | undefined | readonly Xml[];

export function xml(parts: TemplateStringsArray, ...pieces: Piece[]): Xml {
  return { xml: String.raw({ raw: parts }, ...pieces.map(xmlOf)) };
}

function xmlOf(piece: Piece): string {
  if (piece === undefined) return '';
  if (typeof piece === 'string') return escapedXml(piece);
  if (typeof piece === 'number') return String(piece);
  return 'xml' in piece ? piece.xml : piece.map(xmlOf).join('');
}

/** Characters that XML forbids. `escapedXml` removes them. */
// oxlint-disable-next-line no-control-regex
const IMPOSSIBLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Text for an element or an attribute in double quotes. */
export function escapedXml(text: string): string {
  return text
    .toWellFormed()
    .replace(IMPOSSIBLE, '')
    .replace(/[<>&"\r]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
