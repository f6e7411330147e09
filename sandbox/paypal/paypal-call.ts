import { randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { CallLog } from '../call-log.ts';
import type { Faults } from '../faults.ts';
import { parseForm } from '../form-body.ts';
import type { State } from '../state.ts';
import type { AccessTokens } from './access-tokens.ts';
import type { PayPalAccount } from './paypal-account.ts';
import { failed, refusedFor } from './paypal-error.ts';
import type { RequestIds } from './request-ids.ts';

/** What the routes share. */
export type ApiContext = {
  account: PayPalAccount;
  tokens: AccessTokens;
  state: State;
  requestIds: RequestIds;
  calls: CallLog;
  faults: Faults;
  log: (message: string) => void;
};

export type Call = {
  method: string;
  path: string;
  /** The path with names for its ids: one kind of call. */
  kind: string;
  /** From the path; empty where it has none. */
  id: string;
  /** The body as it came. */
  text: string;
  contentType: string;
  authorization: string;
  requestId: string | null;
  mockResponse: string;
  wantsRepresentation: boolean;
  debugId: string;
};

const pathParameters = z.object({ id: z._default(z.string(), '') });

export function readCall(request: FastifyRequest): Call {
  const { id } = z.parse(pathParameters, request.params ?? {});
  const [path = ''] = request.url.split('?');
  return {
    method: request.method,
    path,
    kind: `${request.method} ${request.routeOptions.url ?? ''}`,
    id,
    text: typeof request.body === 'string' ? request.body : '',
    contentType: header(request, 'content-type').split(';')[0]?.trim().toLowerCase() ?? '',
    authorization: header(request, 'authorization'),
    requestId: header(request, 'paypal-request-id') || null,
    mockResponse: header(request, 'paypal-mock-response'),
    wantsRepresentation: /\breturn=representation\b/i.test(header(request, 'prefer')),
    debugId: `f${randomBytes(6).toString('hex')}`,
  };
}

export type BodyKind = 'json' | 'form';

/** The unparsed body; GET has none. */
export function readBody({ method, text, contentType }: Call, kind: BodyKind): unknown {
  if (method === 'GET') return {};
  if (kind === 'form') {
    if (contentType !== 'application/x-www-form-urlencoded') throw failed(415);
    return parseForm(text);
  }
  if (contentType !== 'application/json') throw failed(415);
  if (text.trim() === '') return {};
  try {
    return JSON.parse(text);
  } catch {
    throw refusedFor('MALFORMED_REQUEST_JSON', '/');
  }
}

function header(request: FastifyRequest, name: string): string {
  const value = request.headers[name];
  return typeof value === 'string' ? value : '';
}
