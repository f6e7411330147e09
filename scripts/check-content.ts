import { ContentError } from '#server/content/content-error.ts';
import { siteFolders } from '#server/content/folders.ts';
import { readContent } from '#server/content/read-content.ts';

/** Ends with the mistakes in the conference's folder, if there are any. A build begins with this, and `npm run check` runs it. */
try {
  readContent(siteFolders(process.env).content);
} catch (error) {
  if (!(error instanceof ContentError)) throw error;
  console.error(error.message);
  process.exit(1);
}
