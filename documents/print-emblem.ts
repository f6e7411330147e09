import { type Canvas, ink, unread } from './canvas.ts';
import { drawEmblem, type Place } from './emblem.ts';

/** Draws the emblem of a text on the page. Screen readers skip it. */
export function printEmblem({ doc, accent }: Canvas, text: string, place: Place): void {
  const { chain, marks, lineWidth, around, thinWidth } = drawEmblem(text, place);
  unread(doc, () => {
    doc.lineCap('round').lineJoin('round');
    if (around !== '') doc.path(around).lineWidth(thinWidth).stroke(ink.rule);
    doc.path(chain).lineWidth(lineWidth).stroke(ink.black);
    doc.path(marks).fill(accent);
  });
}
