import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { CallLog } from './call-log.ts';
import type { Clock } from './clock.ts';
import { announceExchange } from './exchanges.ts';
import { type Fault, type Faults, orderedAnswer, type Provider, spoiled } from './faults.ts';
import type { State, Table } from './state.ts';

/** The data that the routes of one provider's API share, and the wording of that provider's answers. */
export type ProviderApi = {
  provider: Provider;
  calls: CallLog;
  faults: Faults;
  state: State;
  log: (message: string) => void;
  /** A new id for a call, for the answer's headers. */
  newCallId: () => string;
  keyHeader: string;
  /** Throws if the caller has no access. */
  checkAccess: (call: Call) => void;
  /** The key that the answer is stored under; undefined: it is not stored. */
  storageKey: (call: Call) => StorageKey | undefined;
  once: ReturnType<typeof idempotencyKeys>;
  /** Returns how an earlier answer is repeated; throws if this call may not use its key. */
  replay: (earlier: StoredAnswer, asked: StorageKey) => { status: number; headers: Headers };
  headers: (call: Call) => Headers;
  write: (body: object) => string;
  /** The answer to a call for which a fault was ordered. */
  faultError: (status: 500 | 409 | 429) => ApiError;
};

export type Call = {
  method: string;
  path: string;
  /** Method and route, such as `GET /v1/charges/:id`: equal for all calls of one kind. */
  kind: string;
  /** The id in the path; empty if the path has none. */
  id: string;
  callId: string;
  idempotencyKey: string | null;
  request: FastifyRequest;
};

/** The fingerprint is a hash of the parameters; it is empty if the provider does not compare them. */
type StorageKey = { key: string; fingerprint: string };

type Headers = Record<string, string>;

/** An error in the provider's own words. */
export class ApiError extends Error {
  readonly status: number;
  readonly body: (callId: string) => object;
  /** Whether a later call with the same idempotency key gets this error again. */
  readonly isStored: boolean;

  constructor(
    status: number,
    message: string,
    body: (callId: string) => object,
    { isStored = false } = {},
  ) {
    super(message);
    this.status = status;
    this.body = body;
    this.isStored = isStored;
  }
}

/**
 * Answers with the result or the error of `work`, which runs once for each idempotency key, unless a tester ordered a
 * fault.
 */
export function answerWith(
  api: ProviderApi,
  work: (call: Call) => { status: number; body: object },
) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const call = readCall(api, request);
    const entry = api.calls.begin(call);
    const fault = api.faults.take({ ...call, provider: api.provider });
    if (leftUnanswered(fault, 'before', request, reply)) return reply;

    const { status, body, headers } = await attempt(api, call, fault, () => work(call));
    announce(api, call, { status, body });
    if (leftUnanswered(fault, 'after', request, reply)) return reply;

    entry.answered(status);
    return reply
      .code(status)
      .headers({ ...api.headers(call), ...headers })
      .send(spoiled(fault, body));
  };
}

/** Answers a request that reaches no route, such as one with a body that is too long. */
export function refuse(
  api: ProviderApi,
  error: ApiError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const call = readCall(api, request);
  api.calls.begin(call).answered(error.status);
  const { status, body } = errorAnswer(api, call, error);
  announce(api, call, { status, body });
  return reply.code(status).headers(api.headers(call)).send(body);
}

function announce(
  { provider }: ProviderApi,
  { method, path, request }: Call,
  answer: Pick<Answer, 'status' | 'body'>,
): void {
  announceExchange({
    provider,
    method,
    path,
    query: request.query,
    sent: request.body,
    ...answer,
  });
}

const unanswered = {
  before: { closed: 'reset-before', left: 'hang' },
  after: { closed: 'reset-after', left: 'hang-after' },
} as const satisfies Record<string, Record<string, Fault>>;

/** True when the fault leaves the call without an answer: the connection is closed, or left open. */
function leftUnanswered(
  fault: Fault | undefined,
  when: keyof typeof unanswered,
  request: FastifyRequest,
  reply: FastifyReply,
): boolean {
  const { closed, left } = unanswered[when];
  if (fault !== closed && fault !== left) return false;
  // A connection left open ends when the caller gives up, or with the server.
  reply.hijack();
  if (fault === closed) request.raw.socket.destroy();
  return true;
}

