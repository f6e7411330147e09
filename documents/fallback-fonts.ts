import { inThread } from './worker-thread.ts';

const cutFonts = inThread<string, Uint8Array[]>(
  new URL('fallback-fonts-thread.ts', import.meta.url),
);

/**
 * Fonts for characters that our own typefaces lack, cut out of the Noto packages. A separate thread cuts the fonts,
 * because the work takes tens of milliseconds and some 80 MB.
 */
export async function fallbackFonts(characters: string): Promise<Uint8Array[]> {
  return characters === '' ? [] : cutFonts(characters);
}

/** The country whose forms of Chinese characters a text gets. */
export type Forms = 'chinese' | 'japanese' | 'korean';

/** The forms for a text: a text with Korean letters gets Korean forms, and a text with Japanese letters Japanese forms. */
export function formsOf(text: string): Forms {
  if (/\p{Script=Hangul}/u.test(text)) return 'korean';
  return /\p{Script=Hiragana}|\p{Script=Katakana}/u.test(text) ? 'japanese' : 'chinese';
}
