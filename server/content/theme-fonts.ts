import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { FontFile, ThemeFont } from '#contract/content/looks.ts';

const FILE = /\.(?:woff2|ttf|otf)$/i;
const { resolve } = createRequire(import.meta.url);

/** Finds a font: files in theme/fonts/, or a package of Fontsource. Returns a sentence if there is none. */
export function findFont(folder: string, written: string | readonly string[]): ThemeFont | string {
  const names = [written].flat();
  if (names.every((name) => FILE.test(name))) return fontOfFiles(folder, names);
  const [name = ''] = names;
  if (names.length > 1) return 'expected one name of a font, or the names of its files';
  const slug = name.trim().toLowerCase().replaceAll(/\s+/g, '-');
  if (!/^[a-z0-9-]+$/.test(slug)) return notFound(name, slug);
  return (
    fontOfPackage(name, `@fontsource-variable/${slug}`, ['wght.css']) ??
    fontOfPackage(name, `@fontsource/${slug}`, ['400.css', '500.css', '600.css']) ??
    notFound(name, slug)
  );
}

function notFound(name: string, slug: string): string {
  return `there is no font "${name}" here: if fontsource.org lists it, "npm install @fontsource-variable/${slug}" installs it. Or put its files into theme/fonts/ and name them, such as ${slug}-regular.woff2`;
}

function fontOfFiles(folder: string, names: readonly string[]): ThemeFont | string {
  const wrong = names.find((name) => !/^[\w][\w .[\],+-]*$/.test(name));
  if (wrong !== undefined) return `expected the name of a file in theme/fonts/, not "${wrong}"`;
  const missing = names.find((name) => !existsSync(join(folder, 'fonts', name)));
  if (missing !== undefined) return `there is no file theme/fonts/${missing}`;
  const files = names.map((name) => ({
    path: join(folder, 'fonts', name),
    weights: weightsIn(name, names.length),
  }));
  return {
    family:
      names[0]
        ?.replace(FILE, '')
        .replaceAll(/[^\w]+/g, ' ')
        .trim() ?? '',
    files,
  };
}

const named: Readonly<Record<string, number>> = {
  thin: 100,
  extralight: 200,
  light: 300,
  regular: 400,
  medium: 500,
  semibold: 600,
  demibold: 600,
  bold: 700,
  extrabold: 800,
  black: 900,
};

/** The weights of a file by its name: a variable font has all of them. */
function weightsIn(file: string, count: number): FontFile['weights'] {
  const name = file.toLowerCase().replaceAll(/(extra|semi|demi)[-_ ]/g, '$1');
  if (/variable|wght|-vf\b/.test(name)) return { least: 100, most: 900 };
  const word = Object.keys(named).findLast((each) =>
    new RegExp(`(?<![a-z])${each}|(?<=[-_ ])${each}`).test(name),
  );
  const digits = /(?<!\d)[1-9]00(?!\d)/.exec(name)?.[0];
  const weight =
    digits === undefined ? (word === undefined ? undefined : named[word]) : Number(digits);
  if (weight !== undefined) return { least: weight, most: weight };
  // A single file is used for all weights.
  return count === 1 ? { least: 100, most: 900 } : { least: 400, most: 400 };
}

/** The files of a package, from its style sheets. Undefined if the package is not installed. */
function fontOfPackage(
  name: string,
  from: string,
  sheets: readonly string[],
): ThemeFont | undefined {
  const files = sheets.flatMap((sheet): FontFile[] => {
    const path = installed(`${from}/${sheet}`);
    if (path === undefined) return [];
    const blocks = readFileSync(path, 'utf8').match(/@font-face\s*\{[^}]*\}/g) ?? [];
    return blocks.flatMap((block): FontFile[] => {
      const url = /url\(([^)]+\.woff2)\)/.exec(block)?.[1];
      const [least = 400, most = least] =
        /font-weight:\s*([\d ]+)/.exec(block)?.[1]?.trim().split(/\s+/).map(Number) ?? [];
      const unicodeRange = /unicode-range:\s*([^;}]+)/.exec(block)?.[1]?.trim();
      return url === undefined
        ? []
        : [{ path: join(dirname(path), url), weights: { least, most }, unicodeRange }];
    });
  });
  return files.length === 0 ? undefined : { family: name, files };
}

function installed(path: string): string | undefined {
  try {
    return resolve(path);
  } catch {
    return undefined;
  }
}
