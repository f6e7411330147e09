import { ContentError } from '#server/content/content-error.ts';
import { siteFolders } from '#server/content/folders.ts';
import { readContent } from '#server/content/read-content.ts';

/**
 * Prints the mistakes in the conference's folder and fails, if there are any. Each build and `npm run check` run this
 * script.
 */
try {
  readContent(siteFolders(process.env).content);
} catch (error) {
  if (!(error instanceof ContentError)) throw error;
  console.error(error.message);
  process.exit(1);
}
