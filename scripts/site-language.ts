import { cpSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { languageBase } from '#contract/content/languages.ts';

/** The folder into which a build writes. The folder of a translation is moved into the folder of the first language. */
export function buildFolder(build: string, tag: string | undefined): string {
  return tag === undefined ? build : `${build}.${tag}`;
}

/**
 * Moves the built pages and assets of a translation to their addresses below the pages of the first language. The router
 * writes the pages into a folder with the tag, and the other files beside it.
 */
export function moveTranslation(build: string, tag: string): void {
  const built = join(buildFolder(build, tag), 'client');
  const target = join(build, 'client', languageBase(tag));
  renameSync(join(built, languageBase(tag)), target);
  // The router sees no home page beside the page for unknown addresses, and gives the page this name.
  renameSync(join(built, 'index.html'), join(target, '__spa-fallback.html'));
  for (const file of readdirSync(built)) {
    cpSync(join(built, file), join(target, file), { recursive: true });
  }
  rmSync(buildFolder(build, tag), { recursive: true });
}
