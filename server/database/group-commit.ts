import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Tx } from './tables.ts';

/** It may run twice: again, alone, when other work of its group fails. So it does nothing but read and write through `tx`. */
export type RepeatableWork<T> = (tx: Tx) => Promise<T>;

export type GroupCommit = {
  /**
   * Runs `work` in one transaction with what other requests write at this moment, and returns once all of it is committed:
   * a commit costs as much for a hundred as for one. Work of one `key` is never under way twice, so what shares a
   * transaction touches different rows.
   */
  run: <T>(key: string, work: RepeatableWork<T>) => Promise<T>;
};

/**
 * Runs works of different keys in one transaction. Gives their results once it is committed, and undefined when one of
 * them failed and nothing was kept; throws when it could not begin or commit.
 */
export type CommitTogether = <T>(works: readonly RepeatableWork<T>[]) => Promise<T[] | undefined>;

export type Engine = { commitTogether: CommitTogether; atOnce: number };

type CommitAlone = <T>(work: RepeatableWork<T>) => Promise<T>;

type Member = {
  key: string;
  /** What it gives back tells the request; called after the commit. */
  write: RepeatableWork<() => void>;
  fail: (error: unknown) => void;
};

/** Bounds how long the first of a group waits for the last. */
const MOST_IN_GROUP = 100;

/**
 * While a group is written the next one gathers, so a request that comes alone waits for nobody. If a member fails, the
 * transaction is rolled back and every member goes on alone: the one that failed gets its own error, the others do not
 * notice. `atOnce` groups are written at the same time, which pays where one commits while another still writes.
 */
export function openGroupCommit(
  commitAlone: CommitAlone,
  { commitTogether, atOnce }: Engine = { commitTogether: inTurn(commitAlone), atOnce: 1 },
): GroupCommit {
  const waiting: Member[] = [];
  const beingWritten = new Set<string>();
  let writers = 0;

  async function writeAll(): Promise<void> {
    writers++;
    for (;;) {
      // SQLite commits without letting the loop turn: what came in meanwhile is read first, and comes along.
      await nextTurn();
      const group = takeGroup(waiting, beingWritten);
      if (group.length === 0) break;
      for (const { key } of group) beingWritten.add(key);
      await writeGroup(group);
      for (const { key } of group) beingWritten.delete(key);
    }
    writers--;
  }

  async function writeGroup(members: Member[]): Promise<void> {
    try {
      const answers =
        members.length > 1 ? await commitTogether(members.map(({ write }) => write)) : undefined;
      if (answers) for (const answer of answers) answer();
      else await Promise.all(members.map(writeAlone));
    } catch (error) {
      for (const { fail } of members) fail(error);
    }
  }

  async function writeAlone({ write, fail }: Member): Promise<void> {
    await commitAlone(write).then((answer) => answer(), fail);
  }

  return {
    run: (key, work) =>
      new Promise((resolve, reject) => {
        waiting.push({
          key,
          write: async (tx) => {
            const result = await work(tx);
            return () => resolve(result);
          },
          fail: reject,
        });
        if (writers < atOnce) void writeAll();
      }),
  };
}

/** The longest waiting, each key once and none that is being written; the rest keep their places. */
function takeGroup(waiting: Member[], beingWritten: ReadonlySet<string>): Member[] {
  const group = new Map<string, Member>();
  const later: Member[] = [];
  for (const member of waiting.splice(0)) {
    const isFree = !group.has(member.key) && !beingWritten.has(member.key);
    if (isFree && group.size < MOST_IN_GROUP) group.set(member.key, member);
    else later.push(member);
  }
  waiting.push(...later);
  return [...group.values()];
}

/** For an engine with one connection: the works run one after the other in an ordinary transaction. */
function inTurn(commitAlone: CommitAlone): CommitTogether {
  return async <T>(works: readonly RepeatableWork<T>[]) => {
    let failed = false;
    const run = commitAlone(async (tx) => {
      const results: T[] = [];
      for (const work of works) {
        failed = true;
        results.push(await work(tx));
        failed = false;
      }
      return results;
    });
    return run.catch((error: unknown) => {
      if (failed) return undefined;
      throw error;
    });
  };
}
