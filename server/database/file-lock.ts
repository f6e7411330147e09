import { accessSync, constants, existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/** Long enough for two that come at the same moment to let one of them pass. */
const PATIENCE_MS = 1000;
const BUSY = 5;

/** As long as a connection is known it is not collected, and collecting one would end its lock. */
const held = new Set<DatabaseSync>();

/**
 * Locks a file for this process, and makes it where there is none; undefined where another process has it. The operating
 * system holds the lock and ends it with the process, however that ends, and knows no containers: it counts for all that
 * see the same file. Node gives out such locks by SQLite only, so the file is an empty database.
 *
 * Nothing else in this process may open the file: whatever closes it ends the lock (https://sqlite.org/howtocorrupt.html,
 * 2.2). Nor is it ever removed: whoever had it open would lock a file that nobody else sees.
 */
export function lockFile(path: string): { release: () => void } | undefined {
  // A file that SQLite may only read it opens all the same, and then locks nothing.
  if (existsSync(path)) accessSync(path, constants.W_OK);
  const database = new DatabaseSync(path, { timeout: PATIENCE_MS });
  try {
    // No second file: there is nothing to take back after a kill.
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
