import { resolve } from 'node:path';
import { features } from '#features/index.ts';
import { announcement, SAMPLE_NOTE } from './operations/announce.ts';
import type { PageColours } from 'plenary-payment-sandbox';
import type { Palette } from '#contract/content/palette.ts';
import { sellingAfterTheEnd } from './content/after-the-end.ts';
import { ContentError } from './content/content-error.ts';
import { siteFolders } from './content/folders.ts';
import { refuseOtherCurrency } from './config/currency-conflicts.ts';
import { FolderTaken, takeDataFolder } from './operations/data-folder.ts';
import { DatabaseUnusable, openDatabase, reachDatabase } from './database/database.ts';
import { createDatabaseClock } from './database/database-clock.ts';
import { migrate } from './database/migrate.ts';
import { type Env, readEnv, SettingError } from './config/env.ts';
import { cappedPayments, drainMs, s3Settings } from './config/feature-settings.ts';
import { registerFeatures } from './features.ts';
import { watchDisk } from './files/disk-room.ts';
import { openFileStore } from './files/open-file-store.ts';
import { createUploads } from './files/uploads.ts';
import { SiteNotBuilt } from './http/pages.ts';
import { watchPressure } from './http/load-shedding.ts';
import { UNTRUSTED_PROXY } from './http/visitor-address.ts';
import { keepSharedAddress, sharedAddressWords } from './operations/shared-address.ts';
import { startHeartbeat } from './operations/heartbeat.ts';
import { newId, systemClock } from './identity.ts';
import { installationIn } from './operations/installation.ts';
import { openInstallation } from './operations/open-installation.ts';
import { endOnUncaught, createShutdown, watchLoop } from './operations/shutdown.ts';
import { cannotListen, listen } from './operations/listen.ts';
import { openLog } from './operations/log.ts';
import { bucketAway } from './operations/outages.ts';
import type { PaymentContext } from './payments/payment-context.ts';
import { isSandboxed } from './config/payment-mode.ts';
import { realProviders, sandboxedProviders } from './config/providers.ts';
import { hasUnnamedProxy } from './config/setting-conflicts.ts';
import { writeSandboxAccess, sandboxKeys } from './config/sandbox-access.ts';
import {
  openConference,
  publishNewBuilds,
  readConference,
  type ServerParts,
} from './conference.ts';
import { createDoor } from './http/door.ts';

registerFeatures(features);
await start().catch((error: unknown) => {
  const isForTheOperator =
    error instanceof SettingError ||
    error instanceof FolderTaken ||
    error instanceof DatabaseUnusable ||
    error instanceof ContentError ||
    error instanceof SiteNotBuilt;
  console.error(isForTheOperator ? error.message : error);
  process.exit(1);
});

