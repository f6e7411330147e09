import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The entries of a folder that other users than the owner may read, write or enter; the folder itself is not checked.
 */
export function openToOthers(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  if (names.length === 0) throw new Error(`there is nothing in ${folder}`);
  // A running server renames and removes files meanwhile.
  const modeOf = (name: string) => statSync(join(folder, name), { throwIfNoEntry: false })?.mode;
  return names.filter((name) => (modeOf(name) ?? 0) & 0o077);
}

/** For `spawn`: runs a command as in a usual shell, where everybody may read new files. */
export const asUsual = ['sh', '-c', 'umask 022 && exec "$0" "$@"'] as const;
