import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Content } from '#contract/content.ts';
import { siteFolders } from '#server/content/folders.ts';
import { readContent } from '#server/content/read-content.ts';
import { fixtureSettings } from './fixture-settings.ts';

/**
 * A copy of the tests' conference to edit, in its first language only, so that its build is quick; `remove` also deletes the
 * pages that were built from it.
 */
export function copyConference(name: string): { folder: string; remove: () => void } {
  const root = mkdtempSync(join(tmpdir(), 'plenary-'));
  const folder = join(root, name);
  cpSync(fixtureSettings.CONTENT_DIR, folder, { recursive: true });
  rmSync(join(folder, 'de'), { recursive: true });
  return {
    folder,
    remove() {
      rmSync(root, { recursive: true, force: true });
      rmSync(siteFolders({ CONTENT_DIR: folder }).build, { recursive: true, force: true });
    },
  };
}

/** Builds the pages of the conference. */
export async function buildConference(folder: string): Promise<void> {
  await promisify(execFile)(process.execPath, ['scripts/build-site.ts'], {
    env: { ...process.env, CONTENT_DIR: folder },
  });
}

/** The content of a folder that a test has written. */
export function readConference(folder: string): Content {
  return readContent(folder);
}

/** The tests' conference with these files as a translation, and others of its first language. */
export function readTranslated(
  files: Record<string, string>,
  first: Record<string, string> = {},
  language = 'de',
): Content {
  const { folder, remove } = copyConference('summit');
  try {
    mkdirSync(join(folder, language), { recursive: true });
    for (const [name, text] of Object.entries(files))
      writeFileSync(join(folder, language, name), text);
    for (const [name, text] of Object.entries(first)) writeFileSync(join(folder, name), text);
    return readContent(folder, { hasPictures: false });
  } finally {
    remove();
  }
}
