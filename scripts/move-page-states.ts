import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { moveState } from '#site/page-state.ts';

/** Gives the state of every built page a file under /assets, with the hash of its content in its name like all there. */
export function movePageStates(folder: string): void {
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.html')) continue;
    const path = join(folder, file);
    const html = moveState(readFileSync(path, 'utf8'), (json) => {
      const hash = createHash('sha256').update(json).digest('base64url').slice(0, 8);
      const address = `/assets/state-${hash}.json`;
      writeFileSync(join(folder, address), json);
      return address;
    });
    writeFileSync(path, html);
  }
}
