import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { buildApp } from '#server/app.ts';
import { openContainer } from '#server/container.ts';
import { readContent } from '#server/content/read-content.ts';
import { openDatabase } from '#server/database/database.ts';
import { migrate } from '#server/database/migrate.ts';
import { openFileStore } from '#server/files/open-file-store.ts';
import { openUploads } from '#server/files/uploads.ts';
import { newId, systemClock } from '#server/identity.ts';
import { openLog } from '#server/log.ts';
import { bareStatus, type PaymentProvider } from '#server/payments/provider.ts';

/**
 * The real server with payment providers that answer at once, so that only our own code is measured. Its port is the first
 * line that it prints. Settings: DATA_DIR, DATABASE_URL.
 */
const dataDir = process.env['DATA_DIR'];
if (dataDir === undefined) throw new Error('DATA_DIR says where the data goes');
const content = readContent(fileURLToPath(new URL('../content', import.meta.url)));
const logger = openLog();
const log = (message: string) => logger.warn(message);
const db = openDatabase({ url: process.env['DATABASE_URL'], dataDir, log });
await migrate(db);

// Instant providers mean thousands of payments an hour: there are no quotas here.
const providers = [instant('stripe'), instant('paypal')];
const container = openContainer({
  db,
  content,
  providers,
  most: { payments: Infinity, mails: Infinity, uploads: Infinity, uploadBytes: Infinity },
  clock: systemClock,
  newId,
  alarm: log,
});
const app = await buildApp({
  ...container,
  content,
  files: {
    uploads: openUploads(`${dataDir}/uploads`, { reserveBytes: 0 }),
    store: await openFileStore(dataDir, undefined),
  },
  publicBaseUrl: undefined,
  sandboxPages: undefined,
  mailboxPages: undefined,
  pages: undefined,
  rateLimit: false,
  trustedProxies: [],
  disk: { isLow: () => false, isFull: () => false },
  metricsToken: undefined,
  hasScanner: false,
  pressure: { isHigh: () => false },
  logger,
});
const origin = await app.listen({ port: 0, host: '127.0.0.1' });
console.log(new URL(origin).port);
process.on('SIGTERM', () => void app.close().then(() => process.exit(0)));

/** Opens checkouts that are never paid. */
function instant(name: 'stripe' | 'paypal'): PaymentProvider {
  return {
    name,
    live: false,
    async open() {
      const random = randomBytes(16).toString('hex');
      const ref = name === 'stripe' ? `cs_test_${random}` : random.slice(0, 17).toUpperCase();
      return { ref, url: `https://checkout.example/pay/${ref}` };
    },
    close: async () => true,
    getStatus: async () => bareStatus('open'),
    refund: async () => ({ ref: 'none' }),
    parseWebhook: async () => undefined,
  };
}
