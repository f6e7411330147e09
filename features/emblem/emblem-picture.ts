import { inOneLine } from '#contract/content/languages.ts';
import type { Content } from '#contract/content.ts';
import type { Looks, ReadDrawing } from '#contract/content/looks.ts';
import { drawEmblem } from '#documents/emblem.ts';
import { type Block, heightOf, outlines, placed } from '#documents/outlines.ts';
import { rasterise } from '#documents/rasterise.ts';
import { fitted, openTypefaces, type Typefaces, withoutUnknown } from '#documents/typesetting.ts';

/** In pixels. Networks show a square picture of this size without scaling it. */
const SIZE = 1080;
const MARGIN = 84;
const WIDTH = SIZE - 2 * MARGIN;
const BOTTOM = SIZE - MARGIN;
/** The distance between text and emblem, and the height in which the thin lines fade above the text. */
const APART = 64;
const FADE = 220;

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
  const where = `${dates.text} · ${inOneLine([city, country], conference.language)}`;
  const typefaces = await openTypefaces(
    [name ?? '', conference.name, where],
    conference.looks.fonts,
  );
  return rasterise({
    svg: drawPicture(conference.looks, emblem, typefaces, blocks()),
  });

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
  { palette, lattice, emblemDrawing }: Looks,
  emblem: string,
  typefaces: Typefaces,
  blocks: readonly Block[],
): string {
  const top = BOTTOM - heightOf(blocks);
  const [first, last] = [MARGIN * 0.75, top - APART];
  const { accent: ground, onAccent: ink } = palette.light;
  const place = { x: SIZE / 2, y: (first + last) / 2, radius: (last - first) / 2 };
  const drawing = emblemDrawing ? drawn(emblemDrawing, place) : lines();
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE}" height="${SIZE}">
<path fill="${ground}" d="M0 0h${SIZE}v${SIZE}H0z"/>
${drawing}
<path fill="${ink}" d="${outlines(typefaces, blocks, { x: MARGIN, y: top, width: WIDTH })}"/>
</svg>`;

  function lines(): string {
    if (!lattice) return '';
    const box = { x: 0, y: 0, width: SIZE, height: SIZE };
    const density = (_: number, y: number) => (top - y) / FADE;
    const { line, marks, lineWidth, around, thinWidth } = drawEmblem(
      emblem,
      { ...place, around: { box, density } },
      lattice,
    );
    return `<g fill="none" stroke="${ink}" stroke-linecap="round" stroke-linejoin="round">
<path stroke-opacity=".3" stroke-width="${thinWidth}" d="${around}"/>
<path stroke-width="${lineWidth}" d="${line}"/>
</g>
<path fill="${ground}" stroke="${ink}" stroke-width="${lineWidth}" d="${marks}"/>`;
  }
}

/** The drawing of a theme in its own colours on a white disc. */
function drawn(
  drawing: ReadDrawing,
  { x, y, radius }: { x: number; y: number; radius: number },
): string {
  // The square within the circle.
  const half = radius * 0.68;
  const inner = placed(drawing, { x: x - half, y: y - half, width: 2 * half, height: 2 * half });
  return `<circle cx="${x}" cy="${y}" r="${radius}" fill="#ffffff"/>${inner}`;
}
