import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { contentFileOf, contentFiles } from '#contract/content.ts';
import { createContainer } from '#server/container.ts';
import { ContentError } from '#server/content/content-error.ts';
import { readAsBuilt } from '#server/content/built-content.ts';
import { siteFolders } from '#server/content/folders.ts';
import { readKeptContent } from '#server/content/kept-content.ts';
import { stampOf } from '#server/content/stamp.ts';
import { type Db, openDatabase, reachDatabase } from '#server/database/database.ts';
import { refuseOtherCurrency } from '#server/config/currency-conflicts.ts';
import { createDatabaseClock } from '#server/database/database-clock.ts';
import { isMigrated, lastMigration, refuseOtherTables } from '#server/database/migrate.ts';
import { type Env, readEnv } from '#server/config/env.ts';
import { s3Settings } from '#server/config/feature-settings.ts';
import type { FileStore } from '#server/files/file-store.ts';
import { openFileStore } from '#server/files/open-file-store.ts';
import { newId } from '#server/identity.ts';
import {
  differenceWords,
  findInstallation,
  type Installation,
  installationIn,
  moneyDifferences,
} from '#server/operations/installation.ts';
import { openInstallation } from '#server/operations/open-installation.ts';
import { systemUser } from '#server/operations/activities.ts';
import type { Subject } from '#server/operations/subjects.ts';
import type { Organising } from '#server/operations/plan.ts';
import { isSandboxed } from '#server/config/payment-mode.ts';
import { realProviders, sandboxedProviders } from '#server/config/providers.ts';
import { readSandboxAccess } from '#server/config/sandbox-access.ts';
import { plainOutput } from './plain-output.ts';

/** The dependencies of a command, which reads the server's settings and runs beside the server. */
export type CommandContext = Organising & {
  /** Opens the file store, for commands that read files. */
  store: () => Promise<FileStore>;
  env: Env;
  dataDir: string;
  /** The mistakes in the conference's folder, if the command uses the files with which the server started instead. */
  contentMistakes?: string | undefined;
  /** Whether the one who asks may read about a subject; absent: at a terminal, where everybody has the database anyway. */
  maySee?: (subject: Subject) => boolean;
  /** The same context with the present files of the conference's folder, for a caller that stays open. */
  latest: () => Promise<CommandContext>;
};

/** An unknown or impossible command. The message says what to do. */
export class CommandError extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode = 1) {
    super(plainOutput(message));
    this.exitCode = exitCode;
  }
}

/**
 * Opens the server's database for one command. A wrong setting is an error, so that nobody takes an empty database for
 * the conference. A command that `asksProviders` about payments refuses to work if the settings name other accounts than
 * the database was used with.
 */
export async function withCommandContext<T>(
  work: (context: CommandContext) => Promise<T>,
  { asksProviders = true } = {},
): Promise<T> {
  const env = readEnv(process.env);
  const dataDir = resolve(env.DATA_DIR);
  if (env.DATABASE_URL === undefined && !existsSync(resolve(dataDir, 'plenary.sqlite'))) {
    throw nothingIn(`DATA_DIR ${dataDir}`);
  }
  const folders = siteFolders(env);
  const read = readContentOrKept(folders, dataDir);
  const database = { url: env.DATABASE_URL, dataDir, log: (line: string) => console.error(line) };
  const db = openDatabase(database);
  try {
    await reachDatabase(db, database);
    await refuseUnusable(
      db,
      env.DATABASE_URL === undefined ? `DATA_DIR ${dataDir}` : 'DATABASE_URL',
    );
    const start = { env, dataDir };
    if (asksProviders) await refuseOtherCurrency(db, read.content.prices.currency);
    const { installation, hasProviders } = asksProviders
      ? {
          installation: await openInstallation(db, start, (line) => console.error(line)),
          hasProviders: true,
        }
      : await installationForReading(db, start);
    const { now: clock } = await createDatabaseClock(db);
    const providers = hasProviders ? providersFor(env, dataDir, installation) : [];
    const opened: Opened = { db, env, dataDir, mode: installation.mode, providers, clock };
    const stampNow = () => stampOf(folders.content, contentNames);
    let stamp = stampNow();
    let context: CommandContext | undefined;
    const latest = async () => {
      const is = stampNow();
      if (context && is === stamp) return context;
      const again = readContentOrKept(folders, dataDir);
      await refuseOtherCurrency(db, again.content.prices.currency);
      stamp = is;
      context = contextOf(opened, again, latest);
      return context;
    };
    context = contextOf(opened, read, latest);
    return await work(context);
  } finally {
    await db.destroy();
  }
}

