import { existsSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { features } from '#features/index.ts';
import { doubtfulPrices } from '#contract/content/doubtful-prices.ts';
import { announcement, SAMPLE_NOTE } from './operations/announce.ts';
import { buildApp } from './app.ts';
import { createContainer } from './container.ts';
import type { PageColours } from 'plenary-payment-sandbox';
import type { Palette } from '#contract/content/palette.ts';
import { sellingAfterTheEnd } from './content/after-the-end.ts';
import { ContentError } from './content/content-error.ts';
import { siteFolders } from './content/folders.ts';
import { keepContent, readKeptContent } from './content/kept-content.ts';
import { readContent } from './content/read-content.ts';
import { CONTENT_STAMP, stampOf } from './content/stamp.ts';
import {
  refuseCurrencyOfMethods,
  refuseCurrencyOfPaypal,
  refuseOtherCurrency,
} from './config/currency-conflicts.ts';
import { FolderTaken, takeDataFolder } from './operations/data-folder.ts';
import { DatabaseUnusable, openDatabase, reachDatabase } from './database/database.ts';
import { createDatabaseClock } from './database/database-clock.ts';
import { migrate } from './database/migrate.ts';
import { type Env, readEnv, SettingError } from './config/env.ts';
import {
  cappedPayments,
  drainMs,
  paymentsPerNetwork,
  quotaSettings,
  s3Settings,
} from './config/feature-settings.ts';
import { registerFeatures } from './features.ts';
import { watchDisk } from './files/disk-room.ts';
import { openFileStore } from './files/open-file-store.ts';
import { createUploads } from './files/uploads.ts';
import { loadPages, type Pages, SiteNotBuilt } from './http/pages.ts';
import { watchPressure } from './http/load-shedding.ts';
import { UNTRUSTED_PROXY } from './http/visitor-address.ts';
import { keepSharedAddress, sharedAddressWords } from './operations/shared-address.ts';
import { startHeartbeat } from './operations/heartbeat.ts';
import { newId, systemClock } from './identity.ts';
import { installationIn } from './operations/installation.ts';
import { startBackgroundJobs } from './operations/background-jobs.ts';
import { openInstallation } from './operations/open-installation.ts';
import { endOnUncaught, createShutdown, watchLoop } from './operations/shutdown.ts';
import { cannotListen, listen } from './operations/listen.ts';
import { openLog } from './operations/log.ts';
import { bucketAway } from './operations/outages.ts';
import { mailboxRoutes } from './mail/mailbox-routes.ts';
import type { PaymentContext } from './payments/payment-context.ts';
import { isSandboxed } from './config/payment-mode.ts';
import { realProviders, sandboxedProviders } from './config/providers.ts';
import { refuseSampleAccount } from './config/sample-account.ts';
import { refuseWithoutWays, waysWithoutKeys } from './config/usable-ways.ts';
import { hasUnnamedProxy } from './config/setting-conflicts.ts';
import { writeSandboxAccess, sandboxKeys } from './config/sandbox-access.ts';
import { howToRun } from '#server/how-to-run.ts';

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
  const content = readContent(folders.content);
  const { currency } = content.prices;
  refuseCurrencyOfPaypal(env, currency);
  refuseCurrencyOfMethods(env, currency);
  refuseSampleAccount(env, content);
  refuseWithoutWays(env, content);
  const waysOff = waysWithoutKeys(env, content);
  const pages = isCallsOnly
    ? undefined
    : builtPages(folders, { countryService: env.COUNTRY_SERVICE, waysOff });
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
  const providers = sandbox?.providers ?? realProviders(env, installation.stripeAccount);
  const container = createContainer({
    db,
    content,
    providers,
    mode: installation.mode,
    most: quotaSettings(env),
    mostOfNetwork: paymentsPerNetwork(env),
    areMailsLimited: env.RATE_LIMIT === 'on',
    // Servers on one database have the same keys, or the same address of it. Others are alone.
    networkKey: env.STRIPE_SECRET_KEY ?? env.PAYPAL_CLIENT_SECRET ?? env.DATABASE_URL ?? serverId,
    clock: clock.now,
    newId,
    alarm,
  });
  const { context, mailLayout, quotas, sale } = container;
  const pressure = watchPressure();
  keepSharedAddress(dataDir, undefined);
  const app = await buildApp({
    ...container,
    content,
    files,
    dataDir,
    publicBaseUrl: env.PUBLIC_BASE_URL,
    listensOn: env.HOST,
    sandboxPages: sandbox?.pages,
    // Not if mails are sent: a page must not show real mails.
    mailboxPages: sandbox && env.SMTP_HOST === undefined ? mailboxRoutes(db) : undefined,
    pages,
    countryService: env.COUNTRY_SERVICE,
    rateLimit: env.RATE_LIMIT === 'on',
    trustedProxies: env.TRUSTED_PROXIES,
    isStopping,
    pressure,
    disk: watchDisk(dataDir, reserveBytes),
    metricsToken: env.METRICS_TOKEN,
    hasScanner: env.CLAMD !== undefined,
    keepSharedAddress(address) {
      keepSharedAddress(dataDir, address);
      if (address !== undefined) log.warn({ proxy: address }, sharedAddressWords(address));
    },
    logger: log,
  });
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
  if (content.conference.ways && waysOff.length > 0) {
    log.warn(`no keys are set for ${waysOff.join(' and ')}, so the forms do not offer it`);
  }
  const mailFolder = resolve(dataDir, 'mail');
  const work = startBackgroundJobs({
    env,
    serverId,
    origin: env.PUBLIC_BASE_URL ?? `http://localhost:${port}`,
    mailFolder,
    content,
    context,
    mailLayout,
    sale,
    files,
    quotas,
    log,
  });
  if (!isSandboxed(env) && env.SMTP_HOST === undefined) {
    log.warn('mails are only written to a folder, and nobody gets them: set SMTP_HOST');
  }

  closers.push(
    () => db.destroy(),
    () => heartbeat.stop(),
    () => sandbox?.close(),
    ...work,
    () => app.close(),
  );
  process.once('SIGTERM', () => void stop(0, drainMs(env)));
  process.once('SIGINT', () => void stop(0));
  // The parent process has ended, which started this one with a channel as npm run dev does.
  process.once('disconnect', () => void stop(0));
  for (const { words } of doubtfulPrices(content.prices, readKeptContent(dataDir)?.prices)) {
    log.warn(words);
  }
  try {
    keepContent(folders.content, dataDir);
  } catch (error) {
    log.warn({ err: error }, 'the files of the conference could not be kept in the data folder');
  }
  // Last, because a caller that waits for this output may stop the server at once.
  const late = sellingAfterTheEnd(content, clock.now());
  const note = late && folders.content === siteFolders({}).content ? SAMPLE_NOTE : late;
  console.log(announcement({ content, env, port, dataDir, mailFolder, note }));
}

/** Refuses pages of other content, which could show other prices than the server charges. */
function builtPages(
  { content, build }: ReturnType<typeof siteFolders>,
  settings: Parameters<typeof loadPages>[1],
): Pages {
  const pages = loadPages(join(build, 'client'), settings);
  const stamp = join(build, CONTENT_STAMP);
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== stampOf(content, ['.'])) {
    throw new SiteNotBuilt(
      `${basename(content)}/ has changed since the site was built: ${howToRun.build} builds it again, ${howToRun.start} builds and starts.`,
    );
  }
  return pages;
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
    throw cannotListen(error, 'SANDBOX_PORT', env.SANDBOX_PORT, '127.0.0.1');
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
