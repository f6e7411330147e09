import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import fastify from 'fastify';
import { type LedgerCharge, type Sandbox, startSandbox } from 'plenary-payment-sandbox';
import { get, post } from './answer.ts';
import type { Dice } from './dice.ts';
import { fixtureSettings } from './fixture-settings.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';
import { settingsFor, startTestBucket } from './test-bucket.ts';
import { startTestMailServer } from './test-mail-server.ts';
import { startNginx } from './test-nginx.ts';

const CARD_PAGES = 'https://checkout.stripe.com';
const PAYPAL_PAGES = 'https://www.sandbox.paypal.com';

const stripeKeys = { secretKey: 'sk_test_cluster', webhookSecret: 'whsec_cluster' };
const paypalKeys = {
  clientId: 'cluster-client',
  clientSecret: 'cluster-secret',
  webhookId: 'WHCLUSTER',
};

type ClusterOptions = {
  /** A PostgreSQL; absent: one server on SQLite. */
  url: string | undefined;
  size: number;
  /** Chooses the server of each request. */
  dice: Dice;
  /** Puts nginx with TLS in front, as in a real installation. */
  withNginx?: boolean;
  /** The milliseconds by which the last server's clock is ahead. */
  aheadMs?: number;
  /** Another folder of a conference; the servers then have no pages, which are built from one folder. */
  contentDir?: string | undefined;
};

export type ServerCluster = Awaited<ReturnType<typeof startServerCluster>>;

/**
 * Starts servers in separate processes on one PostgreSQL, behind a balancer. The balancer sends each request to a
 * random server and each webhook to two servers. Pretend providers, mail server and bucket run in this process, so that
 * it sees all their calls.
 */
