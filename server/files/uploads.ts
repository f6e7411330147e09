import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { open, readdir, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder } from './sync-folder.ts';

/** A file that has arrived in full and waits in the uploads folder for its place in the store. */
export type Upload = { key: string; path: string; bytes: number; sha256: string };

/** More bytes came than are accepted. */
export class UploadTooLarge extends Error {}

/** The disk is fuller than it may get. */
export class DiskTooFull extends Error {}

/**
 * The files on their way in. Each lies in the folder under the key that the store will know it by, from its first byte
 * until its row is committed, and goes last. So after a crash every file here names something that may be in the store
 * without a row, and nobody has to search the store for it. The folder belongs to one process.
 */
export type Uploads = {
  /** Writes `chunks` down, and nothing of them when they end early or are more than `limit` bytes. */
  receive: (key: string, chunks: AsyncIterable<Uint8Array>, limit: number) => Promise<Upload>;
  /** Fails when so many bytes more would leave less room on the disk than is to be kept free. */
  checkRoom: (bytes: number) => Promise<void>;
  /** Takes the file away: its row is committed, or will never be. */
  forget: (key: string) => Promise<void>;
  /** Leaves the file as a note for the sweep: whether its row was committed is not known. */
  leave: (key: string) => void;
  /** Takes on the files that nobody is working on and nobody touched within `quietMs`: each to be forgotten or left. */
  takeLeftovers: (quietMs: number) => Promise<string[]>;
};

export function openUploads(folder: string, { reserveBytes }: { reserveBytes: number }): Uploads {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const underWay = new Set<string>();
  const pathOf = (key: string) => join(folder, key);

  const forget = async (key: string) => {
    if (!underWay.delete(key)) return;
    // One that cannot be removed now is a leftover, which the sweep removes.
    await rm(pathOf(key), { force: true }).catch(() => undefined);
  };

  return {
    async receive(key, chunks, limit) {
      underWay.add(key);
      try {
        const written = await write(pathOf(key), chunks, limit);
        await syncFolder(folder);
        return { key, path: pathOf(key), ...written };
      } catch (error) {
        await forget(key);
        throw error;
      }
    },

    async checkRoom(bytes) {
      const { bavail, bsize } = await statfs(folder);
      if (bavail * bsize - bytes < reserveBytes) {
        throw new DiskTooFull(`less than ${reserveBytes} bytes would be left free in ${folder}`);
      }
    },

    forget,

    leave(key) {
      underWay.delete(key);
    },

    async takeLeftovers(quietMs) {
      const taken: string[] = [];
      for (const key of await readdir(folder)) {
        if (underWay.has(key)) continue;
        const found = await stat(pathOf(key)).catch(() => undefined);
        if (found === undefined || Date.now() - found.mtimeMs < quietMs) continue;
        underWay.add(key);
        taken.push(key);
      }
      return taken;
    },
  };
}

async function write(
  path: string,
  chunks: AsyncIterable<Uint8Array>,
  limit: number,
): Promise<{ bytes: number; sha256: string }> {
  const handle = await open(path, 'wx', 0o600);
  try {
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const chunk of chunks) {
      bytes += chunk.length;
      if (bytes > limit) throw new UploadTooLarge(`a file of more than ${limit} bytes was stopped`);
      hash.update(chunk);
      await handle.appendFile(chunk);
    }
    await handle.sync();
    return { bytes, sha256: hash.digest('hex') };
  } finally {
    await handle.close();
  }
}
