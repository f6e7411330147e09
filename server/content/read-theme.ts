import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Looks, ReadDrawing, ThemeFont } from '#contract/content/looks.ts';
import type { Theme } from '#contract/content/shapes/theme-shape.ts';
import { readContentText } from './content-file.ts';
import { readDrawing } from './theme-drawing.ts';
import { findFont } from './theme-fonts.ts';

export type ReadTheme = {
  looks: Pick<Looks, 'logo' | 'emblemDrawing' | 'fonts'>;
  /** Mistakes in the files that theme.yaml names, each at its field. */
  mistakes: readonly { path: readonly string[]; message: string }[];
  /** Mistakes in the drawings of pages. */
  drawings: readonly { file: string; words: string }[];
};

/** Reads the files that theme.yaml names, and checks the drawings of pages. `folder` is the folder of the theme. */
export function readTheme(folder: string, theme: Theme | undefined): ReadTheme {
  if (!theme) return { looks: { fonts: {} }, mistakes: [], drawings: [] };
  const mistakes: { path: string[]; message: string }[] = [];

  const drawing = (name: string | undefined, path: string[]): ReadDrawing | undefined => {
    if (name === undefined) return undefined;
    const { text, words } = readContentText(join(folder, name));
    const read = text === undefined ? words : readDrawing(text);
    if (typeof read !== 'string') return read;
    mistakes.push({ path, message: `theme/${name}: ${read}` });
    return undefined;
  };
  const font = (name: string | string[] | undefined, path: string[]): ThemeFont | undefined => {
    if (name === undefined) return undefined;
    const found = findFont(folder, name);
    if (typeof found !== 'string') return found;
    mistakes.push({ path, message: found });
    return undefined;
  };

  const { logo, emblem, fonts = {} } = theme;
  const light = drawing(logo?.light, ['logo']);
  const looks = {
    logo: light && { light, dark: drawing(logo?.dark, ['logo', 'dark']) },
    emblemDrawing: drawing(/\.svg$/i.test(emblem) ? emblem : undefined, ['emblem']),
    fonts: {
      text: font(fonts.text, ['fonts', 'text']),
      headings: font(fonts.headings, ['fonts', 'headings']),
    },
  };
  const drawings = drawingsIn(folder, theme).flatMap((name) => {
    const { text, words } = readContentText(join(folder, 'drawings', name));
    const read = text === undefined ? words : readDrawing(text);
    return typeof read === 'string' ? [{ file: `theme/drawings/${name}`, words: read }] : [];
  });
  return { looks, mistakes, drawings };
}

/** The names of the files with drawings of pages. */
function drawingsIn(folder: string, { drawings }: Theme): string[] {
  const path = join(folder, 'drawings');
  if (drawings === 'none' || !existsSync(path)) return [];
  return readdirSync(path)
    .filter((name) => name.endsWith('.svg'))
    .toSorted();
}