export async function startServerCluster({
  url,
  size,
  dice,
  withNginx = false,
  aheadMs = 0,
  contentDir,
}: ClusterOptions) {
  const servers: ServerProcess[] = [];
  const nginx = withNginx ? await startNginx() : undefined;
  const balancer = createServer((request, response) => {
    balance(request, response).catch(() => response.destroy());
  });
  balancer.listen(0, '127.0.0.1');
  await once(balancer, 'listening');
  const address = balancer.address();
  const origin =
    nginx?.origin ?? `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;

  async function balance(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    const first = dice(servers.length);
    const isWebhook = request.url?.startsWith('/api/webhooks/');
    const chosen = isWebhook && size > 1 ? [first, first + 1] : [first];
    const answers = await Promise.all(
      chosen.map((index) => pass(request, body, servers[index % servers.length]?.origin)),
    );
    // The worst answer makes the provider repeat a webhook until both servers have accepted it.
    const [worst] = answers.toSorted((one, other) => other.status - one.status);
    response.writeHead(worst?.status ?? 502, { 'content-type': worst?.type ?? 'text/plain' });
    response.end(worst?.body);
  }

  // Real keys make the servers expect the pages of the real providers; payers find the pretend ones below.
  const provider = {
    apiPort: 0,
    now: () => new Date(),
    log: () => undefined,
    retryDelays: Array.from({ length: 60 }, () => 1000),
  };
  const stripe = await startSandbox({
    ...provider,
    publicBaseUrl: CARD_PAGES,
    stripe: { ...stripeKeys, webhookUrl: () => `${origin}/api/webhooks/stripe` },
  });
  const paypal = await startSandbox({
    ...provider,
    publicBaseUrl: PAYPAL_PAGES,
    stripe: { ...stripeKeys, webhookUrl: () => undefined },
    paypal: { ...paypalKeys, webhookUrl: () => `${origin}/api/webhooks/paypal` },
  });
  const [cardPages, paypalPages] = [await pagesOf(stripe), await pagesOf(paypal)];
  const mailServer = await startTestMailServer();
  const bucket = await startTestBucket();

  const settings = {
    ...fixtureSettings,
    ...(contentDir !== undefined && { CONTENT_DIR: contentDir }),
    DATABASE_URL: url ?? '',
    PUBLIC_BASE_URL: origin,
    TRUSTED_PROXIES: '127.0.0.1',
    STRIPE_SECRET_KEY: stripeKeys.secretKey,
    STRIPE_WEBHOOK_SECRET: stripeKeys.webhookSecret,
    // With transfers, a customer is made before each checkout: a server may be killed between the two.
    STRIPE_METHODS: 'card,customer_balance',
    STRIPE_API_BASE: stripe.stripeApiBase,
    PAYPAL_CLIENT_ID: paypalKeys.clientId,
    PAYPAL_CLIENT_SECRET: paypalKeys.clientSecret,
    PAYPAL_WEBHOOK_ID: paypalKeys.webhookId,
    PAYPAL_API_BASE: paypal.paypalApiBase,
    SMTP_HOST: '127.0.0.1',
    SMTP_PORT: String(mailServer.settings.port),
    SMTP_TLS: 'off',
    ...(size > 1 && settingsFor(bucket.settings)),
    ...(withNginx && { DRAIN_SECONDS: '2' }),
  };
  const starts = Array.from({ length: size }, (_, number) =>
    startServerProcess(
      { ...settings, ...(aheadMs !== 0 && number === size - 1 && withWrongClock(aheadMs)) },
      contentDir === undefined ? [] : ['--calls-only'],
    ),
  );
  servers.push(...(await Promise.all(starts)));
  const [server] = servers;
  if (!server) throw new Error('a cluster has a server');
  const controls = { stripe: stripe.control, paypal: paypal.control };
  await nginx?.lead(servers.map((each) => new URL(each.origin).port));

  return {
    origin,
    servers,
    server,
    /** The controls of the pretend providers. */
    controls,
    post: (path: string, body?: unknown) => post(`${origin}${path}`, body),
    get: (path: string) => get(`${origin}${path}`),
    /** The pretend page of a checkout whose address is at the provider. */
    pageOf: (page: string) =>
      page.replace(CARD_PAGES, cardPages.origin).replace(PAYPAL_PAGES, paypalPages.origin),
    /** The charges and refunds of the providers, by the id of the order. */
    charges(): Map<string, LedgerCharge[]> {
      const all = Object.values(controls).flatMap((control) => Object.entries(control.ledger()));
      const byOrder = Map.groupBy(all, ([orderId]) => orderId);
      return new Map([...byOrder].map(([id, found]) => [id, found.flatMap(([, some]) => some)]));
    },
    /** Every mail that the mail server took, as it came. */
    mails: mailServer.taken,
    async close() {
      // The providers stop first, because they would call servers that are gone.
      await cardPages.app.close();
      await paypalPages.app.close();
      await stripe.close();
      await paypal.close();
      await Promise.all(servers.map((each) => each.close()));
      await mailServer.close();
      await bucket.close();
      await nginx?.close();
      balancer.closeAllConnections();
      balancer.close();
    },
  };
}

/** The settings for a server on a machine with a wrong clock. */
function withWrongClock(aheadMs: number) {
  const clock = new URL('../faults/shifted-clock.mjs', import.meta.url).href;
  return { NODE_OPTIONS: `--import=${clock}`, CLOCK_AHEAD_MS: String(aheadMs) };
}

type Passed = { status: number; type: string; body: Buffer };

/** A stopped server gives a 502; the client has to repeat the request. */
async function pass(
  { method = 'GET', url = '/', headers }: IncomingMessage,
  body: Buffer,
  origin = '',
): Promise<Passed> {
  const kept = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' && !HOP_BY_HOP.includes(name) ? [[name, value]] : [],
  );
  const sent = body.length > 0 ? { body: new Uint8Array(body) } : {};
  try {
    const answer = await fetch(`${origin}${url}`, { method, headers: kept, ...sent });
    return {
      status: answer.status,
      type: answer.headers.get('content-type') ?? 'text/plain',
      body: Buffer.from(await answer.arrayBuffer()),
    };
  } catch {
    return { status: 502, type: 'text/plain', body: Buffer.from('The server is gone.') };
  }
}

const HOP_BY_HOP = ['connection', 'content-length', 'host', 'keep-alive', 'transfer-encoding'];

/** The pages of a provider, at an address of their own. */
async function pagesOf({ pages }: Sandbox) {
  const app = fastify({ forceCloseConnections: true });
  await app.register(pages);
  return { app, origin: await app.listen({ host: '127.0.0.1', port: 0 }) };
}
