import { readContent } from '#server/content/read-content.ts';
import { fixtureSettings } from './fixture-settings.ts';

/** The conference that tests stand on. */
export const fixtureContent = readContent(fixtureSettings.CONTENT_DIR);