/** Refuses a place without tables, and tables of another program or version. */
async function refuseUnusable(db: Db, place: string): Promise<void> {
  if ((await lastMigration(db)) === undefined && !(await hasTables(db))) throw nothingIn(place);
  await refuseOtherTables(db);
  // Only the server migrates, because an older server may still run on these tables.
  if (!(await isMigrated(db))) {
    throw new CommandError(
      'The tables are of an older version: start the server of this version, which migrates them.',
    );
  }
}

/** The parts of a context that stay when the files of the conference's folder change. */
type Opened = Pick<Parameters<typeof createContainer>[0], 'db' | 'mode' | 'providers' | 'clock'> &
  Pick<CommandContext, 'env' | 'dataDir'>;

function contextOf(
  { db, env, dataDir, ...opened }: Opened,
  read: ReturnType<typeof readContentOrKept>,
  latest: CommandContext['latest'],
): CommandContext {
  const {
    context: payments,
    mailLayout,
    receipts,
  } = createContainer({
    ...opened,
    db,
    content: read.content,
    // No command does anything that a quota counts.
    most: { payments: 0, mails: 0, uploads: 0, uploadBytes: 0 },
    mostOfNetwork: 0,
    networkKey: '',
    newId,
    alarm: (message, details) => console.error(alarmWords(message, details)),
  });
  return {
    ...read,
    payments,
    mailLayout,
    receipts,
    origin: env.PUBLIC_BASE_URL ?? `http://localhost:${env.PORT}`,
    actor: systemUser(process.env),
    store: () => openFileStore(dataDir, s3Settings(env)),
    env,
    dataDir,
    latest,
  };
}

/** "A payer disputes a payment (payment 3e0hes8p, dispute du_1): doctor names the order." */
function alarmWords(message: string, details: Record<string, string>): string {
  const named = Object.entries(details).map(([name, value]) => `${name} ${value}`);
  const sentence = message.charAt(0).toUpperCase() + message.slice(1);
  return `${sentence} (${named.join(', ')}): doctor names the order.`;
}

/** The files of the conference that commands use. */
const contentNames = Object.keys(contentFiles).map(contentFileOf);

/** A mistake in the folder must not stop the check-in at the door: the server also goes on with its earlier files. */
function readContentOrKept(folders: ReturnType<typeof siteFolders>, dataDir: string) {
  try {
    return { content: readAsBuilt(folders).content, contentMistakes: undefined };
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    const content = readKeptContent(dataDir);
    if (!content) throw error;
    const { message: contentMistakes } = error;
    console.error(
      `${contentMistakes}\nUntil that is corrected, commands use the files with which the server started.`,
    );
    return { content, contentMistakes };
  }
}

/** The installation for a command that only reads: the one that the database names, whatever the settings say. */
async function installationForReading(db: Db, { env, dataDir }: { env: Env; dataDir: string }) {
  const is = installationIn(env, dataDir);
  const was = await findInstallation(db);
  if (!was) return { installation: is, hasProviders: true };
  // Only Stripe knows whether another key belongs to the same account.
  const { stripeAccount, stripeKey } = was;
  const differences = moneyDifferences(was, { ...is, stripeAccount, stripeKey });
  if (differences.length > 0) {
    console.error(`${differenceWords(differences)}, so no provider is asked.`);
  }
  return { installation: was, hasProviders: differences.length === 0 };
}

function nothingIn(place: string): CommandError {
  return new CommandError(
    `There is no installation in ${place}. The first start of the server makes one. Does the command have the settings of the server?`,
  );
}

async function hasTables(db: Db): Promise<boolean> {
  return (await db.introspection.getTables()).length > 0;
}

/** The pretend providers run inside the server, which writes their address into the data folder. */
function providersFor(env: Env, dataDir: string, installation: Installation) {
  if (!isSandboxed(env)) return realProviders(env, installation.stripeAccount);
  const access = readSandboxAccess(dataDir);
  return access ? sandboxedProviders(env, access) : [];
}
