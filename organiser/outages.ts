import { s3Settings } from '#server/config/feature-settings.ts';
import { freeBytes } from '#server/files/disk-room.ts';
import { listServers } from '#server/operations/servers.ts';
import type { CommandContext } from './command-context.ts';

/** Something that visitors suffer from now, as a line of doctor. */
export type Outage = { about: 'server' | 'disk' | 'bucket' | 'content'; id: string; words: string };

/** Everything of the machines that does not work. */
export async function listOutages(context: CommandContext): Promise<Outage[]> {
  const found = await Promise.all([noServer(context), lowDisk(context), bucketAway(context)]);
  return [...found, mistakeInContent(context)].filter((outage) => outage !== undefined);
}

async function noServer({ payments }: CommandContext): Promise<Outage | undefined> {
  const servers = await listServers(payments.db, payments.clock);
  if (servers.length > 0) return undefined;
  return { about: 'server', id: 'none', words: 'no server runs: visitors reach nothing' };
}

const MIB = 1024 * 1024;

async function lowDisk({ env, dataDir }: CommandContext): Promise<Outage | undefined> {
  const free = Math.floor((await freeBytes(dataDir)) / MIB);
  const { FILES_RESERVE_MB: reserve } = env;
  if (free >= reserve) return undefined;
  const refused = free < reserve / 2 ? 'nothing is written for visitors' : 'files are refused';
  return {
    about: 'disk',
    id: dataDir,
    words: `${free} MB are free, FILES_RESERVE_MB is ${reserve}: ${refused}`,
  };
}

/** Asks for a file that nobody has sent: a bucket that says so is there. */
async function bucketAway({ env, store }: CommandContext): Promise<Outage | undefined> {
  const bucket = s3Settings(env);
  if (!bucket) return undefined;
  const silent = AbortSignal.timeout(LONGEST_MS);
  const trouble = await Promise.race([
    store().then(troubleWith),
    new Promise<string>((resolve) => {
      silent.addEventListener('abort', () => resolve('no answer'));
    }),
  ]);
  if (trouble === undefined) return undefined;
  return { about: 'bucket', id: bucket.bucket, words: `does not answer as it should: ${trouble}` };
}

const LONGEST_MS = 10_000;

async function troubleWith(store: Awaited<ReturnType<CommandContext['store']>>) {
  try {
    (await store.read('nothing')).destroy();
    return undefined;
  } catch (error) {
    const name = error instanceof Error ? error.name : String(error);
    // Without the right to list its files a bucket does not say that there is none.
    return ['NoSuchKey', 'AccessDenied'].includes(name) ? undefined : name;
  }
}

function mistakeInContent({ contentMistakes: words }: CommandContext): Outage | undefined {
  if (words === undefined) return undefined;
  return { about: 'content', id: 'CONTENT_DIR', words: `no server can start with it: ${words}` };
}
