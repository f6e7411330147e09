import type { Palette } from './palette.ts';
import type { Theme } from '#contract/content/shapes/theme-shape.ts';

/** A drawing of theme/ that has been read and checked. */
export type ReadDrawing = { svg: string; width: number; height: number };

/** One file of a font of the conference. */
export type FontFile = {
  path: string;
  /** The weights that the file has, such as 100 to 900. */
  weights: { least: number; most: number };
  /** The characters of the file in the words of CSS, if other files have the rest. */
  unicodeRange?: string | undefined;
};
/** A font of the conference; the family is its name in style sheets. */
export type ThemeFont = { family: string; files: readonly FontFile[] };

/** The looks of a conference: theme/theme.yaml with its files, and the colours that follow from it. */
export type Looks = Pick<Theme, 'wordmark' | 'drawings' | 'dots' | 'portraits'> & {
  palette: Palette;
  /** Whether the theme has colours besides the accent. */
  hasPalette: boolean;
  logo?: { light: ReadDrawing; dark?: ReadDrawing | undefined } | undefined;
  /** The points among which the line of an emblem winds; absent if there are no such emblems. */
  lattice?: 'square' | 'honeycomb' | undefined;
  /** The drawing in place of the emblems of participants. */
  emblemDrawing?: ReadDrawing | undefined;
  /** A missing font is the one of the house. */
  fonts: { text?: ThemeFont | undefined; headings?: ThemeFont | undefined };
};

/** The looks without the files of the theme, which are read later (server/content/read-theme.ts). */
export function looksOf(theme: Theme, palette: Palette): Looks {
  const { wordmark, emblem, drawings, portraits } = theme;
  // A theme that wants no drawings has no moving dots either.
  const dots = theme.dots ?? (drawings === 'none' ? [] : undefined);
  const { accent: _accent, ...others } = theme.palette ?? {};
  const hasPalette = Object.values(others).some((pair) => pair !== undefined);
  const lattice = emblem === 'square' || emblem === 'honeycomb' ? emblem : undefined;
  return { wordmark, drawings, dots, portraits, palette, hasPalette, lattice, fonts: {} };
}
