import { hostname } from 'node:os';
import type { Db } from '#server/database/database.ts';
import type { DatabaseClock } from '#server/database/database-clock.ts';
import { SettingError } from '#server/config/env.ts';
import { every } from './every.ts';
import {
  BEAT_MS,
  beat,
  joinServers,
  leaveServers,
  type ServerIdentity,
  showsContent,
} from './servers.ts';
import { VERSION } from '#server/version.ts';

type Heartbeat = {
  db: Db;
  clock: DatabaseClock;
  id: string;
  /** The mode, file store and sandbox of this server. */
  is: Pick<ServerIdentity, 'mode' | 'fileStore' | 'sandboxId'>;
  /** The stamp of the conference's folder that it shows. */
  contentStamp: string | undefined;
  /** When its pages were built. */
  builtAt: Date | undefined;
  failed: (error: unknown) => void;
  /** Called if this server was suspended for too long and a server has started meanwhile that it cannot run beside. */
  replaced: (error: SettingError) => void;
};

/**
 * Tells the other servers on the database that this one runs, and synchronises the clock with the database. Throws a
 * SettingError if this server must not run beside one of them. `shows` tells them of another state of the conference's
 * folder, and `stop` removes this server from the list.
 */
export async function startHeartbeat(
  heartbeat: Heartbeat,
): Promise<{ shows: (stamp: string) => Promise<void>; stop: () => Promise<void> }> {
  const { db, clock, id, is, contentStamp, failed, replaced } = heartbeat;
  let { builtAt } = heartbeat;
  const server = {
    id,
    host: hostname(),
    version: VERSION,
    mode: is.mode,
    fileStore: is.fileStore,
    sandboxId: is.sandboxId,
    contentStamp,
  };
  await joinServers(db, clock.now, server, builtAt);
  const tell = async () => {
    const { contentStamp: stamp } = server;
    if (stamp !== undefined) await showsContent(db, clock.now, id, stamp);
  };
  const beating = every(
    BEAT_MS,
    async () => {
      await clock.sync();
      if (!(await beat(db, clock.now, id))) await joinServers(db, clock.now, server, builtAt);
      await tell();
    },
    (error) => (error instanceof SettingError ? replaced(error) : failed(error)),
  );
  return {
    async shows(stamp) {
      server.contentStamp = stamp;
      builtAt = clock.now();
      // The next beat tries again.
      await tell().catch(failed);
    },
    async stop() {
      await beating.stop();
      await leaveServers(db, id);
    },
  };
}
