import { clampChroma, converter, formatHex, type Oklch } from 'culori';
import * as z from 'zod/mini';

const toOklch = converter('oklch');

/** A colour as organisers write it, as six hexadecimal digits after `#`. */
export const colour = z.pipe(
  z.string('expected a colour in quotes, such as "#b93a16"'),
  z.transform((text, { issues }) => {
    const known = /^(?:#[0-9a-f]{6}|oklch\(.+\))$/i.test(text) ? toOklch(text) : undefined;
    if (known) return formatHex(clampChroma(known, 'oklch'));
    const message = 'expected a colour such as "#b93a16" or "oklch(53% 0.17 36)"';
    issues.push({ code: 'custom', input: text, message });
    return z.NEVER;
  }),
);

/**
 * The colour of links, buttons and marks. This file computes three more shades from that colour: a deeper shade for
 * buttons under the pointer, and both shades for dark screens. The shades for dark screens have the same brightness for
 * every colour. palette.ts checks the contrast of all shades.
 */
export const accent = z.pipe(
  colour,
  z.transform((light) => accentOf(light)),
);

export type Accent = { light: string; lightDeep: string; dark: string; darkDeep: string };

/** The shades of an accent, and of another one for dark screens if there is one. */
export function accentOf(light: string, dark?: string): Accent {
  const { l, c, h } = partsOf(light);
  const onDark =
    dark === undefined
      ? {
          dark: shade({ l: 0.71259, c: c * 0.94743, h: h + 3.803 }),
          darkDeep: shade({ l: 0.77547, c: c * 0.80817, h: h + 4.958 }),
        }
      : { dark, darkDeep: shade({ ...partsOf(dark), l: partsOf(dark).l + 0.06 }) };
  return { light, lightDeep: shade({ l: l - 0.08117, c: c * 0.88247, h: h - 0.643 }), ...onDark };
}

function partsOf(text: string): Omit<Oklch, 'mode' | 'h'> & { h: number } {
  const { l, c, h = 0 } = toOklch(text) ?? { l: 0, c: 0 };
  return { l, c, h };
}

function shade(parts: { l: number; c: number; h: number }): string {
  return formatHex(clampChroma({ mode: 'oklch', ...parts }, 'oklch'));
}
