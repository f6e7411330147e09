import { fileURLToPath } from 'node:url';

/** Under which all tests run: on a conference of their own, so that an organiser may change everything in content/. */
export const fixtureSettings = {
  CONTENT_DIR: fileURLToPath(new URL('content', import.meta.url)),
};
