import { statfs } from 'node:fs/promises';

/** Bytes that this process may still write in the file system of a folder. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** Whether the disk of a data folder has less space than its reserve. */
export type DiskRoom = {
  /** Below the reserve: uploads are refused. */
  isLow: () => boolean;
  /** Below half of the reserve: nothing more is written for visitors. */
  isFull: () => boolean;
  stop: () => void;
};

/** Checks every two seconds. A disk that cannot be checked counts as one with space: writing will tell. */
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
