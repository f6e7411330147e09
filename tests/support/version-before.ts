import { execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const project = fileURLToPath(new URL('../..', import.meta.url));

/** Unpacks the server of the last released version into a folder of its own, with today's packages beside it. */
export function unpackVersionBefore(): string {
  const folder = mkdtempSync(join(tmpdir(), 'plenary-before-'));
  const [archive = ''] = globSync(join(project, 'tests/version-before/*.tar.gz'));
  execFileSync('tar', ['--extract', '--file', archive, '--directory', folder]);
  for (const same of ['node_modules', 'documents/fonts']) {
    symlinkSync(join(project, same), join(folder, same));
  }
  return folder;
}

/** The tests' conference, from the project's folder. */
export const CONTENT = 'tests/support/content';
