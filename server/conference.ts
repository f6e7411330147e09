import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Content } from '#contract/content.ts';
import { MINUTE } from '#contract/time-spans.ts';
import { doubtfulPrices } from '#contract/content/doubtful-prices.ts';
import type { Way } from '#contract/content/ways.ts';
import { type AppDeps, buildApp } from './app.ts';
import {
  refuseCurrencyOfMethods,
  refuseCurrencyOfPaypal,
  refuseOtherCurrency,
} from './config/currency-conflicts.ts';
import { type Env, SettingError } from './config/env.ts';
import { paymentsPerNetwork, quotaSettings } from './config/feature-settings.ts';
import type { PaymentMode } from './config/payment-mode.ts';
import { refuseSampleAccount } from './config/sample-account.ts';
import { refuseWithoutWays, waysWithoutKeys } from './config/usable-ways.ts';
import { createContainer } from './container.ts';
import { readAsBuilt } from './content/built-content.ts';
import { ContentError } from './content/content-error.ts';
import { siteFolders } from './content/folders.ts';
import { keepContent, readKeptContent } from './content/kept-content.ts';
import { CONTENT_STAMP, MADE_FROM } from './content/stamp.ts';
import type { Db } from './database/database.ts';
import type { Door } from './http/door.ts';
import { loadPages, type Pages, SiteNotBuilt } from './http/pages.ts';
import { type Clock, newId } from './identity.ts';
import { mailboxRoutes } from './mail/mailbox-routes.ts';
import { startBackgroundJobs } from './operations/background-jobs.ts';
import { every } from './operations/every.ts';
import type { openLog } from './operations/log.ts';
import type { PaymentContext } from './payments/payment-context.ts';
import type { PaymentProvider } from './payments/provider.ts';
import { howToRun } from './how-to-run.ts';

/** A conference's folder and the pages that were built from it. */
export type ReadConference = {
  content: Content;
  /** Absent if another server serves the pages. */
  pages: Pages | undefined;
  /** The ways to pay that have no keys. */
  waysOff: readonly Way[];
  /** The stamp of the folder, when its pages were built, and the stamp of the code which built them. */
  stamps: { content: string | undefined; builtAt: Date | undefined; code: string | undefined };
};

/**
 * Reads the conference's folder and its pages, and compares them with the settings.
 *
 * @throws {ContentError} for a mistake in the folder
 * @throws {SettingError} for a setting that does not go with it
 * @throws {SiteNotBuilt} for pages of other content, which could show other prices than the server charges
 */
export function readConference(env: Env, { hasPages }: { hasPages: boolean }): ReadConference {
  const folders = siteFolders(env);
  const stamps = stampsIn(folders.build);
  const { content, isBuilt } = readAsBuilt(folders);
  const { currency } = content.prices;
  refuseCurrencyOfPaypal(env, currency);
  refuseCurrencyOfMethods(env, currency);
  refuseSampleAccount(env, content);
  refuseWithoutWays(env, content);
  const waysOff = waysWithoutKeys(env, content);
  if (!hasPages) return { content, pages: undefined, waysOff, stamps };
  const settings = { countryService: env.COUNTRY_SERVICE, waysOff };
  const pages = loadPages(join(folders.build, 'client'), settings);
  if (!isBuilt) {
    throw new SiteNotBuilt(
      `${basename(folders.content)}/ has changed since the site was built: ${howToRun.build} builds it again, ${howToRun.start} builds and starts.`,
    );
  }
  return { content, pages, waysOff, stamps };
}

function stampsIn(build: string): ReadConference['stamps'] {
  const wordIn = (name: string) =>
    existsSync(join(build, name))
      ? readFileSync(join(build, name), 'utf8').split(' ')[0]
      : undefined;
  const builtAt = statSync(join(build, CONTENT_STAMP), { throwIfNoEntry: false })?.mtime;
  return { content: wordIn(CONTENT_STAMP), builtAt, code: wordIn(MADE_FROM) };
}

/** The parts of a server that no conference's folder changes. */
export type ServerParts = Pick<
  AppDeps,
  | 'files'
  | 'dataDir'
  | 'sandboxPages'
  | 'isStopping'
  | 'pressure'
  | 'disk'
  | 'keepSharedAddress'
  | 'makeServer'
> & {
  env: Env;
  serverId: string;
  db: Db;
  clock: Clock;
  log: ReturnType<typeof openLog>;
  alarm: PaymentContext['alarm'];
  mailFolder: string;
  mode: PaymentMode;
  providers: readonly PaymentProvider[];
};

export type OpenConference = {
  app: FastifyInstance;
  /** Starts the background jobs; `origin` is that of the site. Returns a function for each that stops it. */
  startJobs: (origin: string) => (() => Promise<void>)[];
};

