import {
  ink,
  leftOf,
  page,
  paint,
  type Canvas,
  unread,
  writeUnread,
  writeUnreadLine,
} from './canvas.ts';
import { fitted, linesOf, styles, widthOf } from './typesetting.ts';

type Place = { x: number; y: number; scale: number; width: number };

/** The height of a nameplate at scale 1. */
const HEIGHT = 30;

/**
 * Draws the logo of the conference, or its name. By default the nameplate is at the top of a page. It is never wider than
 * `place.width`.
 */
export function nameplate(
  canvas: Canvas,
  name: string,
  year: number,
  place: Place = { x: page.margin, y: 46, scale: 1, width: 370 },
): void {
  const { doc, looks, drawings, isMirrored } = canvas;
  const { logo } = drawings;
  const left = leftOf(canvas, place.x, place.width);
  if (logo) {
    const box: [number, number] = [place.width, HEIGHT * 1.2 * place.scale];
    const fit = {
      fit: box,
      valign: 'center',
      ...(isMirrored && { align: 'right' as const }),
    } as const;
    return unread(doc, () => doc.image(logo.png, left, place.y, fit));
  }
  // Within the nameplate x is counted from its own left edge.
  const inFrame = { ...canvas, isMirrored: false };
  if (looks.wordmark === 'repeat-unit') {
    return repeatUnit(inFrame, name, year, { ...place, x: left, isAtEnd: isMirrored });
  }
  unread(doc, () => {
    doc.translate(left, place.y).scale(place.scale);
    const frame = { width: place.width / place.scale, height: HEIGHT, largest: 18, smallest: 9.5 };
    const { text, size } = fitted(canvas, name, 'name', frame);
    const lines = linesOf(canvas, text, 'name', frame.width, size);
    const leading = size * styles.name.leading;
    const top = (HEIGHT - lines.length * leading) / 2;
    for (const [nth, line] of lines.entries()) {
      const y = top + nth * leading;
      const words = { face: 'serif', size, color: ink.black, y } as const;
      const end = { x: frame.width, align: 'end' } as const;
      writeUnreadLine(inFrame, line, { ...words, ...(isMirrored ? end : { x: 0 }) });
    }
  });
}

/** The width of the brackets, lines and year beside the name. */
const AROUND = 56;

/** The name in brackets as the repeat unit of a formula, and the year as the count. */
function repeatUnit(
  canvas: Canvas,
  name: string,
  year: number,
  place: Place & { isAtEnd: boolean },
): void {
  const { doc } = canvas;
  const unit = name.replace(String(year), '').trim();
  const [x, y, height, arm] = [12, 0, HEIGHT, 5];
  unread(doc, () => {
    // The frame is lower than two lines of the smallest size, so the name stays on one line.
    const room = { width: place.width / place.scale - AROUND, height: 23 };
    const { text, size } = fitted(canvas, unit, 'name', { ...room, largest: 18, smallest: 9.5 });
    const free = room.width - widthOf(canvas, { text, style: 'name', size });
    doc.translate(place.x + (place.isAtEnd ? free * place.scale : 0), place.y).scale(place.scale);
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
    doc.lineWidth(1.3).stroke(paint(canvas, ink.black));
    if (name.includes(String(year))) {
      const count = { face: 'semibold', size: 9, color: ink.accent } as const;
      writeUnread(canvas, String(year), { ...count, x: right + 3, y: y + height - 3 });
    }
  });
}
