import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

const DAY_MS = 24 * 60 * 60_000;
/** A file in the folder of a build, with the time at which a newer build replaced each asset, in UTC. */
const REPLACED = '.replaced-assets.json';

/**
 * Puts the assets of a build aside, because the next build empties its folder. A page that was opened before this build
 * still asks for its assets. So `giveBack` puts the missing assets beside the new ones, for a day. Each translation has its own
 * assets.
 */
export function putAssetsAside(build: string, now: Date, translation = '') {
  const assets = join(build, 'client', translation, 'assets');
  const aside = `${build}.assets${translation && `.${translation}`}`;
  const record = join(build, translation ? `.${translation}${REPLACED}` : REPLACED);
  rmSync(aside, { recursive: true, force: true });
  const replaced: Record<string, string> = existsSync(record)
    ? JSON.parse(readFileSync(record, 'utf8'))
    : {};
  if (existsSync(assets)) cpSync(assets, aside, { recursive: true, preserveTimestamps: true });
  return {
    giveBack(): void {
      const kept: Record<string, string> = {};
      mkdirSync(assets, { recursive: true });
      for (const file of existsSync(aside) ? readdirSync(aside) : []) {
        const at = replaced[file] ?? now.toISOString();
        if (existsSync(join(assets, file)) || now.getTime() - Date.parse(at) > DAY_MS) continue;
        cpSync(join(aside, file), join(assets, file), { preserveTimestamps: true });
        kept[file] = at;
      }
      writeFileSync(record, JSON.stringify(kept));
      rmSync(aside, { recursive: true, force: true });
    },
  };
}
