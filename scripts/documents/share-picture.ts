import type { Content } from '#contract/content.ts';
import { type Chain, latticeWalks } from '#site/ui/lattice-walks.ts';
import { escaped, families, openRaster, type Raster } from './raster.ts';
import { ink } from '#documents/sheet.ts';

const WIDTH = 1200;
const HEIGHT = 630;
const MARGIN = 64;
/** Chains that thin out towards the words, moved and scaled to fill the right of the picture, with monomers on them. */
const ART = { x: 500, y: -16, scale: 0.73, bond: 26, columns: 44, rows: 69, monomers: 20 };

type Words = {
  text: string;
  x: number;
  y: number;
  size: number;
  family: string;
  color: string;
  tracking?: number;
};

/** The preview picture of a shared link: 1200 x 630, the size that all networks expect. */
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
  const { columns, rows, monomers } = ART;
  // Short ends among the words are left out.
  const chains = latticeWalks({ seed: 8, columns, rows, density }).filter((chain) =>
    chain.every(([column]) => column > 7),
  );
  const [heavy, fine] = [chains.slice(0, 2), chains.slice(2)];
  const atoms = heavy.flat();
  const dots = Array.from({ length: monomers }, (_, dot) => {
    const atom = atoms[Math.floor(((dot + 0.3) * atoms.length) / monomers)];
    return atom ? `<circle cx="${placeOf(atom).x}" cy="${placeOf(atom).y}" r="9"/>` : '';
  });
  return (
    `<g transform="translate(${ART.x} ${ART.y}) scale(${ART.scale})" fill="none" stroke="${ink.black}" stroke-linecap="round" stroke-linejoin="round">` +
    `<path d="${fine.map(lineOf).join('')}" stroke-width="1.7" stroke-opacity="0.5"/>` +
    `<path d="${heavy.map(lineOf).join('')}" stroke-width="4.2"/>` +
    `<g fill="${ink.accent}" stroke="none">${dots.join('')}</g></g>`
  );
}

function density(x: number, y: number): number {
  const distance = Math.hypot((x - 1) / 1.05, (y - 0.45) / 0.85);
  return distance < 0.62 ? 1 : Math.max(0, 1 - (distance - 0.62) / 0.42);
}

function lineOf(chain: Chain): string {
  return `M${chain.map((atom) => `${placeOf(atom).x} ${placeOf(atom).y}`).join('L')}`;
}

function placeOf([column, row]: Chain[number]) {
  return {
    x: Math.round(column * ART.bond * Math.sqrt(0.75) * 10) / 10,
    y: (row * ART.bond) / 2,
  };
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
