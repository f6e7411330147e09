import {
  accessSync,
  constants,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { lockFile } from '#server/database/file-lock.ts';
import { SettingError } from '#server/config/env.ts';

/** The folder is another server's. */
export class FolderTaken extends Error {}

/**
 * Takes a data folder for this process; two servers on one embedded store would not know of each other. The lock ends
 * with the process; a file beside it names the holder, for people only. Throws a FolderTaken where another server has the
 * folder, and a SettingError where no folder can be, or none that we may write to.
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
  accessSync(folder, constants.W_OK | constants.X_OK);
  const lock = lockFile(join(folder, 'lock.sqlite'));
  const note = join(folder, 'server.pid');
  if (!lock) {
    throw new FolderTaken(
      `Another server${holderIn(note)} is using ${folder}. Stop it first, or set DATA_DIR to another folder.`,
    );
  }
  const since = new Date(performance.timeOrigin).toISOString();
  writeFileSync(note, `${process.pid} ${hostname()} ${since}\n`, { mode: 0o600 });
  return {
    release() {
      rmSync(note, { force: true });
      lock.release();
    },
  };
}

/** In words. Another container counts its processes by itself, so the number says little without the host's name. */
function holderIn(note: string): string {
  const [, pid, host, since] = /^(\d+) (\S+) (\S+)\n$/.exec(readNote(note)) ?? [];
  return pid === undefined ? '' : ` (process ${pid} on ${host}, since ${since})`;
}

function readNote(note: string): string {
  try {
    return readFileSync(note, 'utf8');
  } catch {
    // It is for people: the lock alone says that the folder is taken.
    return '';
  }
}

/** Step by step: where nothing can be made, as below /proc, Node's own recursive mkdir tries for ever. */
function makeFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  makeFolder(dirname(folder));
  mkdirSync(folder, { mode: 0o700 });
}
