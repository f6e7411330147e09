import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Content } from '#contract/content.ts';
import { openContainer } from '#server/container.ts';
import { siteFolders } from '#server/content/folders.ts';
import { readContent } from '#server/content/read-content.ts';
import { type Db, openDatabase, reachDatabase } from '#server/database/database.ts';
import { isMigrated, lastMigration } from '#server/database/migrate.ts';
import { type Env, readEnv } from '#server/env.ts';
import { s3Settings } from '#server/feature-settings.ts';
import type { FileStore } from '#server/files/file-store.ts';
import { openFileStore } from '#server/files/open-file-store.ts';
import { newId, systemClock } from '#server/identity.ts';
import type { PaymentContext } from '#server/payments/payment-context.ts';
import { isSandboxed, paymentMode } from '#server/payment-mode.ts';
import { paymentModes } from '#server/payments/payments.ts';
import { realProviders, sandboxedProviders } from '#server/providers.ts';
import { readSandboxAccess } from '#server/sandbox-access.ts';

/** What a command works with. It reads the same settings as the server and runs beside it. */
export type CommandContext = {
  payments: PaymentContext;
  content: Content;
  /** Opened only by commands that read files. */
  store: () => Promise<FileStore>;
  env: Env;
  dataDir: string;
};

/** The command is unknown or cannot be done; the message says what to do. */
export class CommandError extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Opens the server's database for one command; a wrong setting must not pass for an empty conference. */
export async function withCommandContext<T>(
  work: (context: CommandContext) => Promise<T>,
): Promise<T> {
  const env = readEnv(process.env);
  const dataDir = resolve(env.DATA_DIR);
  if (env.DATABASE_URL === undefined && !existsSync(resolve(dataDir, 'plenary.sqlite'))) {
    throw nothingIn(`DATA_DIR ${dataDir}`);
  }
  const content = readContent(siteFolders(env).content);
  const database = { url: env.DATABASE_URL, dataDir, log: (line: string) => console.error(line) };
  const db = openDatabase(database);
  try {
    await reachDatabase(db, database);
    if ((await lastMigration(db)) === undefined && !(await hasTables(db))) {
      throw nothingIn(env.DATABASE_URL === undefined ? `DATA_DIR ${dataDir}` : 'DATABASE_URL');
    }
    // Only the server migrates: an older one may still run on these tables.
    if (!(await isMigrated(db))) {
      throw new CommandError(
        'The tables are of an older version: start the server of this version, which migrates them.',
      );
    }
    const mode = paymentMode(env);
    const others = (await paymentModes(db)).filter((each) => each !== mode);
    if (others.length > 0) {
      console.error(
        `The payments here are ${others.join(' and ')}, and the settings say ${mode}: no provider is asked.`,
      );
    }
    const { context: payments } = openContainer({
      db,
      content,
      // No command begins what a quota counts.
      most: { payments: 0, mails: 0, uploads: 0, uploadBytes: 0 },
      mode,
      providers: others.length > 0 ? [] : providersFor(env, dataDir),
      clock: systemClock,
      newId,
      alarm: (message, details) => console.error(message, details),
    });
    const store = () => openFileStore(dataDir, s3Settings(env));
    return await work({ payments, content, store, env, dataDir });
  } finally {
    await db.destroy();
  }
}

function nothingIn(place: string): CommandError {
  return new CommandError(
    `There is no installation in ${place}: the server's first start makes one. Are the command's settings those of the server?`,
  );
}

async function hasTables(db: Db): Promise<boolean> {
  return (await db.introspection.getTables()).length > 0;
}

/** The pretend providers are part of the server, which leaves their address in the data folder. */
function providersFor(env: Env, dataDir: string) {
  if (!isSandboxed(env)) return realProviders(env);
  const access = readSandboxAccess(dataDir);
  return access ? sandboxedProviders(env, access) : [];
}
