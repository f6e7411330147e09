import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { asCents } from '#contract/money.ts';
import type { CheckoutRequest } from '#server/payments/provider.ts';

export type Asked = { method: string; path: string; body: string };
/** An answer, or another end of a call. */
export type StubAnswer =
  | { status?: number; headers?: Record<string, string>; body?: unknown }
  | 'reset'
  | 'hang'
  /** Sends a byte now and then, without an end. */
  | 'drip';

export type StubProvider = {
  origin: string;
  /** The received calls, oldest first. */
  asked: Asked[];
  countOf: (path: string) => number;
  close: () => Promise<void>;
};

/** A provider on this machine that gives the answers of a test, even answers that the sandbox never gives. */
export async function createStubProvider(
  answer: (asked: Asked) => StubAnswer | Promise<StubAnswer>,
): Promise<StubProvider> {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    const call = await callOf(request);
    asked.push(call);
    const given = await answer(call);
    if (given === 'hang') return;
    if (given === 'reset') return request.socket.destroy();
    if (given === 'drip') {
      const timer = setInterval(() => response.write(' '), 200);
      return response.once('close', () => clearInterval(timer));
    }
    const { status = 200, headers = {}, body = '' } = given;
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    origin: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    asked,
    countOf: (path) => asked.filter((call) => call.path.startsWith(path)).length,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function callOf(request: IncomingMessage): Promise<Asked> {
  return { method: request.method ?? '', path: request.url ?? '', body: await text(request) };
}

export const TOKEN = '/v1/oauth2/token';
export const aToken = { body: { access_token: 'token', token_type: 'Bearer', expires_in: 3000 } };

/** A request to open a checkout. */
export function aCheckoutRequest(): CheckoutRequest {
  return {
    orderId: 'order',
    paymentId: 'payment',
    invoice: 'PS26-TEST-1',
    amountCents: asCents(10_000),
    currency: 'EUR',
    productName: 'Registration',
    description: 'One place',
    customerEmail: 'mira@lab.example',
    origin: 'https://summit.example',
    successUrl: 'https://summit.example/payment-success',
    cancelUrl: 'https://summit.example/payment-cancel',
    expiresAt: 2_000_000_000,
  };
}
