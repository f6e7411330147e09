import * as z from 'zod/mini';
import { colour } from '#contract/content/accent.ts';
import { text } from '#contract/content/content-fields.ts';
import type { PaletteKey } from '#contract/content/palette.ts';

/** A drawing in theme/. */
const drawing = z
  .string()
  .check(
    z.regex(/^\w[\w.-]*\.svg$/i, 'expected the name of an SVG file in theme/, such as logo.svg'),
  );

/** One colour for light and dark screens, or one for each. */
const pair = z.union(
  [
    z.pipe(
      colour,
      z.transform((light): { light: string; dark?: string } => ({ light })),
    ),
    z.strictObject({ light: colour, dark: z.optional(colour) }),
  ],
  'expected a colour such as "#b93a16", or light and dark with a colour each',
);

/** The name of a font of Fontsource, or of files in theme/fonts/. */
const font = z.union(
  [text, z.array(text).check(z.minLength(1))],
  'expected the name of a font, or of its files in theme/fonts/',
);

/** A dot of the first screen: its place in the drawing hero.svg, the angle at which it arrives, its next turn and its radius. */
const dot = z.tuple([
  z.number(),
  z.number(),
  z.number(),
  z.enum(['left', 'right']),
  z.optional(z.number()),
]);
export type Dot = z.output<typeof dot>;
const DOTS = 20;

/** The looks of the site. Every key may be left out, and the whole folder theme/ too. */
export const Theme = z.strictObject({
  /** A drawing in place of the name in the head and the foot of the pages and of the PDF files. */
  logo: z.optional(
    z.union(
      [
        z.pipe(
          drawing,
          z.transform((light): { light: string; dark?: string } => ({ light })),
        ),
        z.strictObject({ light: drawing, dark: z.optional(drawing) }),
      ],
      'expected the name of an SVG file in theme/, or light and dark with a file each',
    ),
  ),
  /** The name without a logo: as it is, or in brackets as the repeat unit of a formula with the year as its index. */
  wordmark: z._default(z.enum(['plain', 'repeat-unit']), 'plain'),
  /** The drawing of each participant: a line on one of two lattices, a drawing in theme/, or none. */
  emblem: z._default(
    z
      .string()
      .check(
        z.regex(
          /^(?:square|honeycomb|none|\w[\w.-]*\.svg)$/,
          'expected square, honeycomb, none, or the name of an SVG file in theme/',
        ),
      ),
    'square',
  ),
  /** The drawings of pages in theme/drawings/, each named after its page. A page without a file has no drawing. */
  drawings: z._default(z.enum(['own', 'none']), 'own'),
  /** Twenty dots that move on the first screen. */
  dots: z.optional(z.array(dot).check(z.length(DOTS, `expected ${DOTS} dots`))),
  portraits: z._default(
    z.strictObject({
      shape: z._default(z.enum(['round', 'square']), 'round'),
      ground: z.optional(pair),
    }),
    { shape: 'round' },
  ),
  palette: z.optional(
    z.strictObject({
      accent: z.optional(pair),
      paper: z.optional(pair),
      ink: z.optional(pair),
      band: z.optional(pair),
    } satisfies Record<PaletteKey, unknown>),
  ),
  fonts: z.optional(z.strictObject({ text: z.optional(font), headings: z.optional(font) })),
});
export type Theme = z.output<typeof Theme>;
