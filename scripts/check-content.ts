import { checkFolder } from '#server/content/content-warnings.ts';
import { siteFolders } from '#server/content/folders.ts';

/**
 * Prints the mistakes in the conference's folder and fails, if there are any. Warnings are printed too, but fail nothing.
 * Each build and `npm run check` run this script.
 */
const { mistakes, warnings } = checkFolder(siteFolders(process.env).content);
for (const warning of warnings) console.error(`Warning: ${warning}`);
for (const mistake of mistakes) console.error(mistake);
if (mistakes.length > 0) process.exit(1);
