import type { Content } from '#contract/content.ts';
import { siteFolders } from '#server/content/folders.ts';
import { ContentError } from '#server/content/content-error.ts';
import { readContent } from '#server/content/read-content.ts';

/** The content of the conference; undefined if its folder cannot be read now, for what can do without. */
export function ownContent(): Content | undefined {
  try {
    return readContent(siteFolders(process.env).content);
  } catch (error) {
    if (error instanceof ContentError) return undefined;
    throw error;
  }
}