/** Makes the services and routes of a conference. */
export async function openConference(
  parts: ServerParts,
  { content, pages, waysOff }: ReadConference,
): Promise<OpenConference> {
  const { env, serverId, db, log, clock, files } = parts;
  const container = createContainer({
    ...parts,
    content,
    most: quotaSettings(env),
    mostOfNetwork: paymentsPerNetwork(env),
    areMailsLimited: env.RATE_LIMIT === 'on',
    // Servers on one database have the same keys, or the same address of it. Others are alone.
    networkKey: env.STRIPE_SECRET_KEY ?? env.PAYPAL_CLIENT_SECRET ?? env.DATABASE_URL ?? serverId,
    clock,
    newId,
  });
  const app = await buildApp({
    ...parts,
    ...container,
    content,
    publicBaseUrl: env.PUBLIC_BASE_URL,
    listensOn: env.HOST,
    // Not if mails are sent: a page must not show real mails.
    mailboxPages: parts.sandboxPages && env.SMTP_HOST === undefined ? mailboxRoutes(db) : undefined,
    pages,
    countryService: env.COUNTRY_SERVICE,
    rateLimit: env.RATE_LIMIT === 'on',
    trustedProxies: env.TRUSTED_PROXIES,
    metricsToken: env.METRICS_TOKEN,
    hasScanner: env.CLAMD !== undefined,
    logger: log,
  });
  if (content.conference.ways && waysOff.length > 0) {
    log.warn(`no keys are set for ${waysOff.join(' and ')}, so the forms do not offer it`);
  }
  return {
    app,
    startJobs(origin) {
      const jobs = startBackgroundJobs({ ...parts, ...container, origin, content, files });
      remember(parts, content);
      return jobs;
    },
  };
}

/** Keeps a copy of the folder for the commands that run while it has a mistake, and names prices that look like slips. */
function remember({ env, dataDir, log }: ServerParts, { prices }: Content): void {
  for (const { words } of doubtfulPrices(prices, readKeptContent(dataDir)?.prices)) log.warn(words);
  try {
    keepContent(siteFolders(env).content, dataDir);
  } catch (error) {
    log.warn({ err: error }, 'the files of the conference could not be kept in the data folder');
  }
}

type Publishing = {
  parts: ServerParts;
  door: Door;
  first: ReadConference;
  /** The background jobs of the first conference, which the jobs of the next ones replace. */
  jobs: (() => Promise<void>)[];
  origin: string;
  /** Called with the stamp of each folder that is published. */
  shows: (stamp: string) => Promise<void>;
};

/**
 * Looks each second whether the pages were built again, and changes over to the folder from which they were built: requests
 * from then on get the new pages and prices, and those before are answered as they began. A folder that the server
 * cannot take changes nothing, and raises an alarm. Pages of other code need a new start.
 */
export function publishNewBuilds({ parts, door, first, jobs, origin, shows }: Publishing): {
  stop: () => Promise<void>;
} {
  const { env, db, log } = parts;
  const { build } = siteFolders(env);
  let seen = first.stamps.content;
  let running = jobs;
  const endJobs = () => Promise.all(running.map((stop) => stop()));
  const change = async (stamp: string) => {
    if (stampsIn(build).code !== first.stamps.code) {
      throw new SiteNotBuilt(
        'the pages are of another version, so this server has to be restarted',
      );
    }
    const next = readConference(env, { hasPages: true });
    await refuseOtherCurrency(db, next.content.prices.currency);
    const { app, startJobs } = await openConference(parts, next);
    await app.ready();
    door.open(app);
    // Visitors see it from now on. The jobs may be waiting for a provider or a mail server.
    await shows(stamp);
    await endJobs();
    running = startJobs(origin);
    log.info('the conference is published as it is now');
  };
  let tryAgainAt = 0;
  const look = async () => {
    const { content } = stampsIn(build);
    if (content === undefined || content === seen || performance.now() < tryAgainAt) return;
    try {
      await change(content);
      seen = content;
    } catch (error) {
      // Another build mends these; what else went wrong, such as an absent database, may pass.
      const needsBuild = [ContentError, SettingError, SiteNotBuilt].some(
        (kind) => error instanceof kind,
      );
      if (needsBuild) seen = content;
      else tryAgainAt = performance.now() + MINUTE;
      throw error;
    }
  };
  const looking = every(1000, look, (error) =>
    log.error(
      { alarm: true, err: error },
      'the conference was not published anew, and stays as it was',
    ),
  );
  return {
    async stop() {
      await looking.stop();
      await endJobs();
    },
  };
}
