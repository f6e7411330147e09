import './register-features.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Sandbox, startSandbox } from 'plenary-payment-sandbox';
import { pino } from 'pino';
import type { Content } from '#contract/content.ts';
import type { Pace } from '#server/abstract/upload-pace.ts';
import { buildApp } from '#server/app.ts';
import { createContainer } from '#server/container.ts';
import type { Db } from '#server/database/database.ts';
import type { DiskRoom } from '#server/files/disk-room.ts';
import type { FileStore } from '#server/files/file-store.ts';
import { openFileStore } from '#server/files/open-file-store.ts';
import { createUploads, type Uploads } from '#server/files/uploads.ts';
import type { Pages } from '#server/http/pages.ts';
import type { Pressure } from '#server/http/load-shedding.ts';
import type { TimeLimits } from '#server/http/slow-clients.ts';
import { startBackgroundJobs } from '#server/operations/background-jobs.ts';
import { keepSharedAddress } from '#server/operations/shared-address.ts';
import type { Organising } from '#server/operations/plan.ts';
import { mailboxRoutes } from '#server/mail/mailbox-routes.ts';
import { readEnv } from '#server/config/env.ts';
import type { Costly, Quotas } from '#server/config/quotas.ts';
import { paypalProvider } from '#server/payments/paypal/paypal.ts';
import { stripeProvider } from '#server/payments/stripe/stripe.ts';
import type { PaymentContext } from '#server/payments/payment-context.ts';
import type { ProviderName } from '#server/payments/provider.ts';
import { type Answer, get, post } from './answer.ts';
import { fixtureContent } from './fixture-content.ts';
import { newId } from './seed.ts';
import type { TestBucket } from './test-bucket.ts';
import { testClock } from './test-clock.ts';
import { createTestDatabase } from './test-database.ts';
import { reportUndeclaredRefusals } from './undeclared-refusals.ts';

