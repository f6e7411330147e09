import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const builtFolder = 'build/client';

/** The address of every page that was built. A new route is among them by itself. */
export const builtPages: readonly string[] = readdirSync(builtFolder, {
  recursive: true,
  encoding: 'utf8',
})
  .filter((file) => file.endsWith('index.html'))
  .map((file) => `/${join(file, '..')}`.replace(/^\/\.$/, '/'))
  .toSorted();
