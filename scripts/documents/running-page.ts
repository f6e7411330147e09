import type { Conference } from '#contract/content/conference-shape.ts';
import {
  balanced,
  column,
  ink,
  page,
  rule,
  type Sheet,
  span,
  turnPage,
  unread,
  write,
} from '#documents/sheet.ts';

/** Where the text of a page begins, and where it must end. */
export const top = page.margin + 28;
export const bottom = page.height - page.margin - 22;

/** An inner page: the name of the conference above, its dates and the number of the page below. */
export function runningPage(sheet: Sheet, conference: Conference, number: number): void {
  turnPage(sheet, ink.paper);
  const { doc } = sheet;
  unread(doc, () => {
    doc.font('semibold').fontSize(8).fillColor(ink.black);
    doc.text(conference.name, page.margin, 34, { lineBreak: false });
    doc.font('sans').fillColor(ink.soft);
    const foot = page.height - 44;
    doc.text(
      `${conference.dates.text} · ${conference.city}, ${conference.country}`,
      page.margin,
      foot,
      {
        lineBreak: false,
      },
    );
    doc.text(String(number), page.width - page.margin - 60, foot, { width: 60, align: 'right' });
  });
}

type Opening = { heading: string; intro?: string; eyebrow?: string; number: number };

/** A section in the site's layout: a rule, its number in the margin, heading and introduction beside it. */
export function openSection(sheet: Sheet, y: number, opening: Opening): number {
  const { heading, intro, eyebrow, number } = opening;
  sheet.doc.outline.addItem(heading);
  rule(sheet, column(0), y, span(12), ink.black);
  unread(sheet.doc, () => {
    sheet.doc.font('sans').fontSize(9.5).fillColor(ink.accent);
    sheet.doc.text(`§ ${String(number).padStart(2, '0')}`, column(0), y + 14, { lineBreak: false });
  });
  const x = column(2);
  let end = y + 12;
  if (eyebrow) end = write(sheet, { text: eyebrow, style: 'label', x, y: end, width: span(9) }) + 6;
  const lines = balanced(sheet, heading, 'heading', span(9));
  end = write(sheet, { text: heading, style: 'heading', tag: 'H2', x, y: end, width: lines });
  if (!intro) return end + 20;
  const width = span(9);
  const color = ink.soft;
  return write(sheet, { text: intro, style: 'lead', color, x: column(2), y: end + 10, width }) + 24;
}
