import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const DAY_MS = 24 * 60 * 60_000;
/** A file in the folder of a build, with the time at which a newer build replaced each asset, in UTC. */
const REPLACED = '.replaced-assets.json';

/**
 * Puts the assets of the build before, which the new build lacks, beside the new ones, for a day: a page that was opened before
 * still asks for them. Each translation has its own assets.
 */
export function keepAssets(before: string, made: string, now: Date, translation = ''): void {
  const assetsOf = (build: string) => join(build, 'client', translation, 'assets');
  const [old, assets] = [assetsOf(before), assetsOf(made)];
  const record = translation ? `.${translation}${REPLACED}` : REPLACED;
  const replaced: Record<string, string> = existsSync(join(before, record))
    ? JSON.parse(readFileSync(join(before, record), 'utf8'))
    : {};
  const kept: Record<string, string> = {};
  for (const file of existsSync(old) ? readdirSync(old) : []) {
    const at = replaced[file] ?? now.toISOString();
    if (existsSync(join(assets, file)) || now.getTime() - Date.parse(at) > DAY_MS) continue;
    cpSync(join(old, file), join(assets, file), { preserveTimestamps: true });
    kept[file] = at;
  }
  writeFileSync(join(made, record), JSON.stringify(kept));
}
