import { fileURLToPath } from 'node:url';

const pathOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The settings of all tests: a conference of their own, so that an organiser may change everything in content/. */
export const fixtureSettings = {
  CONTENT_DIR: pathOf('content'),
  /** The processes that tests start load the compiled modules of those before them, in half the time. */
  NODE_COMPILE_CACHE: pathOf('../../node_modules/.cache/node-compile'),
};
