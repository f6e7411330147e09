import type { Content } from '#contract/content.ts';
import { readContent } from '#server/content/read-content.ts';
import { fixtureSettings } from './fixture-settings.ts';

/** The tests' conference, in each of its languages. */
export const translatedContent = readContent(fixtureSettings.CONTENT_DIR);
/** In its first language alone: a server for one language starts in four fifths of the time. */
export const fixtureContent = { ...translatedContent, translations: {} };

/** The content of another folder, as the site reads it. */
export function contentIn(folder: string): Content {
  return readContent(folder);
}
