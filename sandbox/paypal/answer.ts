import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { type Fault, orderedAnswer, spoiled } from '../faults.ts';
import { staysSilent } from '../silence.ts';
import { type ApiContext, type BodyKind, type Call, readBody, readCall } from './paypal-call.ts';
import { errorNamed, failed, faultError, PayPalError } from './paypal-error.ts';
import type { Outcome } from './request-ids.ts';

/** What a route does; a body of undefined is an empty one. */
export type Work = (
  call: Call,
  sent: unknown,
) => { status: 200 | 201 | 204; body?: object | undefined };

type RouteOptions = {
  /** Who may call: only callers with a token, or anybody when the route checks for itself. */
  access?: 'token' | 'anybody';
  takes?: BodyKind;
};

/** Turns a function from a call to an answer into a route. */
export function answer(api: ApiContext, work: Work, options: RouteOptions = {}) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const call = readCall(request);
    const { method, path, requestId } = call;
    const entry = api.calls.begin({ method, path, idempotencyKey: requestId });
    const fault = api.faults.take({ provider: 'paypal', method, path });
    if (staysSilent(fault, 'before', request, reply)) return reply;

    const outcome = await attempt(api, call, { fault, work, options });
    if (staysSilent(fault, 'after', request, reply)) return reply;

    entry.answered(outcome.status);
    return send(reply, call, { ...outcome, body: spoiled(fault, outcome.body) });
  };
}

/** Answers requests that reach no route: a body that is too long. */
export function refuseUnreadable(
  api: ApiContext,
  error: Error & { statusCode?: number },
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const call = readCall(request);
  if (error.statusCode !== 413)
    api.log(`paypal sandbox: a request could not be read: ${error.message}`);
  const outcome = errorOutcome(failed(error.statusCode === 413 ? 413 : 500), call);
  const { method, path, requestId } = call;
  api.calls.begin({ method, path, idempotencyKey: requestId }).answered(outcome.status);
  return send(reply, call, outcome);
}

async function attempt(
  api: ApiContext,
  call: Call,
  { fault, work, options }: { fault: Fault | undefined; work: Work; options: RouteOptions },
): Promise<Outcome> {
  try {
    if (options.access !== 'anybody') api.tokens.check(call.authorization);
    const { status, remembered, delayMs } = orderedAnswer(fault);
    if (status && !remembered) throw faultError(status);
    const sent = readBody(call, options.takes ?? 'json');
    const outcome = await onceOrAgain(api, call, async () => {
      if (delayMs) await pause(delayMs);
      if (status) return { ...errorOutcome(faultError(status), call), remembered: true };
      return perform(work, call, sent);
    });
    // An answered change must survive a crash right after the answer.
    await api.state.saved();
    return outcome;
  } catch (error) {
    if (error instanceof PayPalError) return errorOutcome(error, call);
    api.log(`paypal sandbox: ${call.method} ${call.path} failed: ${String(error)}`);
    return errorOutcome(failed(500), call);
  }
}

async function onceOrAgain(
  api: ApiContext,
  call: Call,
  doIt: () => Promise<Outcome>,
): Promise<Outcome> {
  const { method, path, kind, requestId } = call;
  const isKept = method === 'POST' && path.startsWith('/v2/');
  return requestId === null || !isKept ? doIt() : api.requestIds.once({ kind, requestId }, doIt);
}

/** Errors are not stored: a refused request may be tried again with the same id. */
function perform(work: Work, call: Call, sent: unknown): Outcome {
  try {
    const mocked = mockedError(call.mockResponse);
    if (mocked) throw mocked;
    const { status, body } = work(call, sent);
    return { status, body: body ? JSON.stringify(body) : '', remembered: true };
  } catch (error) {
    if (error instanceof PayPalError) return errorOutcome(error, call);
    throw error;
  }
}

function errorOutcome(error: PayPalError, { debugId }: Call): Outcome {
  const body = JSON.stringify(error.body(debugId));
  return { status: error.status, body, remembered: false };
}

const mockResponse = z.object({ mock_application_codes: z.string() });

/** Negative testing: PayPal ignores the header if it does not know its code. */
function mockedError(text: string): PayPalError | undefined {
  if (text === '') return undefined;
  try {
    return errorNamed(z.parse(mockResponse, JSON.parse(text)).mock_application_codes);
  } catch {
    return undefined;
  }
}

function send(reply: FastifyReply, { debugId }: Call, { status, body }: Outcome): FastifyReply {
  return reply
    .code(status)
    .headers({
      'Cache-Control': 'max-age=0, no-cache, no-store, must-revalidate',
      'Paypal-Debug-Id': debugId,
      ...(body === '' ? {} : { 'Content-Type': 'application/json;charset=UTF-8' }),
    })
    .send(body);
}
