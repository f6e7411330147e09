import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import type { Content } from '#contract/content.ts';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.ts';
import type { Pace } from '../abstract/upload-pace.ts';
import { buildApp } from '../app.ts';
import { openContainer } from '../container.ts';
import { readContent } from '../content/read-content.ts';
import type { Database } from '../database/database.ts';
import type { DiskRoom } from '../files/disk-room.ts';
import type { FileStore } from '../files/file-store.ts';
import { openFileStore } from '../files/open-file-store.ts';
import { openUploads, type Uploads } from '../files/uploads.ts';
import type { Pages } from '../http/pages.ts';
import type { Pressure } from '../http/load-shedding.ts';
import type { TimeLimits } from '../http/slow-clients.ts';
import { newId } from '../identity.ts';
import { mailboxOf } from '../mail/mailbox.ts';
import type { Costly, Quotas } from '../quotas.ts';
import { paypalProvider } from '../payments/paypal.ts';
import { stripeProvider } from '../payments/stripe.ts';
import type { PaymentContext } from '../payments/payment-context.ts';
import type { TestBucket } from './test-bucket.ts';
import { testClock } from './test-clock.ts';
import { openTestDatabase } from './test-database.ts';

export type TestServer = {
  origin: string;
  context: PaymentContext;
  quotas: Quotas;
  db: Database;
  content: Content;
  sandbox: Sandbox;
  clock: ReturnType<typeof testClock>;
  /** Every line the server logged, parsed. */
  log: Record<string, unknown>[];
  webhookSecret: string;
  files: {
    dataDir: string;
    uploads: Uploads;
    store: FileStore;
    listStored: () => Promise<string[]>;
  };
  post: (path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>;
  get: (path: string) => Promise<Answer>;
  /** How many connections it holds at this moment. */
  countConnections: () => Promise<number>;
  /** Ends the server and starts it anew on the same tables and port: what it had in memory is gone. */
  restart: () => Promise<void>;
  close: () => Promise<void>;
};

export type Answer = { status: number; headers: Headers; text: string; json: Json };
/** What a test reads from an answer: any path can be followed, every end is turned into text or a number or compared. */
export type Json = { readonly [key: string]: Json };

type Options = {
  stripeRetries?: number;
  /** Another PayPal than the sandbox's. */
  paypalApiBase?: string;
  rateLimit?: boolean;
  /** The most of each; what is not named has no quota. */
  quotas?: Partial<Record<Costly, number>>;
  trustedProxies?: string[];
  pressure?: Pick<Pressure, 'isHigh'>;
  disk?: Pick<DiskRoom, 'isLow' | 'isFull'>;
  metricsToken?: string;
  hasScanner?: boolean;
  publicBaseUrl?: string;
  /** A built site; absent: only the calls are served. */
  pages?: Pages;
  content?: Content;
  /** A bucket instead of a folder. */
  bucket?: TestBucket | undefined;
  uploadPace?: Pace;
  times?: TimeLimits;
};

/** The real server on a free port, with the real Stripe client against the sandbox, on whichever engine is being tested. */
export async function startTestServer(options: Options = {}): Promise<TestServer> {
  const clock = testClock();
  const database = await openTestDatabase();
  const content =
    options.content ?? readContent(fileURLToPath(new URL('../../content', import.meta.url)));
  const log: Record<string, unknown>[] = [];
  const logger = pino(
    { level: 'info', base: null },
    { write: (line: string) => void log.push(JSON.parse(line)) },
  );

  const secretKey = `sk_test_${randomBytes(12).toString('hex')}`;
  const webhookSecret = `whsec_${randomBytes(12).toString('hex')}`;
  const paypal = { clientId: 'client', clientSecret: 'secret', webhookId: 'WH-TEST' };
  let origin = '';
  const sandbox = await startSandbox({
    apiPort: 0,
    now: clock.now,
    stripe: { secretKey, webhookSecret, webhookUrl: () => `${origin}/api/webhooks/stripe` },
    paypal: {
      ...paypal,
      webhookUrl: () => `${origin}/api/webhooks/paypal`,
    },
    mailbox: mailboxOf(database.db),
    log: () => undefined,
    retryDelays: [50, 100, 200, 400, 800],
  });
  const alarm: PaymentContext['alarm'] = (message, details) =>
    logger.error({ alarm: true, ...details }, message);
  const newContainer = () =>
    openContainer({
      db: database.db,
      content,
      most: {
        payments: Infinity,
        mails: Infinity,
        uploads: Infinity,
        uploadBytes: Infinity,
        ...options.quotas,
      },
      clock: clock.now,
      newId,
      alarm,
      providers: [
        stripeProvider({
          secretKey,
          webhookSecret,
          live: false,
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
      ],
    });
  const dataDir = mkdtempSync(join(tmpdir(), 'plenary-test-'));
  const uploads = openUploads(join(dataDir, 'uploads'), { reserveBytes: 0 });
  const store = await openFileStore(dataDir, options.bucket?.settings);
  const newApp = () =>
    buildApp({
      ...container,
      content,
      files: { uploads, store },
      publicBaseUrl: options.publicBaseUrl,
      uploadPace: options.uploadPace,
      times: options.times,
      sandboxPages: sandbox.pages,
      mailboxPages: sandbox.mailboxPages,
      pages: options.pages,
      rateLimit: options.rateLimit ?? false,
      trustedProxies: options.trustedProxies ?? [],
      pressure: options.pressure ?? { isHigh: () => false },
      disk: options.disk ?? { isLow: () => false, isFull: () => false },
      metricsToken: options.metricsToken,
      hasScanner: options.hasScanner ?? false,
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
    get quotas() {
      return container.quotas;
    },
    db: database.db,
    content,
    sandbox,
    clock,
    log,
    webhookSecret,
    files: {
      dataDir,
      uploads,
      store,
      listStored: options.bucket?.list ?? (() => readdir(join(dataDir, 'files'))),
    },
    post: async (path, body, headers = {}) =>
      readAnswer(
        await fetch(`${origin}${path}`, {
          method: 'POST',
          headers: {
            ...(body !== undefined && { 'content-type': 'application/json' }),
            ...headers,
          },
          ...(body !== undefined && {
            body: typeof body === 'string' ? body : JSON.stringify(body),
          }),
        }),
      ),
    get: async (path) => readAnswer(await fetch(`${origin}${path}`, { redirect: 'manual' })),
    countConnections: () =>
      new Promise((resolve, reject) => {
        app.server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
      }),
    async restart() {
      await app.close();
      container = newContainer();
      app = await newApp();
      await app.listen({ port: Number(new URL(origin).port), host: '127.0.0.1' });
      // Connections that were kept alive lead nowhere now; this takes them out of fetch's pool.
      while (!(await fetch(`${origin}/healthz`).catch(() => undefined))?.ok);
    },
    async close() {
      await app.close();
      await sandbox.close();
      await database.close();
      rmSync(dataDir, { recursive: true });
    },
  };
}

export async function readAnswer(response: Response): Promise<Answer> {
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: isJson && text !== '' ? (JSON.parse(text) as Json) : {},
  };
}
