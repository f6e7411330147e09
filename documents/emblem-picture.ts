import type { Content } from '#contract/content.ts';
import { drawEmblem } from './emblem.ts';
import { rasterise } from './rasterise.ts';
import {
  fitted,
  type Fitted,
  linesOf,
  marked,
  openTypefaces,
  styles,
  type Typefaces,
  withoutUnknown,
} from './typesetting.ts';

/** In pixels. Networks show a square picture of this size without scaling it. */
const SIZE = 1080;
const MARGIN = 84;
const WIDTH = SIZE - 2 * MARGIN;
const BOTTOM = SIZE - MARGIN;
/** The distance between text and emblem, and the height in which the thin chains fade above the text. */
const APART = 64;
const FADE = 220;
/** Text and chains are in the colour that is legible on the accent. */
const LIGHT = '#fffaf3';

/** The lines of the picture, each with the space above it. */
type Block = Fitted & { above: number };

/**
 * A picture to share: the emblem of a participant on the accent of the conference, with name, dates and place of the
 * conference, as a PNG file. It has the name of the participant only if the caller gives one.
 */
export async function makeEmblemPicture(
  { conference }: Pick<Content, 'conference'>,
  emblem: string,
  name?: string,
): Promise<Uint8Array> {
  const { dates, city, country } = conference;
  const where = `${dates.text} · ${city}, ${country}`;
  const typefaces = await openTypefaces([name ?? '', conference.name, where]);
  return rasterise(drawPicture(conference.accent.light, emblem, typefaces, blocks()));

  function blocks(): Block[] {
    const person = withoutUnknown(typefaces, name ?? '', 'badge')
      .replaceAll(/\s+/g, ' ')
      .trim();
    const large = { width: WIDTH, height: 190, largest: 88, smallest: 40 };
    const small = { width: WIDTH, height: 96, largest: 32, smallest: 22 };
    const place = { ...fitted(typefaces, where, 'fine', small), above: 10 };
    if (person === '')
      return [{ ...fitted(typefaces, conference.name, 'badge', large), above: 0 }, place];
    return [
      { ...fitted(typefaces, person, 'badge', large), above: 0 },
      { ...fitted(typefaces, conference.name, 'tagline', small), above: 18 },
      { ...place, above: 0 },
    ];
  }
}

/** The picture as SVG. Its text is drawn as outlines, so the file has no text. */
function drawPicture(
  ground: string,
  emblem: string,
  typefaces: Typefaces,
  blocks: readonly Block[],
): string {
  const top = BOTTOM - blocks.reduce((sum, { above, height }) => sum + above + height, 0);
  const [first, last] = [MARGIN * 0.75, top - APART];
  const { chain, marks, lineWidth, around, thinWidth } = drawEmblem(emblem, {
    x: SIZE / 2,
    y: (first + last) / 2,
    radius: (last - first) / 2,
    around: {
      box: { x: 0, y: 0, width: SIZE, height: SIZE },
      density: (_, y) => (top - y) / FADE,
    },
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE}" height="${SIZE}">
<path fill="${ground}" d="M0 0h${SIZE}v${SIZE}H0z"/>
<g fill="none" stroke="${LIGHT}" stroke-linecap="round" stroke-linejoin="round">
<path stroke-opacity=".3" stroke-width="${thinWidth}" d="${around}"/>
<path stroke-width="${lineWidth}" d="${chain}"/>
</g>
<path fill="${ground}" stroke="${LIGHT}" stroke-width="${lineWidth}" d="${marks}"/>
<path fill="${LIGHT}" d="${outlines(typefaces, blocks, top)}"/>
</svg>`;
}

/** The outlines of all texts, one block below the other. */
function outlines(typefaces: Typefaces, blocks: readonly Block[], top: number): string {
  let y = top;
  return blocks
    .map(({ text, style, size, height, above }) => {
      const { face, leading } = styles[style];
      const ascent = typefaces.fonts.get(face)?.ascent ?? 0;
      const baseline = y + above + ascent * size;
      y += above + height;
      return linesOf(typefaces, text, style, WIDTH, size)
        .map(({ runs }, nth) => {
          let x = MARGIN;
          return runs
            .map(({ font, width, ...run }) => {
              const place = { x, y: baseline + nth * size * leading, size };
              x += width;
              return typefaces.fonts.get(font)?.outlineOf(marked(run), place) ?? '';
            })
            .join('');
        })
        .join('');
    })
    .join('');
}
