import { hostname } from 'node:os';
import type { Db } from '#server/database/database.ts';
import type { DatabaseClock } from '#server/database/database-clock.ts';
import { SettingError } from '#server/config/env.ts';
import { every } from './every.ts';
import { BEAT_MS, beat, joinServers, leaveServers, type ServerIdentity } from './servers.ts';
import { VERSION } from '#server/version.ts';

type Heartbeat = {
  db: Db;
  clock: DatabaseClock;
  id: string;
  /** The money, accounts and files that its settings name. */
  is: Pick<ServerIdentity, 'mode' | 'fileStore' | 'sandboxId'>;
  failed: (error: unknown) => void;
  /** The server was away for long, and one that it cannot share the database with has come meanwhile. */
  replaced: (error: SettingError) => void;
};

/**
 * Says to the other servers on the database that this one runs, and asks the database for its time on the way. Throws a
 * SettingError where it must not run beside one of them. `stop` takes it off the list.
 */
export async function startHeartbeat({
  db,
  clock,
  id,
  is,
  failed,
  replaced,
}: Heartbeat): Promise<{ stop: () => Promise<void> }> {
  const server = {
    id,
    host: hostname(),
    version: VERSION,
    mode: is.mode,
    fileStore: is.fileStore,
    sandboxId: is.sandboxId,
  };
  await joinServers(db, clock.now, server);
  const beating = every(
    BEAT_MS,
    async () => {
      await clock.sync();
      if (!(await beat(db, clock.now, id))) await joinServers(db, clock.now, server);
    },
    (error) => (error instanceof SettingError ? replaced(error) : failed(error)),
  );
  return {
    async stop() {
      await beating.stop();
      await leaveServers(db, id);
    },
  };
}
