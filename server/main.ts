import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { hasAbstractWithFile } from './abstract/abstracts.ts';
import { keepScanning } from './abstract/scan-abstracts.ts';
import { announcement } from './announce.ts';
import { buildApp } from './app.ts';
import type { Content } from '#contract/content.ts';
import { builtContent } from './content/built-content.ts';
import { ContentError } from './content/content-error.ts';
import { FolderTaken, takeDataFolder } from './data-folder.ts';
import { DatabaseUnusable, openDatabase, reachDatabase } from './database/database.ts';
import { migrate } from './database/migrate.ts';
import { type Env, readEnv, SettingError } from './env.ts';
import { ceilingSettings, s3Settings, smtpSettings } from './feature-settings.ts';
import { clamdScanner } from './files/clamd.ts';
import { watchDisk } from './files/disk-room.ts';
import { openFileStore } from './files/open-file-store.ts';
import { keepSweeping } from './files/sweep-uploads.ts';
import { openUploads } from './files/uploads.ts';
import { loadPages, SiteNotBuilt } from './http/pages.ts';
import { watchPressure } from './http/pressure.ts';
import { newId, systemClock } from './identity.ts';
import { BROKEN, endOnUncaught, watchLoop } from './last-words.ts';
import { openLog } from './log.ts';
import { folderMailer } from './mail/folder-mailer.ts';
import { mailboxOf } from './mail/mailbox.ts';
import { openPostOffice } from './mail/post-office.ts';
import { smtpMailer } from './mail/smtp-mailer.ts';
import { openCeilings } from './open-ceilings.ts';
import { openTill, stationeryOf } from './open-till.ts';
import { keepComparing } from './payment/compare-daily.ts';
import { keepReconciling } from './payment/reconcile.ts';
import type { Till } from './payment/till.ts';
import { isSandboxed } from './payment-mode.ts';
import { finishRemovals } from './privacy/removals.ts';
import { realProviders, sandboxedProviders } from './providers.ts';
import { noteSandboxAccess, sandboxKeys } from './sandbox-access.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

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
  // Every file that this process makes is for its owner only, SQLite’s too.
  process.umask(0o077);
  const env = readEnv(process.env);
  // In development the pages come from the site's own server.
  const isCallsOnly = process.argv.includes('--calls-only');
  const content = (isCallsOnly ? undefined : builtContent(root)) ?? (await contentOfFiles());
  const pages = isCallsOnly ? undefined : loadPages(resolve(root, 'build/client'));
  const dataDir = resolve(env.DATA_DIR);
  const folder = takeDataFolder(dataDir);
  process.on('exit', () => folder.release());

  const log = openLog();
  const closers: (() => unknown)[] = [];
  let isStopping = false;
  const stop = async (code: number) => {
    if (isStopping) return;
    isStopping = true;
    // Requests get ten seconds to finish, less where the ground is broken; what is not finished by then is not
    // acknowledged either.
    setTimeout(() => process.exit(code), code === 0 ? 10_000 : 4000).unref();
    for (const close of closers.toReversed()) {
      await Promise.try(close).catch((error: unknown) => log.error({ err: error }, 'not closed'));
    }
    process.exit(code);
  };
  const fatal = (error: unknown, message: string) => {
    log.fatal({ err: error }, message);
    void stop(BROKEN);
  };
  endOnUncaught(fatal);
  watchLoop();
  const database = {
    url: env.DATABASE_URL,
    dataDir,
    log: (message: string) => log.warn(message),
    onBroken: (error: unknown) =>
      fatal(error, 'the database is broken: see docs/operations.md, Backup'),
  };
  const db = openDatabase(database);
  await reachDatabase(db, database);
  await migrate(db);
  const store = await openFileStore(dataDir, s3Settings(env));
  const reserveBytes = env.FILES_RESERVE_MB * 1024 * 1024;
  const uploads = openUploads(resolve(dataDir, 'uploads'), { reserveBytes });

  const smtp = smtpSettings(env);
  let port = env.PORT;
  const sandbox = isSandboxed(env)
    ? await openSandbox(
        env,
        dataDir,
        // Where mails are sent, other people's are not for everybody to read.
        smtp ? undefined : mailboxOf(db),
        () => port,
        (message) => log.warn(message),
      )
    : undefined;
  const alarm: Till['alarm'] = (message, details) =>
    log.error({ alarm: true, ...details }, message);
  const providers = sandbox?.providers ?? realProviders(env);
  const ceilings = openCeilings({
    db,
    most: ceilingSettings(env),
    clock: systemClock,
    newId,
    stationery: stationeryOf(content, providers),
    alarm,
  });
  const till = openTill({
    db,
    ceiling: ceilings.payments,
    content,
    providers,
    clock: systemClock,
    newId,
    alarm,
  });
  const pressure = watchPressure();
  const app = await buildApp({
    till,
    content,
    files: { uploads, store },
    publicBaseUrl: env.PUBLIC_BASE_URL,
    sandboxPages: sandbox?.pages,
    mailboxPages: sandbox?.mailboxPages,
    pages,
    rateLimit: env.RATE_LIMIT === 'on',
    ceilings,
    trustedProxies: env.TRUSTED_PROXIES,
    pressure,
    disk: watchDisk(dataDir, reserveBytes),
    metricsToken: env.METRICS_TOKEN,
    hasScanner: env.CLAMD !== undefined,
    logger: log,
  });
  port = await listen(app, env, isCallsOnly);

  const { name, secretary } = content.conference;
  const mailFolder = resolve(dataDir, 'mail');
  const office = openPostOffice(
    {
      db,
      mailer: smtp ? smtpMailer(smtp) : folderMailer(mailFolder),
      clock: systemClock,
      hasRoom: ceilings.mails.hasRoom,
      from: { name, address: env.MAIL_FROM ?? secretary.email },
      replyTo: secretary.email,
      log: (message, details) => log.warn(details, message),
      alarm,
    },
    1000,
  );
  const sweeper = keepSweeping(
    { uploads, store, isKept: (key) => hasAbstractWithFile(db, key) },
    () => finishRemovals(db, { store, mailFolder }),
    (message, error) => log.error({ err: error }, message),
  );
  const scanning =
    env.CLAMD === undefined
      ? undefined
      : keepScanning({
          db,
          store,
          scan: clamdScanner(env.CLAMD),
          clock: systemClock,
          log: (message, details) => log.warn(details, message),
          alarm,
        });
  const reconciler = keepReconciling(till, (message, error) => log.error({ err: error }, message));
  const comparing = keepComparing(till, (message, error) => log.error({ err: error }, message));
  if (!isSandboxed(env) && env.SMTP_HOST === undefined) {
    log.warn('mails are only written to a folder, and nobody gets them: set SMTP_HOST');
  }

  closers.push(
    () => db.destroy(),
    () => sandbox?.close(),
    () => office.stop(),
    () => sweeper.stop(),
    () => scanning?.stop(),
    () => reconciler.stop(),
    () => comparing.stop(),
    () => app.close(),
  );
  process.once('SIGTERM', () => void stop(0));
  process.once('SIGINT', () => void stop(0));
  // Whoever started it with a channel, as npm run dev does, is gone.
  process.once('disconnect', () => void stop(0));
  // Last: whoever waits for these words may stop it at once.
  console.log(announcement({ name, env, port, dataDir, mailFolder }));
}

