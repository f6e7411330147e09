import type { Content } from '#contract/content.ts';
import { heroDrawing } from '#site/home/hero-drawing.ts';
import type { Chain } from '#site/ui/melt.ts';
import { pointOf } from '#site/ui/melt-drawing.ts';
import { escaped, families, openRaster, type Raster } from './raster.ts';
import { ink } from '#documents/sheet.ts';

const WIDTH = 1200;
const HEIGHT = 630;
const MARGIN = 64;
/** The drawing of the home page, moved and scaled to fill the right of the picture. */
const ART = { x: 500, y: -16, scale: 0.73 };

type Words = {
  text: string;
  x: number;
  y: number;
  size: number;
  family: string;
  color: string;
  tracking?: number;
};

/** What is shown where somebody passes on an address of the site: 1200 x 630, as the previews of all networks want it. */
export async function makeSharePicture({ conference, home }: Content): Promise<Buffer> {
  const raster = await openRaster();
  const { heading } = home.hero;
  const title = { family: families.serif, size: 72, tracking: -1.6 };
  const label = { family: families.sans, size: 20 };
  const lines = broken(raster, heading, title, 560);
  const facts = [
    conference.dates.text,
    `${conference.city}, ${conference.country}`,
    conference.venue.name,
  ];
  const serif = { family: families.serif, color: ink.black };
  const words: Words[] = [
    { text: conference.name, x: MARGIN, y: 96, size: 38, tracking: -0.6, ...serif },
    ...lines.map((text, line) => ({
      text,
      x: MARGIN,
      y: 442 + (line - lines.length + 1) * 74,
      color: ink.black,
      ...title,
    })),
    ...facts.map((text, at) => ({ text, x: MARGIN + at * 365, y: 572, size: 30, ...serif })),
    ...broken(raster, conference.fullTitle, label, 520).map((text, line) => ({
      text,
      x: MARGIN,
      y: 134 + line * 27,
      color: ink.accent,
      ...label,
    })),
  ];
  return raster.png(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">` +
      `<rect width="${WIDTH}" height="${HEIGHT}" fill="${ink.paper}"/>${art()}` +
      `<rect y="512" width="${WIDTH}" height="${HEIGHT - 512}" fill="${ink.paper}"/>` +
      `<path d="M${MARGIN} 512H${WIDTH - MARGIN}" stroke="${ink.black}" stroke-width="1.5"/>` +
      `${words.map(textOf).join('')}</svg>`,
  );
}

function art(): string {
  const { heavy, fine, monomers } = heroDrawing();
  const dots = monomers.map(({ x, y }) => `<circle cx="${x.toFixed(1)}" cy="${y}" r="9"/>`);
  return (
    `<g transform="translate(${ART.x} ${ART.y}) scale(${ART.scale})" fill="none" stroke="${ink.black}" stroke-linecap="round" stroke-linejoin="round">` +
    `<path d="${fine.map(lineOf).join('')}" stroke-width="1.7" stroke-opacity="0.5"/>` +
    `<path d="${heavy.map(lineOf).join('')}" stroke-width="4.2"/>` +
    `<g fill="${ink.accent}" stroke="none">${dots.join('')}</g></g>`
  );
}

function lineOf(chain: Chain): string {
  const points = chain.map(pointOf).map(({ x, y }) => `${x.toFixed(1)} ${y}`);
  return `M${points.join('L')}`;
}

function textOf({ text, x, y, size, family, color, tracking = 0 }: Words): string {
  return `<text x="${x}" y="${y}" font-family="${family}" font-size="${size}" letter-spacing="${tracking}" fill="${color}">${escaped(text)}</text>`;
}

/** Lines no wider than `width`, as even as they can be. */
function broken(
  raster: Raster,
  text: string,
  look: Parameters<Raster['widthOf']>[1],
  width: number,
) {
  const within = (limit: number) =>
    text.split(' ').reduce<string[]>((lines, word) => {
      const longer = [lines.at(-1), word].filter(Boolean).join(' ');
      if (raster.widthOf(longer, look) > limit) return [...lines, word];
      return [...lines.slice(0, -1), longer];
    }, []);
  const fewest = within(width).length;
  let narrow = width;
  while (narrow > 200 && within(narrow - 20).length === fewest) narrow -= 20;
  return within(narrow);
}
