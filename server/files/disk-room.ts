import { statfs } from 'node:fs/promises';

/** Bytes that this process may still write in the file system of a folder. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** Whether the disk of a data folder has less room than it is to keep. */
export type DiskRoom = {
  /** Uploads are refused. */
  isLow: () => boolean;
  /** Half of what is to be kept is gone too: nothing more is written for visitors. */
  isFull: () => boolean;
  stop: () => void;
};

/** Looks every two seconds. A disk that cannot be looked at counts as one with room: writing will tell. */
export function watchDisk(folder: string, reserveBytes: number): DiskRoom {
  let free = Infinity;
  const look = () =>
    void freeBytes(folder).then(
      (bytes) => (free = bytes),
      () => (free = Infinity),
    );
  look();
  const timer = setInterval(look, 2000).unref();
  return {
    isLow: () => free < reserveBytes,
    isFull: () => free < reserveBytes / 2,
    stop: () => clearInterval(timer),
  };
}