const pathParameters = z.object({ id: z._default(z.string(), '') });

function readCall(api: ProviderApi, request: FastifyRequest): Call {
  const [path = ''] = request.url.split('?');
  const key = request.headers[api.keyHeader];
  return {
    method: request.method,
    path,
    kind: `${request.method} ${request.routeOptions.url ?? ''}`,
    id: z.parse(pathParameters, request.params ?? {}).id,
    callId: api.newCallId(),
    idempotencyKey: typeof key === 'string' && key !== '' ? key : null,
    request,
  };
}

type Answer = { status: number; body: string; headers?: Headers; isStored: boolean };

async function attempt(
  api: ProviderApi,
  call: Call,
  fault: Fault | undefined,
  work: () => { status: number; body: object },
): Promise<Answer> {
  try {
    api.checkAccess(call);
    const { status, remembered, delayMs } = orderedAnswer(fault);
    if (status && !remembered) throw api.faultError(status);
    const answer = await onceForItsKey(api, call, async () => {
      if (delayMs) await pause(delayMs);
      if (status) return { ...errorAnswer(api, call, api.faultError(status)), isStored: true };
      return perform(api, call, work);
    });
    // An answered change must survive a crash right after the answer.
    await api.state.saved();
    return answer;
  } catch (error) {
    if (error instanceof ApiError) return errorAnswer(api, call, error);
    api.log(`${api.provider} sandbox: ${call.method} ${call.path} failed: ${String(error)}`);
    return errorAnswer(api, call, api.faultError(500));
  }
}

async function onceForItsKey(api: ProviderApi, call: Call, work: () => Promise<Answer>) {
  const storage = api.storageKey(call);
  if (!storage) return work();
  const { fresh, earlier } = await api.once({ ...storage, requestId: call.callId }, work);
  if (!earlier) return fresh;
  return { body: earlier.body, isStored: false, ...api.replay(earlier, storage) };
}

function perform(
  api: ProviderApi,
  call: Call,
  work: () => { status: number; body: object },
): Answer {
  try {
    const { status, body } = work();
    return { status, body: api.write(body), isStored: true };
  } catch (error) {
    if (error instanceof ApiError) return errorAnswer(api, call, error);
    throw error;
  }
}

function errorAnswer(api: ProviderApi, { callId }: Call, error: ApiError): Answer {
  return { status: error.status, body: api.write(error.body(callId)), isStored: error.isStored };
}

export const storedAnswer = z.object({
  created: z.number(),
  fingerprint: z._default(z.string(), ''),
  requestId: z._default(z.string(), ''),
  status: z.number(),
  body: z.string(),
});
export type StoredAnswer = z.infer<typeof storedAnswer>;

/** Runs the work of each key once; within the lifetime a repetition gets the earlier answer. */
export function idempotencyKeys(
  table: Table<StoredAnswer>,
  { clock, lifetime, inUse }: { clock: Clock; lifetime: number; inUse: () => ApiError },
) {
  const running = new Set<string>();
  const isOld = ({ created }: StoredAnswer) => created + lifetime <= clock.seconds();
  for (const [key, row] of table.entries()) if (isOld(row)) table.remove(key);

  return async (
    { key, fingerprint, requestId }: StorageKey & { requestId: string },
    work: () => Promise<Answer>,
  ): Promise<{ fresh: Answer; earlier?: never } | { earlier: StoredAnswer; fresh?: never }> => {
    if (running.has(key)) throw inUse();
    const earlier = table.get(key);
    if (earlier && !isOld(earlier)) return { earlier };
    const created = clock.seconds();
    running.add(key);
    try {
      const fresh = await work();
      const { status, body } = fresh;
      if (fresh.isStored) table.put(key, { created, fingerprint, requestId, status, body });
      return { fresh };
    } finally {
      running.delete(key);
    }
  };
}
