import { type Db, hasOneWriter, inTransaction, lockKey } from '#server/database/database.ts';
import { SettingError } from '#server/config/env.ts';
import { type Clock, timestamp } from '#server/identity.ts';

/** A running server on the database. */
export type RunningServer = {
  id: string;
  host: string;
  version: string;
  /** sandbox, test or live. */
  mode: string;
  fileStore: string;
  sandboxId: string | undefined;
  startedAt: string;
  seenAt: string;
};

export type ServerIdentity = Omit<RunningServer, 'startedAt' | 'seenAt'>;

export const BEAT_MS = 10_000;

/** A server without a heartbeat for this time counts as dead. */
const LAPSE_MS = 45_000;

/**
 * Records a running server and removes dead ones. Throws a SettingError if another server runs with another file store or
 * sandbox: each would look for the other's files, or ask its own pretend provider about the other's payments.
 */
export async function joinServers(db: Db, clock: Clock, server: ServerIdentity): Promise<void> {
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
    const { id, host, version, mode, fileStore, sandboxId } = server;
    await tx
      .insertInto('servers')
      .values({
        id,
        host,
        version,
        mode,
        file_store: fileStore,
        sandbox_id: sandboxId ?? null,
        started_at: now,
        seen_at: now,
      })
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
export async function beat(db: Db, clock: Clock, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('servers')
    .set({ seen_at: timestamp(clock()) })
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function leaveServers(db: Db, id: string): Promise<void> {
  await db.deleteFrom('servers').where('id', '=', id).execute();
}

/** The running servers without `butFor`, the longest running first. */
export async function listServers(db: Db, clock: Clock, butFor = ''): Promise<RunningServer[]> {
  const rows = await db
    .selectFrom('servers')
    .selectAll()
    .where('seen_at', '>', timestamp(clock(), -LAPSE_MS))
    .where('id', '!=', butFor)
    .orderBy('started_at')
    .execute();
  return rows.map(({ file_store, sandbox_id, started_at, seen_at, ...row }) => ({
    ...row,
    fileStore: file_store,
    sandboxId: sandbox_id ?? undefined,
    startedAt: started_at,
    seenAt: seen_at,
  }));
}
