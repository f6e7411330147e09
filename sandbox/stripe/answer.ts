import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Fault, orderedAnswer, spoiled } from '../faults.ts';
import { staysSilent } from '../silence.ts';
import { checkKey, checkVersion } from './access.ts';
import { type Answer, fingerprintOf } from './idempotency.ts';
import { type ApiContext, type Call, readCall, setHeaders } from './stripe-call.ts';
import { badParameter, errorBody, faultError, StripeError } from './stripe-error.ts';

type Work = (call: Call) => object;

/** Turns a function from a call to an object of the API into a route. */
export function answer(api: ApiContext, work: Work) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const call = readCall(request);
    const entry = api.calls.begin(call);
    const fault = api.faults.take({ ...call, provider: 'stripe' });
    if (staysSilent(fault, 'before', request, reply)) return reply;

    const outcome = await attempt(api, request, { call, fault, work });
    if (staysSilent(fault, 'after', request, reply)) return reply;

    entry.answered(outcome.status);
    setHeaders(reply, call, outcome.replayOf);
    const text = `${JSON.stringify(JSON.parse(outcome.body), null, 2)}\n`;
    return reply.code(outcome.status).send(spoiled(fault, text));
  };
}

async function attempt(
  api: ApiContext,
  request: FastifyRequest,
  { call, fault, work }: { call: Call; fault: Fault | undefined; work: Work },
): Promise<Answer> {
  try {
    checkKey(request, api.secretKey);
    checkVersion(request);
    const { status, remembered, delayMs } = orderedAnswer(fault);
    if (status && !remembered) throw faultError(status);
    const outcome = await onceOrAgain(api, call, async () => {
      if (delayMs) await pause(delayMs);
      const toDo = status ? failWith(status) : work;
      return perform(toDo, call, remembered === true);
    });
    // An answered change must survive a crash right after the answer.
    await api.state.saved();
    return outcome;
  } catch (error) {
    if (error instanceof StripeError) return errorAnswer(error, call);
    api.log(`stripe sandbox: ${call.method} ${call.path} failed: ${String(error)}`);
    return errorAnswer(faultError(500), call);
  }
}

async function onceOrAgain(
  api: ApiContext,
  call: Call,
  doIt: () => Promise<Answer>,
): Promise<Answer> {
  const { method, path, sent, requestId, idempotencyKey: key } = call;
  if (key === null || method !== 'POST') return doIt();
  if (key.length > 255)
    throw badParameter('Idempotency keys can be at most 255 characters long.', {});
  const fingerprint = fingerprintOf(method, path, sent);
  return api.idempotency.once({ key, fingerprint, requestId }, doIt);
}

function perform(work: Work, call: Call, rememberErrors: boolean): Answer {
  try {
    return { status: 200, body: JSON.stringify(work(call)), remembered: true };
  } catch (error) {
    if (!(error instanceof StripeError)) throw error;
    const refused = errorAnswer(error, call);
    return { ...refused, remembered: refused.remembered || rememberErrors };
  }
}

function errorAnswer({ details }: StripeError, { requestId }: Call): Answer {
  return {
    status: details.status,
    body: JSON.stringify(errorBody(details, requestId)),
    remembered: details.remembered === true,
  };
}

function failWith(status: 500 | 409 | 429): Work {
  return () => {
    throw faultError(status);
  };
}
