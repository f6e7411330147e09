import type { FastifyReply, FastifyRequest } from 'fastify';
import { type ApiContext, readCall, setHeaders } from './stripe-call.ts';
import { badParameter, errorBody, faultError, StripeError } from './stripe-error.ts';

type Unreadable = Error & { statusCode?: number };

/** Answers requests that reach no route: a body too long, or of another content type. */
export function refuseUnreadable(
  api: ApiContext,
  error: Unreadable,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const call = readCall(request);
  const { details } = refusal(error, api);
  api.calls.begin(call).answered(details.status);
  setHeaders(reply, call);
  return reply.code(details.status).send(errorBody(details, call.requestId));
}

function refusal({ statusCode = 500, message }: Unreadable, api: ApiContext): StripeError {
  if (statusCode === 415)
    return badParameter(
      'Invalid request (check that your POST content type is application/x-www-form-urlencoded). If you have any questions, we can help at https://support.stripe.com/.',
      {},
    );
  if (statusCode < 500)
    return new StripeError({ status: statusCode, type: 'invalid_request_error', message });
  api.log(`stripe sandbox: a request could not be read: ${message}`);
  return faultError(500);
}
