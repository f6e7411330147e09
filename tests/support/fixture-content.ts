import { readContent } from '#server/content/read-content.ts';
import { fixtureSettings } from './fixture-settings.ts';

/** The tests' conference. */
export const fixtureContent = readContent(fixtureSettings.CONTENT_DIR);
