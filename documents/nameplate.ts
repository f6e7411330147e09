import { ink, page, type Sheet, unread } from './sheet.ts';

/** The name as chemists write a polymer: the repeat unit in brackets, the year as its count. */
export function nameplate({ doc }: Sheet, name: string, year: number): void {
  const unit = name.replace(String(year), '').trim();
  const [x, y, height, arm] = [page.margin + 12, 46, 30, 5];
  unread(doc, () => {
    doc.font('serif').fontSize(18);
    const width = doc.widthOfString(unit) + 12;
    doc.fillColor(ink.black).text(unit, x + 6, y + 5, { lineBreak: false });
    const right = x + width;
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
      doc.font('semibold').fontSize(9).fillColor(ink.accent);
      doc.text(String(year), right + 3, y + height - 3, { lineBreak: false });
    }
  });
}