export type TestServer = {
  origin: string;
  context: PaymentContext;
  quotas: Quotas;
  /** The dependencies of the organisers' actions. */
  organising: Organising;
  db: Db;
  /** Another connection to the same tables. */
  second: Db;
  content: Content;
  sandbox: Sandbox;
  clock: ReturnType<typeof testClock>;
  /** Every line the server logged, parsed. */
  log: Record<string, unknown>[];
  secretKey: string;
  webhookSecret: string;
  files: {
    dataDir: string;
    uploads: Uploads;
    store: FileStore;
    listStored: () => Promise<string[]>;
  };
  post: (path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>;
  get: (path: string) => Promise<Answer>;
  /** The number of open connections at this moment. */
  countConnections: () => Promise<number>;
  /**
   * Stops the server and starts it again on the same tables and port, without its memory. `without` switches a
   * provider off until the next restart.
   */
  restart: (settings?: { without?: ProviderName | undefined }) => Promise<void>;
  /** Starts the background jobs, and returns a function that stops them. */
  startJobs: () => () => Promise<void>;
  close: () => Promise<void>;
};

type Options = {
  stripeRetries?: number;
  /** The value of STRIPE_METHODS. */
  stripeMethods?: readonly string[];
  /** The address of another PayPal than the sandbox's. */
  paypalApiBase?: string;
  rateLimit?: boolean;
  /** The limits of quotas; a quota without a limit here is off. */
  quotas?: Partial<Record<Costly, number>>;
  trustedProxies?: string[];
  pressure?: Pick<Pressure, 'isHigh'>;
  disk?: Pick<DiskRoom, 'isLow' | 'isFull'>;
  metricsToken?: string;
  hasScanner?: boolean;
  publicBaseUrl?: string;
  listensOn?: string;
  /** A built site; absent: only the calls are served. */
  pages?: Pages;
  /** The address of another country service. */
  countryService?: string;
  content?: Content;
  /** A bucket instead of a folder. */
  bucket?: TestBucket | undefined;
  uploadPace?: Pace;
  times?: TimeLimits;
  /** Another test server: this one shares its database, providers and clock, like a second machine. */
  beside?: TestServer;
};

reportUndeclaredRefusals();

/** The real server on a free port, with the real Stripe client against the sandbox, on the engine under test. */
export async function startTestServer(options: Options = {}): Promise<TestServer> {
  const { beside } = options;
  const clock = beside?.clock ?? testClock();
  const database = beside
    ? { db: beside.second, second: beside.second, close: async () => undefined }
    : await createTestDatabase();
  const content = options.content ?? fixtureContent;
  const log: Record<string, unknown>[] = [];
  const logger = pino(
    { level: 'info', base: null },
    { write: (line: string) => void log.push(JSON.parse(line)) },
  );

  const secretKey = beside?.secretKey ?? `sk_test_${newId()}`;
  const webhookSecret = beside?.webhookSecret ?? `whsec_${newId()}`;
  const paypal = { clientId: 'client', clientSecret: 'secret', webhookId: 'WHTEST' };
  let origin = '';
  const sandbox =
    beside?.sandbox ??
    (await startSandbox({
      apiPort: 0,
      now: clock.now,
      stripe: { secretKey, webhookSecret, webhookUrl: () => `${origin}/api/webhooks/stripe` },
      paypal: {
        ...paypal,
        webhookUrl: () => `${origin}/api/webhooks/paypal`,
      },
      log: () => undefined,
      retryDelays: [50, 100, 200, 400, 800],
    }));
  const alarm: PaymentContext['alarm'] = (message, details) =>
    logger.error({ alarm: true, ...details }, message);
  const newContainer = (without?: ProviderName) =>
    createContainer({
      mode: 'sandbox',
      db: database.db,
      content,
      most: {
        payments: Infinity,
        mails: Infinity,
        uploads: Infinity,
        uploadBytes: Infinity,
        ...options.quotas,
      },
      mostOfNetwork: options.rateLimit === true ? 40 : Infinity,
      areMailsLimited: options.rateLimit,
      networkKey: 'of-all-test-servers',
      clock: clock.now,
      newId,
      alarm,
      providers: [
        stripeProvider({
          methods: options.stripeMethods ?? ['card'],
          transferCountry: 'DE',
          secretKey,
          webhookSecret,
          live: false,
          account: 'acct_test',
          apiBase: sandbox.stripeApiBase,
          retries: options.stripeRetries ?? 1,
          sandboxPath: '/sandbox/stripe/',
        }),
        paypalProvider({
          ...paypal,
          live: false,
          apiBase: options.paypalApiBase ?? sandbox.paypalApiBase,
          sandboxPath: '/sandbox/paypal/',
        }),
      ].filter(({ name }) => name !== without),
    });
  const dataDir = mkdtempSync(join(tmpdir(), 'plenary-test-'));
  const uploads = createUploads(join(dataDir, 'uploads'), { reserveBytes: 0 });
  const store = await openFileStore(dataDir, options.bucket?.settings);
  const newApp = () =>
    buildApp({
      ...container,
      content,
      files: { uploads, store },
      dataDir,
      publicBaseUrl: options.publicBaseUrl,
      listensOn: options.listensOn ?? '127.0.0.1',
      uploadPace: options.uploadPace,
      times: options.times,
      sandboxPages: sandbox.pages,
      mailboxPages: mailboxRoutes(database.db),
      pages: options.pages,
      countryService: options.countryService,
      rateLimit: options.rateLimit ?? false,
      trustedProxies: options.trustedProxies ?? [],
      isStopping: () => false,
      pressure: options.pressure ?? { isHigh: () => false },
      disk: options.disk ?? { isLow: () => false, isFull: () => false },
      metricsToken: options.metricsToken,
      hasScanner: options.hasScanner ?? false,
      keepSharedAddress: (address) => keepSharedAddress(dataDir, address),
      logger,
    });
  let container = newContainer();
  let app = await newApp();
  origin = await app.listen({ port: 0, host: '127.0.0.1' });

  return {
    origin,
    get context() {
      return container.context;
    },
    get organising() {
      const { context: payments, mailLayout, receipts } = container;
      return { payments, content, mailLayout, receipts, origin, actor: 'secretary' };
    },
    get quotas() {
      return container.quotas;
    },
    db: database.db,
    second: database.second,
    content,
    sandbox,
    clock,
    log,
    secretKey,
    webhookSecret,
    files: {
      dataDir,
      uploads,
      store,
      listStored:
        options.bucket?.list ??
        (async () =>
          (await readdir(join(dataDir, 'files'))).filter((name) => !name.startsWith('.'))),
    },
    post: (path, body, headers) => post(`${origin}${path}`, body, headers),
    get: (path) => get(`${origin}${path}`),
    countConnections: () =>
      new Promise((resolve, reject) => {
        app.server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
      }),
    async restart({ without } = {}) {
      await app.close();
      container = newContainer(without);
      app = await newApp();
      await app.listen({ port: Number(new URL(origin).port), host: '127.0.0.1' });
      // The restart has closed kept-alive connections; these requests remove them from fetch's pool.
      while (!(await fetch(`${origin}/healthz`).catch(() => undefined))?.ok);
    },
    startJobs() {
      const stops = startBackgroundJobs({
        ...container,
        env: readEnv({}),
        serverId: newId(),
        origin,
        mailFolder: join(dataDir, 'mail'),
        content,
        files: { uploads, store },
        log: logger,
      });
      return async () => void (await Promise.all(stops.map((stop) => stop())));
    },
    async close() {
      await app.close();
      if (!beside) await sandbox.close();
      await database.close();
      rmSync(dataDir, { recursive: true });
    },
  };
}
