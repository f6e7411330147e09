import type { Content } from '#contract/content.ts';
import { drawLattice } from './lattice.ts';
import { factsOf, nameplate } from '#documents/nameplate.ts';
import {
  column,
  ink,
  measure,
  page,
  rule,
  type Sheet,
  span,
  turnPage,
  write,
} from '#documents/sheet.ts';

export function coverPage(sheet: Sheet, { conference, home, pages }: Content): void {
  turnPage(sheet, ink.paper);
  drawLattice(sheet, {
    seed: 23,
    x: 0,
    y: -8,
    width: page.width,
    height: 560,
    bond: 17,
    density: thinningToTheWords,
    heavy: 2,
    dots: 20,
  });
  nameplate(sheet, conference.name, conference.dates.year);

  const { heading } = home.hero;
  const facts = factsOf({ conference, home, pages });
  const factsTop = page.height - page.margin - 62;
  const width = span(11);
  const y = factsTop - 52 - measure(sheet, heading, 'title', width);
  write(sheet, {
    text: conference.fullTitle,
    style: 'label',
    color: ink.accent,
    x: column(0),
    y: y - 24,
    width,
  });
  write(sheet, { text: heading, style: 'title', tag: 'H1', x: column(0), y, width });

  rule(sheet, column(0), factsTop, span(12), ink.black);
  for (const [at, [label, fact]] of facts.entries()) {
    const place = { x: column(at * 4), width: span(4) };
    write(sheet, { text: label, style: 'label', color: ink.soft, y: factsTop + 12, ...place });
    write(sheet, { text: fact, style: 'name', y: factsTop + 27, ...place });
  }
}

function thinningToTheWords(x: number, y: number): number {
  if (x < 0.46 && y < 0.2) return 0;
  const distance = Math.hypot((x - 1.05) / 1.15, (y - 0.25) / 0.8);
  return distance < 0.5 ? 1 : Math.max(0, 1 - (distance - 0.5) / 0.36);
}
