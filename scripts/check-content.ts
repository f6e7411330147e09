import { registerTexts } from '#contract/content/feature-texts.ts';
import { texts } from '#features/texts.ts';
import { checkFolder } from '#server/content/content-warnings.ts';
import { untranslatedIn } from '#server/content/untranslated.ts';
import { dataFolder, siteFolders } from '#server/content/folders.ts';

registerTexts(texts);
if (import.meta.main) checkContent();

/**
 * Prints the mistakes in the conference's folder and fails, if there are any. Questions about prices and warnings are printed
 * too, but fail nothing, because a server may build and restart by itself. So is the number of texts that a language lacks.
 * Each build and `npm run check` do this.
 */
export function checkContent(): void {
  const { content } = siteFolders(process.env);
  const at = { now: new Date(), dataDir: dataFolder(process.env) };
  const { mistakes, questions, warnings } = checkFolder(content, at);
  for (const question of questions) console.error(`Please look: ${question}`);
  for (const warning of warnings) console.error(`Warning: ${warning}`);
  for (const mistake of mistakes) console.error(mistake);
  if (mistakes.length > 0) process.exit(1);
  for (const [language, left] of untranslatedIn(content)) {
    if (left.length === 0) continue;
    console.error(
      `Not in ${language} yet: ${left.length} texts. “organiser leftovers” lists them.`,
    );
  }
}
