import type { ReadDrawing } from '#contract/content/looks.ts';
import { type Fitted, linesOf, marked, styles, type Typefaces } from './typesetting.ts';

/** A text of a picture with the space above it. */
export type Block = Fitted & { above: number };

export function heightOf(blocks: readonly Block[]): number {
  return blocks.reduce((sum, { above, height }) => sum + above + height, 0);
}

/** The outlines of texts, one below the other, as an SVG path. A picture needs no fonts then. */
export function outlines(
  typefaces: Typefaces,
  blocks: readonly Block[],
  { x: left, y: top, width }: { x: number; y: number; width: number },
): string {
  let y = top;
  return blocks
    .map(({ text, style, size, height, above }) => {
      const { face, leading } = styles[style];
      const ascent = typefaces.fonts.get(face)?.ascent ?? 0;
      const baseline = y + above + ascent * size;
      y += above + height;
      return linesOf(typefaces, text, style, width, size)
        .map(({ runs }, nth) => {
          let x = left;
          return runs
            .map(({ font, width: run, ...words }) => {
              const place = { x, y: baseline + nth * size * leading, size };
              x += run;
              return typefaces.fonts.get(font)?.outlineOf(marked(words), place) ?? '';
            })
            .join('');
        })
        .join('');
    })
    .join('');
}

/** A drawing of the theme in a box: as large as it fits, in the middle or at the left. */
export function placed(
  { svg, width, height }: ReadDrawing,
  box: { x: number; y: number; width: number; height: number; isLeft?: boolean },
): string {
  const scale = Math.min(box.width / width, box.height / height);
  const [wide, high] = [width * scale, height * scale];
  const x = box.isLeft === true ? box.x : box.x + (box.width - wide) / 2;
  const y = box.y + (box.height - high) / 2;
  return svg.replace('<svg ', `<svg x="${x}" y="${y}" width="${wide}" height="${high}" `);
}
