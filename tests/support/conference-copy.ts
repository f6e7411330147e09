import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { siteFolders } from '#server/content/folders.ts';
import { fixtureSettings } from './fixture-settings.ts';

/** A copy of the tests' conference to edit; `remove` also deletes the pages that were built from it. */
export function copyConference(name: string): { folder: string; remove: () => void } {
  const root = mkdtempSync(join(tmpdir(), 'plenary-'));
  const folder = join(root, name);
  cpSync(fixtureSettings.CONTENT_DIR, folder, { recursive: true });
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
