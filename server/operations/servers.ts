import { type Db, hasOneWriter, inTransaction, lockKey } from '#server/database/database.ts';
import { allRows, wroteOne } from '#server/database/queries.ts';
import { valuesOf } from '#server/database/row-values.ts';
import { SettingError } from '#server/config/env.ts';
import { type Clock, timestamp } from '#server/identity.ts';

const { read, columns } = valuesOf('servers');

/** A running server on the database. */
export type RunningServer = ReturnType<typeof read>;

export type ServerIdentity = Omit<RunningServer, 'startedAt' | 'seenAt' | 'contentSince'>;

export const BEAT_MS = 10_000;

/** A server without a heartbeat for this time counts as dead. */
const LAPSE_MS = 45_000;

/**
 * Records a running server and removes dead ones. Throws a SettingError if another server runs with another file store or
 * sandbox: each would look for the other's files, or ask its own pretend provider about the other's payments. It shows its
 * state of the conference's folder since its pages were built: a start with an old state makes that no newer.
 */
export async function joinServers(
  db: Db,
  clock: Clock,
  server: ServerIdentity,
  builtAt?: Date,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockKey(tx, 'servers');
    const now = timestamp(clock());
    // The lock of the folder allows one server on a SQLite file, so an earlier one has ended.
    const isAlone = hasOneWriter(tx);
    if (isAlone) await tx.deleteFrom('leases').execute();
    const before = isAlone ? now : timestamp(clock(), -LAPSE_MS);
    await tx
      .deleteFrom('servers')
      .where('seen_at', '<=', before)
      .where('id', '!=', server.id)
      .execute();
    refuseStrangers(server, await listServers(tx, clock, server.id));
    const { id, host, version, mode, fileStore, sandboxId, contentStamp } = server;
    const built = timestamp(builtAt ?? clock());
    // The clock of this machine may be ahead.
    const contentSince = built < now ? built : now;
    const joining = { id, host, version, mode, fileStore, sandboxId, contentStamp };
    await tx
      .insertInto('servers')
      .values(columns({ ...joining, startedAt: now, seenAt: now, contentSince }))
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ seen_at: now }))
      .execute();
  });
}

function refuseStrangers(server: ServerIdentity, others: readonly RunningServer[]): void {
  for (const { host, startedAt, fileStore, sandboxId } of others) {
    const other = `Another server (on ${host}, since ${startedAt}) runs on this database`;
    const orStop = 'or stop the other server first: a dead server is forgotten within a minute.';
    if (sandboxId !== server.sandboxId) {
      throw new SettingError(
        `${other} with pretend providers of its own: set the same real keys for both, ${orStop}`,
      );
    }
    if (fileStore !== server.fileStore) {
      throw new SettingError(
        `${other} and keeps the files of abstracts in the ${fileStore}, and this one would keep them in the ` +
          `${server.fileStore}: set the same FILES_S3_BUCKET for both, ${orStop}`,
      );
    }
  }
}

/** False if the other servers have removed this one as dead. */
export function beat(db: Db, clock: Clock, id: string): Promise<boolean> {
  return db
    .updateTable('servers')
    .set({ seen_at: timestamp(clock()) })
    .where('id', '=', id)
    .$call(wroteOne);
}

/** The server shows a state of the conference's folder: from now on, if the other servers know of another one. */
export async function showsContent(db: Db, clock: Clock, id: string, stamp: string): Promise<void> {
  await db
    .updateTable('servers')
    .set({ content_stamp: stamp, content_since: timestamp(clock()) })
    .where('id', '=', id)
    .where((is) => is.or([is('content_stamp', 'is', null), is('content_stamp', '!=', stamp)]))
    .execute();
}

export async function leaveServers(db: Db, id: string): Promise<void> {
  await db.deleteFrom('servers').where('id', '=', id).execute();
}

/** The running servers without `butFor`, the longest running first. */
export function listServers(db: Db, clock: Clock, butFor = ''): Promise<RunningServer[]> {
  return db
    .selectFrom('servers')
    .selectAll()
    .where('seen_at', '>', timestamp(clock(), -LAPSE_MS))
    .where('id', '!=', butFor)
    .orderBy('started_at')
    .$call(allRows(read));
}
