import { statfs } from 'node:fs/promises';

/** The bytes that this process can still write to the disk of a folder. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** Whether the disk of a data folder has less space than its reserve. */
export type DiskRoom = {
  /** Below the reserve: uploads are refused. */
  isLow: () => boolean;
  /** Below half of the reserve: all writes for visitors are refused. */
  isFull: () => boolean;
  stop: () => void;
};

/** Checks every two seconds. A disk that cannot be checked counts as one with space: a failed write reports the fault. */
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
