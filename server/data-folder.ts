import { linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { SettingError } from './env.ts';

/** The folder is another server's. */
export class FolderTaken extends Error {}

/**
 * Takes a data folder for this process; two servers on one embedded store would not know of each other. The lock holds
 * the owner's pid and start time, so the lock of a process that died, or whose number went to another, does not count.
 * Throws a SettingError where no folder can be, or none that we may write to.
 */
export function takeDataFolder(folder: string): { release: () => void } {
  try {
    return lockFolder(folder);
  } catch (error) {
    const code: unknown = error instanceof Error && Reflect.get(error, 'code');
    const reason = typeof code === 'string' ? reasons[code] : undefined;
    if (reason === undefined) throw error;
    throw new SettingError(
      `DATA_DIR ${folder} cannot be the data folder, because ${reason}: name a folder that this user may write to.`,
      { cause: error },
    );
  }
}

const reasons: Partial<Record<string, string>> = {
  EEXIST: 'it is a file',
  ENOTDIR: 'a part of that path is a file',
  ENOENT: 'it is not there and cannot be made',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'that disk can only be read',
  ENOSPC: 'that disk is full',
};

function lockFolder(folder: string): { release: () => void } {
  makeFolder(folder);
  const lock = join(folder, 'server.lock');
  const mine = `${process.pid} ${startOf(process.pid) ?? ''}`;
  // Written aside and linked into place: a lock is there with its content or not at all.
  const draft = join(folder, `server.lock.${process.pid}`);
  writeFileSync(draft, mine, { mode: 0o600 });
  try {
    for (let tries = 0; tries < 3; tries++) {
      if (tryLink(draft, lock)) {
        return { release: () => releaseIfMine(lock, mine) };
      }
      const holder = readLock(lock);
      if (holder !== undefined && isAlive(holder)) {
        throw new FolderTaken(
          `Another server (process ${holder.split(' ')[0]}) is using ${folder}. Stop it first, or set DATA_DIR to another folder.`,
        );
      }
      rmSync(lock, { force: true });
    }
    throw new FolderTaken(`The folder ${folder} is being taken by another server at this moment.`);
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Step by step: where nothing can be made, as below /proc, Node's own recursive mkdir tries for ever. */
function makeFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  makeFolder(dirname(folder));
  mkdirSync(folder, { mode: 0o700 });
}

function tryLink(draft: string, lock: string): boolean {
  try {
    linkSync(draft, lock);
    return true;
  } catch (error) {
    if (error instanceof Error && Reflect.get(error, 'code') === 'EEXIST') return false;
    throw error;
  }
}

function readLock(lock: string): string | undefined {
  try {
    return readFileSync(lock, 'utf8');
  } catch {
    return undefined;
  }
}

function releaseIfMine(lock: string, mine: string): void {
  if (readLock(lock) === mine) rmSync(lock, { force: true });
}

function isAlive(holder: string): boolean {
  const [pid = '', start = ''] = holder.split(' ');
  try {
    process.kill(Number(pid), 0);
  } catch (error) {
    // EPERM: it lives and belongs to somebody else.
    if (error instanceof Error && Reflect.get(error, 'code') !== 'EPERM') return false;
  }
  const startNow = startOf(Number(pid));
  return startNow === undefined || start === '' || startNow === start;
}

/** When a process started, in ticks since boot; only Linux tells. */
function startOf(pid: number): string | undefined {
  try {
    // Field 22, counted behind the name, which may hold blanks: https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return undefined;
  }
}
