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
import { writeRefusal } from '#server/files/write-refusal.ts';

/** Another server uses the folder. */
export class FolderTaken extends Error {}

/**
 * Locks a data folder for this process, because two servers on one SQLite file would not know of each other. The lock ends
 * with the process. A file beside it names the holder for people. Throws FolderTaken if another server has the folder, and
 * SettingError if the folder cannot be created or written.
 */
export function takeDataFolder(folder: string): { release: () => void } {
  try {
    return lockFolder(folder);
  } catch (error) {
    const reason = writeRefusal(error);
    if (reason === undefined) throw error;
    throw new SettingError(
      `DATA_DIR ${folder} cannot be the data folder, because ${reason}: name a folder that this user may write to.`,
      { cause: error },
    );
  }
}

function lockFolder(folder: string): { release: () => void } {
  makeFolder(folder);
  accessSync(folder, constants.W_OK | constants.X_OK);
  const lock = lockFile(join(folder, 'lock.sqlite'));
  const holderFile = join(folder, 'server.pid');
  if (!lock) {
    throw new FolderTaken(
      `Another server${holderIn(holderFile)} is using ${folder}. Stop it first, or set DATA_DIR to another folder.`,
    );
  }
  const since = new Date(performance.timeOrigin).toISOString();
  writeFileSync(holderFile, `${process.pid} ${hostname()} ${since}\n`, { mode: 0o600 });
  return {
    release() {
      rmSync(holderFile, { force: true });
      lock.release();
    },
  };
}

/** The holder as text. Each container numbers its own processes, so the number needs the host's name. */
function holderIn(path: string): string {
  const [, pid, host, since] = /^(\d+) (\S+) (\S+)\n$/.exec(readHolder(path)) ?? [];
  return pid === undefined ? '' : ` (process ${pid} on ${host}, since ${since})`;
}

function readHolder(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // The file is only for people: the lock decides whether the folder is taken.
    return '';
  }
}

/** Creates one folder after the other: Node's own recursive mkdir never returns below /proc. */
function makeFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  makeFolder(dirname(folder));
  mkdirSync(folder, { mode: 0o700 });
}
