import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Content } from '#contract/content.ts';
import { siteFolders } from '#server/content/folders.ts';
import { readContent } from '#server/content/read-content.ts';
import { editContent } from './edit-content.ts';
import { fixtureSettings } from './fixture-settings.ts';

/** The second conference, and its folder; `remove` also deletes the pages that were built from it. */
export function secondConference(): { folder: string; content: Content; remove: () => void } {
  const root = mkdtempSync(join(tmpdir(), 'plenary-second-'));
  const folder = join(root, 'glacier-days');
  cpSync(fixtureSettings.CONTENT_DIR, folder, { recursive: true });
  const files = new URL('../second-conference/', import.meta.url);
  cpSync(files, folder, { recursive: true, filter: (file) => !file.endsWith('.md') });
  editContent(join(folder, 'pages.yaml'), [
    [['registration', 'intro'], 'Choose how you take part, and pay in Swiss francs.'],
    [['discount', 'amount_hint'], 'The amount that you agreed to pay, in Swiss francs: 250.00.'],
    [['registration', 'payment', 'card', 'text'], 'Secure card provider, payments in Swiss francs'],
  ]);
  return {
    folder,
    content: readContent(folder),
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
