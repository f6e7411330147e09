import type { Content } from '#contract/content.ts';
import { readAsBuilt } from '#server/content/built-content.ts';
import { siteFolders } from '#server/content/folders.ts';
import { ContentError } from '#server/content/content-error.ts';

/** The content of the conference; undefined if its folder cannot be read now, for what can do without. */
export function ownContent(): Content | undefined {
  try {
    return readAsBuilt(siteFolders(process.env)).content;
  } catch (error) {
    if (error instanceof ContentError) return undefined;
    throw error;
  }
}
