import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { siteFolders } from '#server/content/folders.ts';
import { fixtureSettings } from '#tests/support/fixture-settings.ts';

/** The pages of the tests. */
export const builtFolder = join(siteFolders(fixtureSettings).build, 'client');

/** The path of every page that was built in the first language, so that a new route is included. */
export const builtPages: readonly string[] = readdirSync(builtFolder, {
  recursive: true,
  encoding: 'utf8',
})
  .filter((file) => file.endsWith('index.html') && !file.startsWith('de/'))
  .map((file) => `/${join(file, '..')}`.replace(/^\/\.$/, '/'))
  .toSorted();
