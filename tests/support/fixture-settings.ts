import { fileURLToPath } from 'node:url';

/** The settings of all tests: a conference of their own, so that an organiser may change everything in content/. */
export const fixtureSettings = {
  CONTENT_DIR: fileURLToPath(new URL('content', import.meta.url)),
};
