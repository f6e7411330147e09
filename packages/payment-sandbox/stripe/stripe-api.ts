import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { answerWith, type Call, idempotencyKeys, type ProviderApi, refuse } from '../api-calls.ts';
import { parseForm } from '../pages/page.ts';
import { randomId } from '../random-id.ts';
import { createSession, expireSession, listSessions, retrieveSession } from './sessions.ts';
import { createCustomer, retrieveCashBalance } from './customers.ts';
import type { StripeAccount } from './stripe-account.ts';
import { listBalanceTransactions } from './stripe-balance.ts';
import { listDisputes, retrieveDispute } from './stripe-disputes.ts';
import { badParameter, keyInUse, noSuch, stripeError, stripeFault } from './stripe-errors.ts';
import { API_VERSION } from './stripe-events.ts';
import { retrieveFraudWarning } from './stripe-fraud-warnings.ts';
import { accountObject, chargeObject } from './stripe-objects.ts';
import { listPayouts, retrievePayout } from './stripe-payouts.ts';
import { createRefund, listRefunds, retrieveRefund } from './stripe-refunds.ts';

type StripeApiOptions = Pick<ProviderApi, 'calls' | 'faults' | 'state' | 'log'> & {
  secretKey: string;
};

/** The routes below /v1. */
export function stripeApi(account: StripeAccount, options: StripeApiOptions) {
  const api = stripeDialect(account, options);
  const routes: Record<string, Work> = {
    ...moneyRoutes,
    'GET /account': () => accountObject(options.secretKey),
  };

  return async (app: FastifyInstance): Promise<void> => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, done) => done(null, parseForm(String(body))),
    );
    app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
      const { statusCode = 500, message } = error;
      if (statusCode >= 500) options.log(`stripe sandbox: a request could not be read: ${message}`);
      const refusal =
        statusCode === 415
          ? badParameter(
              'Invalid request (check that your POST content type is application/x-www-form-urlencoded).',
            )
          : statusCode < 500
            ? stripeError(statusCode, message)
            : stripeFault(500);
      return refuse(api, refusal, request, reply);
    });

    for (const [route, work] of Object.entries(routes)) {
      const [method = '', url = ''] = route.split(' ');
      const handler = answerWith(api, (call) => ({
        status: 200,
        body: work(account, call, parametersOf(call)),
      }));
      app.route({ method, url, handler });
    }
    const unknown = answerWith(api, ({ method, path }) => {
      const what = `Unrecognized request URL (${method}: ${path})`;
      throw stripeError(
        404,
        `${what}. If Stripe knows it, the payment sandbox does not support it.`,
      );
    });
    app.setNotFoundHandler(unknown);
  };
}

type Work = (account: StripeAccount, call: Call, sent: unknown) => object;

const moneyRoutes: Record<string, Work> = {
  'POST /checkout/sessions': createSession,
  'GET /checkout/sessions': listSessions,
  'GET /checkout/sessions/:id': retrieveSession,
  'POST /checkout/sessions/:id/expire': expireSession,
  'POST /customers': createCustomer,
  'GET /customers/:id/cash_balance': retrieveCashBalance,
  'GET /charges/:id': retrieveCharge,
  'POST /refunds': createRefund,
  'GET /refunds': listRefunds,
  'GET /refunds/:id': retrieveRefund,
  'GET /disputes': listDisputes,
  'GET /disputes/:id': retrieveDispute,
  'GET /balance_transactions': listBalanceTransactions,
  'GET /payouts': listPayouts,
  'GET /payouts/:id': retrievePayout,
  'GET /radar/early_fraud_warnings/:id': retrieveFraudWarning,
};

function retrieveCharge(account: StripeAccount, { id }: Call) {
  const charge = account.charges.get(id);
  if (!charge) throw noSuch('charge', id, 'id');
  return chargeObject(account, charge);
}

const DAY = 24 * 60 * 60;

function stripeDialect(
  account: StripeAccount,
  { secretKey, ...rest }: StripeApiOptions,
): ProviderApi {
  return {
    ...rest,
    provider: 'stripe',
    newCallId: () => randomId('req_', 14),
    keyHeader: 'idempotency-key',
    once: idempotencyKeys(account.idempotency, {
      clock: account.clock,
      lifetime: DAY,
      inUse: keyInUse,
    }),
    checkAccess({ request }) {
      checkKey(request.headers.authorization ?? '', secretKey);
      // Another API version has other parameters, so answering it by this version's rules would hide mistakes.
      const version = request.headers['stripe-version'] ?? API_VERSION;
      if (version !== API_VERSION)
        throw badParameter(
          `Invalid Stripe API version: ${version}. The payment sandbox speaks ${API_VERSION}.`,
        );
    },
    storageKey(call) {
      const { method, path, idempotencyKey: key } = call;
      if (key === null || method !== 'POST') return undefined;
      if (key.length > 255)
        throw badParameter('Idempotency keys can be at most 255 characters long.');
      const asked = `${method} ${path} ${sortedJson(parametersOf(call))}`;
      return { key, fingerprint: createHash('sha256').update(asked).digest('hex') };
    },
    replay({ status, requestId, fingerprint }, asked) {
      if (fingerprint !== asked.fingerprint)
        throw stripeError(
          400,
          `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${asked.key}' if you meant to execute a different request.`,
          { type: 'idempotency_error' },
        );
      return { status, headers: { 'Idempotent-Replayed': 'true', 'Original-Request': requestId } };
    },
    headers: ({ callId, idempotencyKey }) => ({
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'no-cache, no-store',
      'Request-Id': callId,
      'Stripe-Version': API_VERSION,
      ...(idempotencyKey !== null && { 'Idempotency-Key': idempotencyKey }),
    }),
    write: (body) => `${JSON.stringify(body, null, 2)}\n`,
    faultError: stripeFault,
  };
}

function parametersOf({ request }: Call): unknown {
  return request.method === 'GET' ? request.query : (request.body ?? {});
}

function checkKey(authorization: string, secretKey: string): void {
  const [scheme = '', value = ''] = authorization.split(' ');
  const sent = /^basic$/i.test(scheme)
    ? Buffer.from(value, 'base64').toString('utf8').split(':')[0]
    : value;
  if (sent === secretKey) return;
  throw stripeError(
    401,
    sent
      ? `Invalid API Key provided: ${sent.slice(0, 8)}***${sent.slice(-4)}`
      : "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
  );
}

/** JSON with sorted keys: equal for equal parameters in any order. */
function sortedJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
