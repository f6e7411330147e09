import { createServer, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { startSandbox } from 'plenary-payment-sandbox';

export type ManyKeysStripe = {
  apiBase: string;
  /** The received calls with their keys. */
  calls: { key: string; path: string }[];
  /** Pays a checkout at the account to which it belongs. */
  pay: (sessionId: string) => Promise<void>;
  close: () => Promise<void>;
};

/**
 * A pretend Stripe with accounts that have several keys each; addresses of the payer's pages look like Stripe's own.
 */
export async function startManyKeysStripe(
  keysOfAccounts: readonly (readonly string[])[],
): Promise<ManyKeysStripe> {
  const accounts = await Promise.all(
    keysOfAccounts.map(async (keys) => {
      const secretKey = `sk_test_of${keys.join('')}`;
      const sandbox = await startSandbox({
        apiPort: 0,
        publicBaseUrl: 'api',
        now: () => new Date(),
        stripe: { secretKey, webhookSecret: 'whsec_none', webhookUrl: () => undefined },
        log: () => undefined,
      });
      return { keys, secretKey, sandbox };
    }),
  );
  const calls: ManyKeysStripe['calls'] = [];
  const server = createServer(async (request, response) => {
    const key = request.headers.authorization?.replace('Bearer ', '') ?? '';
    calls.push({ key, path: request.url ?? '' });
    const account = accounts.find(({ keys }) => keys.includes(key));
    const answer = await forward(request, account?.sandbox.stripeApiBase, account?.secretKey);
    response.writeHead(answer.status, { 'content-type': 'application/json' });
    response.end(answer.text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    apiBase: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    calls,
    async pay(sessionId) {
      const card = { card_number: '4242424242424242', expiry: '12 / 40', cvc: '123' };
      for (const { sandbox } of accounts) {
        const page = `${sandbox.stripeApiBase}/sandbox/stripe/pay/${sessionId}`;
        await fetch(page, {
          method: 'POST',
          body: new URLSearchParams(card),
          redirect: 'manual',
        });
      }
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      for (const { sandbox } of accounts) await sandbox.close();
    },
  };
}

async function forward(request: IncomingMessage, base: string | undefined, secretKey = '') {
  if (base === undefined) return { status: 401, text: '{"error":{"type":"authentication_error"}}' };
  const headers = new Headers({ authorization: `Bearer ${secretKey}` });
  for (const name of ['content-type', 'idempotency-key', 'stripe-version']) {
    const value = request.headers[name];
    if (typeof value === 'string') headers.set(name, value);
  }
  const body = await buffer(request);
  const answer = await fetch(`${base}${request.url}`, {
    method: request.method ?? 'GET',
    headers,
    ...(body.length > 0 && { body }),
  });
  const text = await answer.text();
  // The site refuses to send payers to pages outside Stripe's own host.
  return { status: answer.status, text: text.replaceAll(base, 'https://checkout.stripe.com') };
}
