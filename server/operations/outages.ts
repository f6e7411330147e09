import type { Content } from '#contract/content.ts';
import type { Env } from '#server/config/env.ts';
import { s3Settings } from '#server/config/feature-settings.ts';
import { hasUnnamedProxy } from '#server/config/setting-conflicts.ts';
import { sellingAfterTheEnd } from '#server/content/after-the-end.ts';
import { siteFolders } from '#server/content/folders.ts';
import type { Db } from '#server/database/database.ts';
import { freeBytes } from '#server/files/disk-room.ts';
import type { FileStore } from '#server/files/file-store.ts';
import { elsewhereWords, filesElsewhere } from '#server/files/files-elsewhere.ts';
import { missingFiles } from '#server/files/missing-files.ts';
import { filesIn } from '#server/files/open-file-store.ts';
import { bucketTrouble } from '#server/files/s3-store.ts';
import { UNTRUSTED_PROXY } from '#server/http/visitor-address.ts';
import type { Clock } from '#server/identity.ts';
import { installationIn } from './installation.ts';
import { firstOf } from './plan.ts';
import { findSharedAddress, sharedAddressWords } from './shared-address.ts';
import { listServers } from './servers.ts';

/** The machine and the settings of a command. */
export type Machine = {
  env: Env;
  dataDir: string;
  store: () => Promise<FileStore>;
  /** Why no server can start with the conference's folder. */
  contentMistakes?: string | undefined;
  content?: Content;
};

type Outage = { id: string; words: string };
type Tables = { db: Db; clock: Clock };

export async function noServer(_: Machine, { db, clock }: Tables): Promise<Outage | undefined> {
  const servers = await listServers(db, clock);
  if (servers.length > 0) return undefined;
  return { id: 'none', words: 'no server runs: visitors reach nothing' };
}

const MIB = 1024 * 1024;

export async function lowDisk({ env, dataDir }: Machine): Promise<Outage | undefined> {
  const free = Math.floor((await freeBytes(dataDir)) / MIB);
  const { FILES_RESERVE_MB: reserve } = env;
  if (free >= reserve) return undefined;
  const refused = free < reserve / 2 ? 'nothing is written for visitors' : 'files are refused';
  return {
    id: dataDir,
    words: `the disk of ${dataDir} has ${free} MB left, FILES_RESERVE_MB is ${reserve}: ${refused}`,
  };
}

/** Reads a file that does not exist: a bucket that reports this works. */
export async function bucketAway(
  machine: Pick<Machine, 'env' | 'store'>,
): Promise<Outage | undefined> {
  const { env, store } = machine;
  const bucket = s3Settings(env);
  if (!bucket) return undefined;
  const silent = AbortSignal.timeout(LONGEST_MS);
  const trouble = await Promise.race([
    troubleWith(store),
    new Promise<string>((resolve) => {
      silent.addEventListener('abort', () => resolve('no answer'));
    }),
  ]);
  if (trouble === undefined) return undefined;
  const { bucket: id } = bucket;
  return { id, words: `the bucket ${id} does not answer as it should: ${trouble}` };
}

const LONGEST_MS = 10_000;

async function troubleWith(store: Machine['store']) {
  try {
    const opened = await store();
    (await opened.read('nothing')).destroy();
    return undefined;
  } catch (error) {
    const name = bucketTrouble(error);
    // Without the right to list files, a bucket denies access to a missing file.
    return ['NoSuchKey', 'AccessDenied'].includes(name) ? undefined : name;
  }
}

export async function mistakeInContent({
  contentMistakes: words,
}: Machine): Promise<Outage | undefined> {
  if (words === undefined) return undefined;
  return { id: 'CONTENT_DIR', words: `no server can start with CONTENT_DIR: ${words}` };
}

/** The days of the sample have passed, and its forms stay open for people who try it. */
export async function sellingLate(
  { content, env }: Machine,
  { clock }: Tables,
): Promise<Outage | undefined> {
  const isOwn = siteFolders(env).content !== siteFolders({}).content;
  const words = content && isOwn ? sellingAfterTheEnd(content, clock()) : undefined;
  return words === undefined ? undefined : { id: 'opening', words };
}

export async function unnamedProxy({ env }: Machine): Promise<Outage | undefined> {
  return hasUnnamedProxy(env) ? { id: 'TRUSTED_PROXIES', words: UNTRUSTED_PROXY } : undefined;
}

export async function sharedAddress({ dataDir }: Machine): Promise<Outage | undefined> {
  const address = findSharedAddress(dataDir);
  return address === undefined ? undefined : { id: address, words: sharedAddressWords(address) };
}

export async function filesAway(
  { env, dataDir }: Machine,
  { db }: Tables,
): Promise<Outage | undefined> {
  const elsewhere = await filesElsewhere(db, installationIn(env, dataDir).fileStore);
  const words = elsewhereWords(elsewhere);
  return words === undefined ? undefined : { id: 'store', words };
}

/** Only a folder is looked at: a bucket keeps its files itself. */
export async function filesMissing(
  { env, dataDir }: Machine,
  { db }: Tables,
): Promise<Outage | undefined> {
  if (s3Settings(env)) return undefined;
  const folder = filesIn(dataDir);
  const missing = await missingFiles(db, { id: installationIn(env, dataDir).fileStore, folder });
  if (missing.length === 0) return undefined;
  const named = firstOf(missing).join('; ');
  return {
    id: 'missing',
    words: `${folder} lacks files of abstracts, which a backup may have: ${named}`,
  };
}
