import type { FontFile, ThemeFont } from '#contract/content/looks.ts';
import { type Font, openFont } from './font.ts';
import type { StaticFont } from './theme-font-thread.ts';
import { inThread } from './worker-thread.ts';

/** Makes a TrueType font of one weight from a file of a theme. A separate thread does it, because it takes long. */
const staticFont = inThread<StaticFont, Uint8Array>(
  new URL('theme-font-thread.ts', import.meta.url),
);

const opened = new Map<string, Promise<Font | undefined>>();

/**
 * The files of a theme's font for these characters, in one weight: the first has the letters of English. Undefined if the
 * theme has no such font, or if no PDF file can contain it.
 */
export async function themeFont(
  font: ThemeFont | undefined,
  weight: number,
  characters: ReadonlySet<string>,
): Promise<Font[] | undefined> {
  if (!font) return undefined;
  const inWeight = filesOf(font, weight);
  const main = inWeight.find(({ unicodeRange }) => has(unicodeRange, 'A'));
  if (!main) return undefined;
  const others = inWeight.filter(
    ({ unicodeRange }) =>
      !has(unicodeRange, 'A') && [...characters].some((character) => has(unicodeRange, character)),
  );
  const fonts = await Promise.all([main, ...others].map(({ path }) => openPart(path, weight)));
  if (!fonts[0]) return undefined;
  return fonts.filter((each) => each !== undefined);
}

/** The files whose weight is nearest. */
function filesOf({ files }: ThemeFont, weight: number): FontFile[] {
  const far = ({ weights: { least, most } }: FontFile) =>
    Math.max(least - weight, weight - most, 0);
  const nearest = Math.min(...files.map(far));
  return files.filter((file) => far(file) === nearest);
}

function openPart(path: string, weight: number): Promise<Font | undefined> {
  const key = `${weight} ${path}`;
  const font =
    opened.get(key) ??
    staticFont({ path, weight })
      .then((bytes) => openFont(Buffer.from(bytes)))
      .catch((cause: unknown) => {
        process.emitWarning(`PDF files cannot use ${path} and have another font`, {
          detail: String(cause),
        });
        return undefined;
      });
  opened.set(key, font);
  return font;
}

/** Whether a range in the words of CSS, such as U+0000-00FF, U+0131, has a character. */
function has(unicodeRange: string | undefined, character: string): boolean {
  if (unicodeRange === undefined) return true;
  const point = character.codePointAt(0) ?? 0;
  return unicodeRange.split(',').some((text) => {
    const [first = 0, last = first] = text
      .trim()
      .replace(/^U\+/i, '')
      .split('-')
      .map((digits) => Number.parseInt(digits, 16));
    return first <= point && point <= last;
  });
}
