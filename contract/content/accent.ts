import { clampChroma, converter, formatHex, type Oklch, wcagContrast } from 'culori';
import * as z from 'zod/mini';

/** The contrast that WCAG 2 requires for text. */
const LEAST_CONTRAST = 4.5;
/** Colours behind or on the accent, from site/tokens.css. */
const grounds = { light: ['#f6f3ec', '#fffaf3'], dark: ['#0e171f', '#16232d', '#14100c'] };

const toOklch = converter('oklch');

/**
 * The colour of links, buttons and marks, as organisers write it. This file computes three more shades from that colour:
 * a deeper shade for buttons under the pointer, and both shades for dark screens. The shades for dark screens have the
 * same brightness for every colour.
 */
export const accent = z.pipe(
  z.string('expected a colour in quotes, such as "#b93a16"'),
  z.transform((text, { issues }) => {
    const refuse = (message: string) => {
      issues.push({ code: 'custom', input: text, message });
      return z.NEVER;
    };
    const colour = /^(?:#[0-9a-f]{6}|oklch\(.+\))$/i.test(text) ? toOklch(text) : undefined;
    if (!colour) return refuse('expected a colour such as "#b93a16" or "oklch(53% 0.17 36)"');
    const light = formatHex(clampChroma(colour, 'oklch'));
    const shades = {
      light,
      lightDeep: shade(colour, { l: colour.l - 0.08117, chroma: 0.88247, hue: -0.643 }),
      dark: shade(colour, { l: 0.71259, chroma: 0.94743, hue: 3.803 }),
      darkDeep: shade(colour, { l: 0.77547, chroma: 0.80817, hue: 4.958 }),
    };
    for (const scheme of ['light', 'dark'] as const) {
      const least = Math.min(
        ...grounds[scheme].map((ground) => wcagContrast(shades[scheme], ground)),
      );
      if (least < LEAST_CONTRAST) {
        const found = least.toFixed(1);
        return refuse(
          `has a contrast of ${found} to the ${scheme} pages, and text needs ${LEAST_CONTRAST}: take a darker colour`,
        );
      }
    }
    return shades;
  }),
);
export type Accent = z.output<typeof accent>;

function shade(
  { c, h = 0 }: Oklch,
  { l, chroma, hue }: { l: number; chroma: number; hue: number },
): string {
  return formatHex(clampChroma({ mode: 'oklch', l, c: c * chroma, h: h + hue }, 'oklch'));
}
