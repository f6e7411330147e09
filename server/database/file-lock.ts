import { accessSync, constants, existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/** If two processes lock at the same moment, one of them succeeds within this time. */
const PATIENCE_MS = 1000;
const BUSY = 5;

/** Connections in this set are not garbage collected, which would end their locks. */
const held = new Set<DatabaseSync>();

/**
 * Locks a file for this process, and creates the file if it is missing; undefined if another process has locked it. The
 * operating system ends the lock with the process, also after a kill. The lock works across containers that see the same
 * file. Node offers such locks only through SQLite, so the file is an empty database.
 *
 * Nothing else in this process may open the file: closing it would end the lock (https://sqlite.org/howtocorrupt.html,
 * 2.2). Nothing may remove the file: a process that has it open would lock a file that no other process sees.
 */
export function lockFile(path: string): { release: () => void } | undefined {
  // SQLite also opens a file that it may only read, and then locks nothing.
  if (existsSync(path)) accessSync(path, constants.W_OK);
  const database = new DatabaseSync(path, { timeout: PATIENCE_MS });
  try {
    // The file has no content to roll back after a kill, so it needs no journal file.
    database.exec('pragma journal_mode = memory; begin exclusive');
  } catch (error) {
    database.close();
    if (error instanceof Error && Reflect.get(error, 'errcode') === BUSY) return undefined;
    throw error;
  }
  held.add(database);
  return {
    release() {
      held.delete(database);
      database.close();
    },
  };
}
