import { chmodSync, existsSync, globSync, lchownSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Pages that root builds have the owner and the group of the pages before, so that the dashboard and `organiser follow`, which run as
 * the service's user, can build them again. A new version has a folder of its own: there the user gets the rights that it has in the
 * folder of the version that runs.
 */
export function keepRights(before: string, made: string, build: string): void {
  if (process.getuid?.() !== 0 || !existsSync(before)) return;
  const paths = globSync('**', { cwd: made }).map((path) => join(made, path));
  for (const path of new Set([made, ...paths])) giveRights(before, path);
  if (dirname(before) !== dirname(build)) giveRights(dirname(before), dirname(build));
}

/** Files are never edited, so only folders are opened for others. The sticky bit keeps them from replacing what is not theirs. */
function giveRights(from: string, to: string): void {
  const { uid, gid, mode } = statSync(from);
  lchownSync(to, uid, gid);
  const now = statSync(to);
  if (now.isDirectory()) chmodSync(to, now.mode | (mode & 0o1022));
}
