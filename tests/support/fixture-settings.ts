import { fileURLToPath } from 'node:url';

const pathOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * The settings of all tests. The tests have their own conference, so that an organiser may change everything in
 * content/.
 */
export const fixtureSettings = {
  CONTENT_DIR: pathOf('content'),
  /** A process that a test starts loads modules that earlier processes compiled, which halves its start. */
  NODE_COMPILE_CACHE: pathOf('../../node_modules/.cache/node-compile'),
};
