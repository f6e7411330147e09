import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { CallLog } from '../call-log.ts';
import type { Faults } from '../faults.ts';
import { randomId } from '../random-id.ts';
import type { State } from '../state.ts';
import { API_VERSION, type Cause } from './events.ts';
import type { Idempotency } from './idempotency.ts';
import type { StripeAccount } from './stripe-account.ts';

/** What the routes share. */
export type ApiContext = {
  account: StripeAccount;
  secretKey: string;
  state: State;
  idempotency: Idempotency;
  calls: CallLog;
  faults: Faults;
  log: (message: string) => void;
};

export type Call = {
  method: string;
  path: string;
  /** From the path; empty where it has none. */
  id: string;
  /** Query or body, not yet parsed. */
  sent: unknown;
  requestId: string;
  idempotencyKey: string | null;
};

const pathParameters = z.object({ id: z._default(z.string(), '') });

export function readCall(request: FastifyRequest): Call {
  const { id } = z.parse(pathParameters, request.params ?? {});
  const [path = ''] = request.url.split('?');
  const key = request.headers['idempotency-key'];
  return {
    method: request.method,
    path,
    id,
    sent: request.method === 'GET' ? request.query : (request.body ?? {}),
    requestId: randomId('req_', 14),
    idempotencyKey: typeof key === 'string' ? key : null,
  };
}

export function causeOf({ requestId, idempotencyKey }: Call): Cause {
  return { id: requestId, idempotencyKey };
}

export function setHeaders(reply: FastifyReply, call: Call, replayOf?: string): void {
  reply.headers({
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-cache, no-store',
    'Request-Id': call.requestId,
    'Stripe-Version': API_VERSION,
  });
  if (call.idempotencyKey !== null) reply.header('Idempotency-Key', call.idempotencyKey);
  if (replayOf !== undefined)
    reply.headers({ 'Idempotent-Replayed': 'true', 'Original-Request': replayOf });
}
