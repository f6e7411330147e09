import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { answerWith, type Call, idempotencyKeys, type ProviderApi, refuse } from '../api-calls.ts';
import { parseForm } from '../pages/page.ts';
import type { AccessTokens } from './access-tokens.ts';
import { captureOrder } from './captures.ts';
import { createOrder, retrieveOrder } from './orders.ts';
import type { PayPalAccount } from './paypal-account.ts';
import { listDisputes, retrieveDispute } from './paypal-disputes.ts';
import { failed, paypalFault, refusedFor } from './paypal-errors.ts';
import { createRefund, retrieveRefund } from './paypal-refunds.ts';
import { listTransactions } from './paypal-transactions.ts';
import { type Endpoint, verifySignature } from './webhook-signatures.ts';

type PayPalApiOptions = Pick<ProviderApi, 'calls' | 'faults' | 'state' | 'log'> & {
  tokens: AccessTokens;
  endpoint: Endpoint;
};

const TOKEN_PATH = '/v1/oauth2/token';

export function paypalApi(account: PayPalAccount, options: PayPalApiOptions) {
  const { tokens, endpoint, log } = options;
  const api = paypalDialect(account, options);

  return async (app: FastifyInstance): Promise<void> => {
    app.removeAllContentTypeParsers();
    // Each call parses its own body: signatures cover bytes, and malformed bodies get PayPal's own answer.
    app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) =>
      done(null, body),
    );
    app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
      const isTooLong = error.statusCode === 413;
      if (!isTooLong) log(`paypal sandbox: a request could not be read: ${error.message}`);
      return refuse(api, failed(isTooLong ? 413 : 500), request, reply);
    });

    for (const [route, work] of Object.entries(routes)) {
      const [method = '', url = ''] = route.split(' ');
      const handler = answerWith(api, (call) => work(account, call, jsonOf(call)));
      app.route({ method, url, handler });
    }
    app.post(
      TOKEN_PATH,
      answerWith(api, (call) => ({ status: 200, body: tokens.grant(...grantOf(call)) })),
    );
    app.post(
      '/v1/notifications/verify-webhook-signature',
      answerWith(api, (call) => verifySignature(account, endpoint, call, jsonOf(call))),
    );

    const unsupported = answerWith(api, ({ method, path }) => {
      throw failed(404, `The payment sandbox does not support ${method} ${path}.`);
    });
    await app.register(async (other) => other.setNotFoundHandler(unsupported), { prefix: '/v2' });
  };
}

type Work = (account: PayPalAccount, call: Call, sent: unknown) => { status: number; body: object };

const routes: Record<string, Work> = {
  'POST /v2/checkout/orders': createOrder,
  'GET /v2/checkout/orders/:id': retrieveOrder,
  'POST /v2/checkout/orders/:id/capture': captureOrder,
  'POST /v2/payments/captures/:id/refund': createRefund,
  'GET /v2/payments/refunds/:id': retrieveRefund,
  'GET /v1/customer/disputes': listDisputes,
  'GET /v1/customer/disputes/:id': retrieveDispute,
  'GET /v1/reporting/transactions': listTransactions,
};

const SIX_HOURS = 6 * 60 * 60;

function paypalDialect(
  account: PayPalAccount,
  { tokens, endpoint: _endpoint, ...rest }: PayPalApiOptions,
): ProviderApi {
  return {
    ...rest,
    provider: 'paypal',
    newCallId: () => `f${randomBytes(6).toString('hex')}`,
    keyHeader: 'paypal-request-id',
    once: idempotencyKeys(account.requests, {
      clock: account.clock,
      lifetime: SIX_HOURS,
      inUse: () => refusedFor('PREVIOUS_REQUEST_IN_PROGRESS'),
    }),
    checkAccess({ path, request }) {
      if (path !== TOKEN_PATH) tokens.check(request.headers.authorization ?? '');
    },
    /** PayPal compares the id and the kind of call, and ignores the body. */
    storageKey({ method, path, kind, idempotencyKey: id }) {
      if (id === null || method !== 'POST' || !path.startsWith('/v2/')) return undefined;
      if (id.length > 108)
        throw refusedFor('INVALID_STRING_LENGTH', {
          field: 'PayPal-Request-Id',
          location: 'none',
        });
      return { key: `${kind} ${id}`, fingerprint: '' };
    },
    replay: ({ status }) => ({ status: status === 201 ? 200 : status, headers: {} }),
    headers: ({ callId }) => ({
      'Content-Type': 'application/json;charset=UTF-8',
      'Cache-Control': 'max-age=0, no-cache, no-store, must-revalidate',
      'Paypal-Debug-Id': callId,
    }),
    write: (body) => JSON.stringify(body),
    faultError: paypalFault,
  };
}

/** GET has no body; an empty body is read as an empty object. */
function jsonOf({ request }: Call): unknown {
  if (request.method === 'GET') return {};
  checkContentType(request, 'application/json');
  const text = bodyText(request);
  try {
    return text.trim() === '' ? {} : JSON.parse(text);
  } catch {
    throw refusedFor('MALFORMED_REQUEST_JSON', { field: '/' });
  }
}

function grantOf({ request }: Call): [authorization: string, sent: unknown] {
  checkContentType(request, 'application/x-www-form-urlencoded');
  return [request.headers.authorization ?? '', parseForm(bodyText(request))];
}

function checkContentType(request: FastifyRequest, wanted: string): void {
  const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (type !== wanted) throw failed(415);
}

function bodyText({ body }: FastifyRequest): string {
  return typeof body === 'string' ? body : '';
}
