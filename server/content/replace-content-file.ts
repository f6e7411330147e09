import { constants } from 'node:fs';
import { access, chown, open, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** The folder of a file, also behind links, if this user cannot write there; otherwise undefined. */
export async function unwritableFolder(path: string): Promise<string | undefined> {
  const folder = dirname(await realpath(path));
  try {
    await access(folder, constants.W_OK | constants.X_OK);
    return undefined;
  } catch {
    return folder;
  }
}

/**
 * Replaces a file at once: a reader sees the old text or the new one. The file keeps its mode and its owner, and stays
 * behind its link.
 */
export async function replaceContentFile(path: string, text: string): Promise<void> {
  const file = await realpath(path);
  const { mode, uid, gid } = await stat(file);
  const draft = join(dirname(file), `.${basename(file)}.part`);
  await rm(draft, { force: true });
  try {
    const handle = await open(draft, 'wx', 0o600);
    try {
      await handle.writeFile(text);
      await handle.chmod(mode & 0o7777);
      await handle.sync();
    } finally {
      await handle.close();
    }
    // Only root can give a file to another user.
    if (process.getuid?.() === 0) await chown(draft, uid, gid);
    await rename(draft, file);
  } finally {
    await rm(draft, { force: true });
  }
}
