import type { Content } from '#contract/content.ts';
import { placed } from './outlines.ts';
import { rasterise } from './rasterise.ts';
import { lineOf, openTypefaces, widthOf } from './typesetting.ts';

const SIDE = 512;

/**
 * The icons of a conference without its own, by their file names: the drawing of its emblem, or the first letters of its
 * name on the accent.
 */
export async function makeIcons(
  { conference }: Content,
  sizes: readonly number[],
): Promise<Map<string, Uint8Array | string>> {
  const svg = await iconOf(conference);
  const icons = new Map<string, Uint8Array | string>([['favicon.svg', svg]]);
  for (const size of sizes) icons.set(`icon-${size}.png`, await rasterise({ svg, width: size }));
  return icons;
}

async function iconOf({ name, shortName = name, looks }: Content['conference']): Promise<string> {
  const { paper, accent, onAccent } = looks.palette.light;
  const around = (ground: string, within: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIDE} ${SIDE}"><path fill="${ground}" d="M0 0h${SIDE}v${SIDE}H0z"/>${within}</svg>`;
  if (looks.emblemDrawing) {
    const box = { x: 64, y: 64, width: SIDE - 128, height: SIDE - 128 };
    return around(paper, placed(looks.emblemDrawing, box));
  }
  const text = initialsOf(shortName);
  const typefaces = await openTypefaces([text], looks.fonts);
  const font = typefaces.fonts.get('display');
  const look = { face: 'display', size: 1 } as const;
  const wide = widthOf(typefaces, { text, style: 'badge', size: 1 });
  const size = Math.min(320, (SIDE - 120) / wide);
  const x = (SIDE - wide * size) / 2;
  // Capital letters are about seven tenths of the size high.
  const place = { x, y: SIDE / 2 + size * 0.34, size };
  const letters = lineOf(typefaces, text, look) ? (font?.outlineOf(text, place) ?? '') : '';
  return around(accent, `<path fill="${onAccent}" d="${letters}"/>`);
}

/** The first letters of the first two words: numbers such as the year are no words. */
function initialsOf(name: string): string {
  const words = name.split(/[\s-]+/).filter((word) => /^\p{L}/u.test(word));
  return words
    .slice(0, 2)
    .map((word) => [...word][0]?.toUpperCase() ?? '')
    .join('');
}
