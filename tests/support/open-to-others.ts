import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Paths in a folder that others than its owner may read, write or enter; the folder itself is left out. */
export function openToOthers(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  if (names.length === 0) throw new Error(`there is nothing in ${folder}`);
  return names.filter((name) => statSync(join(folder, name)).mode & 0o077);
}

/** For `spawn`: runs a command as a usual shell would, whose new files everybody may read. */
export const asUsual = ['sh', '-c', 'umask 022 && exec "$0" "$@"'] as const;
