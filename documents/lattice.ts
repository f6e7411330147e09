import { type Chain, latticeWalks } from '#contract/lattice-walks.ts';
import { ink, type Sheet, unread } from './sheet.ts';

type Place = { x: number; y: number; width: number; height: number };

/** The length of a bond in points. */
const BOND = 15;
const STEP_X = BOND * Math.sqrt(0.75);
const STEP_Y = BOND / 2;

/**
 * The house's drawing, polymer chains that grow denser towards the right, with marks of the accent on the longest. Each
 * text has chains of its own.
 */
export function lattice(sheet: Sheet, text: string, { x, y, width, height }: Place): void {
  const { doc, accent } = sheet;
  const seed = [...text].reduce((hash, sign) => (hash * 31 + sign.charCodeAt(0)) | 0, 7);
  const chains = latticeWalks({
    seed,
    columns: Math.ceil(width / STEP_X),
    rows: Math.ceil(height / STEP_Y),
    density: (across) => Math.min(1, across * 1.6),
  });
  const at = ([column, row]: Chain[number]): [number, number] => [
    x + column * STEP_X,
    y + row * STEP_Y,
  ];
  const line = (chain: Chain) => {
    for (const [nth, atom] of chain.entries()) {
      if (nth === 0) doc.moveTo(...at(atom));
      else doc.lineTo(...at(atom));
    }
  };
  const [longest = [], ...others] = chains;
  unread(doc, () => {
    doc.lineCap('round').lineJoin('round');
    for (const chain of others) line(chain);
    doc.lineWidth(0.6).stroke(ink.rule);
    line(longest);
    doc.lineWidth(1.6).stroke(ink.black);
    const marked = longest.filter((_, nth) => nth % 9 === 4);
    for (const atom of marked) doc.circle(...at(atom), 3.4);
    if (marked.length > 0) doc.fill(accent);
  });
}