async function contentOfFiles(): Promise<Content> {
  // Loaded only where the build does not say what is in them.
  const { readContent } = await import('./content/read-content.ts');
  return readContent(resolve(root, 'content'));
}

/** The pretend providers, on loopback, and real clients of them. */
async function openSandbox(
  env: Env,
  dataDir: string,
  mailbox: ReturnType<typeof mailboxOf> | undefined,
  port: () => number,
  log: (message: string) => void,
) {
  // Not even loaded beside real providers.
  const { startSandbox } = await import('../sandbox/sandbox.ts');
  const { stripe, paypal } = sandboxKeys(dataDir, env);
  const here = () => `http://${loopback(env.HOST)}:${port()}/api/webhooks`;
  const sandbox = await startSandbox({
    apiPort: env.SANDBOX_PORT,
    publicBaseUrl: env.PUBLIC_BASE_URL,
    stateFile: resolve(dataDir, 'sandbox.jsonl'),
    now: systemClock,
    controlOverHttp: env.SANDBOX_CONTROL === 'on',
    stripe: {
      ...stripe,
      webhookUrl: () => env.SANDBOX_STRIPE_WEBHOOK_URL ?? `${here()}/stripe`,
    },
    paypal: {
      ...paypal,
      webhookUrl: () => env.SANDBOX_PAYPAL_WEBHOOK_URL ?? `${here()}/paypal`,
    },
    mailbox,
    log,
  }).catch((error: unknown) => {
    throw cannotListen(error, 'SANDBOX_PORT', env.SANDBOX_PORT, '127.0.0.1');
  });
  const access = {
    stripe: { ...stripe, apiBase: sandbox.stripeApiBase },
    paypal: { ...paypal, apiBase: sandbox.paypalApiBase },
  };
  noteSandboxAccess(dataDir, access);
  return {
    providers: sandboxedProviders(env, access),
    pages: sandbox.pages,
    mailboxPages: sandbox.mailboxPages,
    close: () => sandbox.close(),
  };
}

/** The address at which this machine reaches a server that listens on `host`. */
function loopback(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}

async function listen(app: FastifyInstance, env: Env, isCallsOnly: boolean): Promise<number> {
  try {
    await app.listen({
      port: env.PORT,
      host: env.HOST,
      // The address of the calls alone is of no use to whoever develops.
      listenTextResolver: (address) =>
        isCallsOnly ? 'the calls are ready' : `ready at ${address}`,
    });
  } catch (error) {
    throw cannotListen(error, 'PORT', env.PORT, env.HOST);
  }
  const address = app.server.address();
  return typeof address === 'object' && address !== null ? address.port : env.PORT;
}

/** In one sentence where a setting is to blame. */
function cannotListen(error: unknown, setting: string, port: number, host: string): unknown {
  const code: unknown = error instanceof Error && Reflect.get(error, 'code');
  if (code === 'EADDRINUSE') {
    return new SettingError(
      `${setting} ${port} is taken by another program: stop it, or choose another with ${setting}=${port + 1} npm start.`,
    );
  }
  if (code === 'EACCES') {
    return new SettingError(
      `${setting} ${port} is not for this user to listen on: choose one above 1024.`,
    );
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return new SettingError(
      `HOST ${host} is no address of this machine: HOST=127.0.0.1 and HOST=0.0.0.0 always are.`,
    );
  }
  return error;
}
