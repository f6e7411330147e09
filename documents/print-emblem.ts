import { type Canvas, ink, leftOf, paint, unread } from './canvas.ts';
import { drawEmblem, type Place } from './emblem.ts';

/** Draws the emblem of a text on the page, or the drawing of the theme. Screen readers skip it. */
export function printEmblem(canvas: Canvas, text: string, place: Place): void {
  const { doc, looks, drawings } = canvas;
  const { y, radius } = place;
  const x = leftOf(canvas, place.x, 0);
  if (drawings.emblem) {
    const { png } = drawings.emblem;
    const box: [number, number] = [2 * radius, 2 * radius];
    const fit = { fit: box, align: 'center', valign: 'center' } as const;
    return unread(doc, () => doc.image(png, x - radius, y - radius, fit));
  }
  const { lattice } = looks;
  if (!lattice) return;
  const { line, marks, lineWidth, around, thinWidth } = drawEmblem(text, place, lattice);
  unread(doc, () => {
    doc.lineCap('round').lineJoin('round');
    // The lines around the emblem are turned to the other side of the page; the emblem itself is the same everywhere.
    const turn = () => canvas.isMirrored && doc.translate(doc.page.width, 0).scale(-1, 1);
    turn();
    if (around !== '') doc.path(around).lineWidth(thinWidth).stroke(paint(canvas, ink.rule));
    turn();
    doc.translate(x - place.x, 0);
    doc.path(line).lineWidth(lineWidth).stroke(paint(canvas, ink.black));
    doc.path(marks).fill(paint(canvas, ink.accent));
  });
}
