import { ContentError } from '#server/content/content-error.ts';
import { warningsIn } from '#server/content/content-warnings.ts';
import { siteFolders } from '#server/content/folders.ts';
import { readContent } from '#server/content/read-content.ts';
import { checkMarkdown } from '#server/content/render-content.ts';

/**
 * Prints the mistakes in the conference's folder and fails, if there are any. Contradictions are printed too, but fail
 * nothing. Each build and `npm run check` run this script.
 */
const { content } = siteFolders(process.env);
try {
  checkMarkdown(readContent(content), content);
  for (const warning of warningsIn(content)) console.error(`Warning: ${warning}`);
} catch (error) {
  if (!(error instanceof ContentError)) throw error;
  console.error(error.message);
  process.exit(1);
}