async function start(): Promise<void> {
  // Only the owner can read files of this process, including those of SQLite.
  process.umask(0o077);
  const env = readEnv(process.env);
  // In development another server serves the pages.
  const isCallsOnly = process.argv.includes('--calls-only');
  const folders = siteFolders(env);
  const first = readConference(env, { hasPages: !isCallsOnly });
  const { content } = first;
  const { currency } = content.prices;
  const dataDir = resolve(env.DATA_DIR);
  const folder = takeDataFolder(dataDir);
  process.on('exit', () => folder.release());

  const log = openLog();
  const { closers, stop, fatal, isStopping } = createShutdown(log);
  endOnUncaught(fatal);
  const database = {
    url: env.DATABASE_URL,
    dataDir,
    log: (message: string) => log.warn(message),
    onBroken: (error: unknown) =>
      fatal(error, 'the database is broken: see docs/backup.md, Backup'),
  };
  const db = openDatabase(database);
  await reachDatabase(db, database);
  await migrate(db);
  await refuseOtherCurrency(db, currency);
  const clock = await createDatabaseClock(db);
  const reserveBytes = env.FILES_RESERVE_MB * 1024 * 1024;
  const files = {
    uploads: createUploads(resolve(dataDir, 'uploads'), { reserveBytes }),
    store: await openFileStore(dataDir, s3Settings(env)),
  };

  let port = env.PORT;
  const warn = (message: string) => log.warn(message);
  const sandbox = isSandboxed(env)
    ? await openSandbox(env, dataDir, content.conference.looks.palette, () => port, warn)
    : undefined;
  const serverId = newId();
  const heartbeat = await startHeartbeat({
    db,
    clock,
    id: serverId,
    is: installationIn(env, dataDir),
    contentStamp: isCallsOnly ? undefined : first.stamps.content,
    builtAt: first.stamps.builtAt,
    failed: (error) => log.error({ err: error }, 'the heartbeat of this server failed'),
    replaced: (error) => fatal(error, 'another server has taken the place of this one'),
  });
  const installation = await openInstallation(db, { env, dataDir }, warn).catch(
    async (error: unknown) => {
      await heartbeat.stop();
      throw error;
    },
  );
  const alarm: PaymentContext['alarm'] = (message, details) =>
    log.error({ alarm: true, ...details }, message);
  keepSharedAddress(dataDir, undefined);
  const door = createDoor();
  const parts: ServerParts = {
    env,
    serverId,
    db,
    clock: clock.now,
    log,
    alarm,
    files,
    dataDir,
    mailFolder: resolve(dataDir, 'mail'),
    mode: installation.mode,
    providers: sandbox?.providers ?? realProviders(env, installation.stripeAccount),
    sandboxPages: sandbox?.pages,
    makeServer: door.makeServer,
    isStopping,
    pressure: watchPressure(),
    disk: watchDisk(dataDir, reserveBytes),
    keepSharedAddress(address) {
      keepSharedAddress(dataDir, address);
      if (address !== undefined) log.warn({ proxy: address }, sharedAddressWords(address));
    },
  };
  const { app, startJobs } = await openConference(parts, first);
  port = await listen(app, env, (address) =>
    // The developer opens the address of the other server.
    isCallsOnly ? 'the calls are ready' : `ready at ${address}`,
  );

  // Not before: a machine with little CPU may need long for the modules and the migrations.
  watchLoop();
  if (hasUnnamedProxy(env)) log.warn(UNTRUSTED_PROXY);
  const capped = cappedPayments(env);
  if (capped !== undefined) log.warn(capped);
  // Visitors do not wait for the answer of a bucket that is away.
  void bucketAway({ env, store: async () => files.store }).then(
    (outage) => outage && log.warn(outage.words),
  );
  const origin = env.PUBLIC_BASE_URL ?? `http://localhost:${port}`;
  const jobs = startJobs(origin);
  const published = isCallsOnly
    ? { stop: () => Promise.all(jobs.map((end) => end())) }
    : publishNewBuilds({ parts, door, first, jobs, origin, shows: heartbeat.shows });
  if (!isSandboxed(env) && env.SMTP_HOST === undefined) {
    log.warn('mails are only written to a folder, and nobody gets them: set SMTP_HOST');
  }

  closers.push(
    () => db.destroy(),
    () => heartbeat.stop(),
    () => sandbox?.close(),
    () => published.stop(),
    () => app.close(),
  );
  process.once('SIGTERM', () => void stop(0, drainMs(env)));
  process.once('SIGINT', () => void stop(0));
  // The parent process has ended, which started this one with a channel as npm run dev does.
  process.once('disconnect', () => void stop(0));
  // Last, because a caller that waits for this output may stop the server at once.
  const late = sellingAfterTheEnd(content, clock.now());
  const isSample = folders.content === siteFolders({}).content && isSandboxed(env);
  const note = late && isSample ? SAMPLE_NOTE : late;
  console.log(announcement({ content, env, port, dataDir, mailFolder: parts.mailFolder, note }));
}

/** Starts the pretend providers on loopback, and creates the real clients for them. */
async function openSandbox(
  env: Env,
  dataDir: string,
  palette: Palette,
  port: () => number,
  log: (message: string) => void,
) {
  // With real providers the sandbox is not even loaded.
  const { startSandbox } = await import('plenary-payment-sandbox');
  const { stripe, paypal } = sandboxKeys(dataDir, env);
  const here = () => `http://${loopback(env.HOST)}:${port()}/api/webhooks`;
  const sandbox = await startSandbox({
    apiPort: env.SANDBOX_PORT,
    publicBaseUrl: env.PUBLIC_BASE_URL,
    stateFile: resolve(dataDir, 'sandbox.jsonl'),
    now: systemClock,
    controlOverHttp: env.SANDBOX_CONTROL === 'on',
    colours: sandboxColours(palette),
    stripe: {
      ...stripe,
      webhookUrl: () => env.SANDBOX_STRIPE_WEBHOOK_URL ?? `${here()}/stripe`,
    },
    paypal: {
      ...paypal,
      webhookUrl: () => env.SANDBOX_PAYPAL_WEBHOOK_URL ?? `${here()}/paypal`,
    },
    log,
  }).catch((error: unknown) => {
    throw cannotListen(error, 'SANDBOX_PORT', env.SANDBOX_PORT, { host: '127.0.0.1' });
  });
  const access = {
    stripe: { ...stripe, apiBase: sandbox.stripeApiBase },
    paypal: { ...paypal, apiBase: sandbox.paypalApiBase },
  };
  writeSandboxAccess(dataDir, access);
  return {
    providers: sandboxedProviders(env, access),
    pages: sandbox.pages,
    close: () => sandbox.close(),
  };
}

function sandboxColours({ light, dark }: Palette): PageColours {
  const both = (name: keyof Palette['light']) => ({ light: light[name], dark: dark[name] });
  return {
    paper: both('paper'),
    ink: both('ink'),
    quiet: both('soft'),
    accent: both('accent'),
    onAccent: both('onAccent'),
  };
}

/** The address at which this machine reaches a server that listens on `host`. */
function loopback(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}
