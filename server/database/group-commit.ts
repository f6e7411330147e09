import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Db, hasOneWriter, inTransaction, type Tx } from './database.ts';

/** Runs `work` in a transaction that it may share with writes of other visitors, and resolves after the commit. */
export type GroupCommit = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

type Member = {
  /** Writes inside the shared transaction; the function it returns gives the visitor the result. */
  write: (tx: Tx) => Promise<() => void>;
  fail: (error: unknown) => void;
};

/** Limits how long the first of a group waits for the last. */
const MOST_IN_GROUP = 100;

/**
 * SQLite has one writer, and each of its commits waits for the disk. So all works that arrive while a group is written form
 * the next group, which is committed at once: no work waits for a full group. Each member has a savepoint: if it fails,
 * only its own writes are rolled back. PostgreSQL writes the commits of concurrent connections together by itself.
 */
export function createGroupCommit(db: Db): GroupCommit {
  if (!hasOneWriter(db)) return fewAtOnce(db);
  const waiting: Member[] = [];
  let isWriting = false;

  async function writeAll(): Promise<void> {
    isWriting = true;
    while (waiting.length > 0) {
      // A commit stops the event loop: the requests that came in meanwhile are read first and join the group.
      await nextTurn();
      await writeGroup(db, waiting.splice(0, MOST_IN_GROUP));
    }
    isWriting = false;
  }

  return (work) =>
    new Promise((resolve, reject) => {
      const write = async (tx: Tx) => {
        await sql`savepoint member`.execute(tx);
        try {
          const result = await work(tx);
          await sql`release member`.execute(tx);
          return () => resolve(result);
        } catch (error) {
          // Without room on the disk SQLite has rolled back the whole group, which then fails with this error.
          await sql`rollback to member`.execute(tx).catch(() => Promise.reject(error));
          await sql`release member`.execute(tx);
          return () => reject(error);
        }
      };
      waiting.push({ write, fail: reject });
      if (!isWriting) void writeAll();
    });
}

async function writeGroup(db: Db, group: readonly Member[]): Promise<void> {
  try {
    const answers = await inTransaction(db, async (tx) => {
      const written: (() => void)[] = [];
      for (const { write } of group) written.push(await write(tx));
      return written;
    });
    for (const answer of answers) answer();
  } catch (error) {
    for (const { fail } of group) fail(error);
  }
}

/** The pool has ten connections. With limited places writers wait for each other, and readers need connections meanwhile. */
const AT_ONCE = 4;

function fewAtOnce(db: Db): GroupCommit {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running < AT_ONCE) running += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await inTransaction(db, work);
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
