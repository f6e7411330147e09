import { ink, page, type Canvas, unread, writeUnread } from './canvas.ts';
import { fitted } from './typesetting.ts';

/** The width of the brackets, bonds and year beside the name. */
const AROUND = 56;

/**
 * Draws the name of the conference as chemists write a polymer: the name in brackets as the repeat unit, and the year as
 * the count. By default the nameplate is at the top of a page. It is never wider than `place.width`.
 */
export function nameplate(
  canvas: Canvas,
  name: string,
  year: number,
  place: { x: number; y: number; scale: number; width: number } = {
    x: page.margin,
    y: 46,
    scale: 1,
    width: 370,
  },
): void {
  const { doc } = canvas;
  const unit = name.replace(String(year), '').trim();
  const [x, y, height, arm] = [12, 0, 30, 5];
  unread(doc, () => {
    doc.translate(place.x, place.y).scale(place.scale);
    // The frame is lower than two lines of the smallest size, so the name stays on one line.
    const room = { width: place.width / place.scale - AROUND, height: 23 };
    const { text, size } = fitted(canvas, unit, 'name', { ...room, largest: 18, smallest: 9.5 });
    const words = { face: 'serif', size, color: ink.black, x: x + 6 } as const;
    const right = x + writeUnread(canvas, text, { ...words, y: y + 5 + (18 - size) * 0.6 }) + 12;
    doc
      .moveTo(x + arm, y)
      .lineTo(x, y)
      .lineTo(x, y + height)
      .lineTo(x + arm, y + height);
    doc
      .moveTo(right - arm, y)
      .lineTo(right, y)
      .lineTo(right, y + height);
    doc.lineTo(right - arm, y + height);
    doc.moveTo(x - 12, y + height / 2).lineTo(x, y + height / 2);
    doc.moveTo(right, y + height / 2).lineTo(right + 12, y + height / 2);
    doc.lineWidth(1.3).stroke(ink.black);
    if (name.includes(String(year))) {
      const count = { face: 'semibold', size: 9, color: ink.accent } as const;
      writeUnread(canvas, String(year), { ...count, x: right + 3, y: y + height - 3 });
    }
  });
}
