import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { siteFolders } from '#server/content/folders.ts';
import { busyDays } from './busy-agenda.ts';
import { editContent } from './edit-content.ts';
import { fixtureSettings } from './fixture-settings.ts';

/** The folder of the tests' conference with a large agenda; `remove` also deletes the pages that were built from it. */
export function busyConference(): { folder: string; remove: () => void } {
  const root = mkdtempSync(join(tmpdir(), 'plenary-busy-'));
  const folder = join(root, 'busy-summit');
  cpSync(fixtureSettings.CONTENT_DIR, folder, { recursive: true });
  writeFileSync(join(folder, 'agenda.yaml'), stringify({ days: busyDays() }));
  editContent(join(folder, 'conference.yaml'), [[['dates', 'end'], '2026-05-31']]);
  return {
    folder,
    remove() {
      rmSync(root, { recursive: true, force: true });
      rmSync(siteFolders({ CONTENT_DIR: folder }).build, { recursive: true, force: true });
    },
  };
}
