import type { IncomingMessage } from 'node:http';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifySchemaCompiler,
  type FastifySerializerCompiler,
  LogController,
} from 'fastify';
import * as z from 'zod/mini';
import { answerErrors, rawAnswers, refuse } from './errors.ts';
import { AppError } from '#server/errors.ts';
import { type SecurityHeaders, securityHeaders, sendSecurityHeaders } from './security-headers.ts';
import {
  answerTimeLimit,
  bytesOf,
  hasBody,
  isBodyUnread,
  type LimitAnswerTime,
  LONGEST_BODY_MS,
  type TimeLimits,
  timeLimits,
} from './slow-clients.ts';
import { proxyTrust } from './visitor-address.ts';

type HttpSettings = {
  logger: FastifyBaseLogger;
  newRequestId: () => string;
  /** Visitors come by https. */
  isHttps: boolean;
  /** Addresses and networks whose X-Forwarded headers are believed; of everybody else they are ignored. */
  trustedProxies: readonly string[];
  /** For tests, which have no minutes. */
  times?: TimeLimits | undefined;
};

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Answered at once with bytes that are there already, a page or one of its thirty files: nothing that a limit of time
     * could end, and nothing that a log would tell. `/metrics` counts it like every answer.
     */
    isFromMemory?: boolean;
  }
}

const LONGEST_ADDRESS = 8 * 1024;

/** A Fastify with the limits that a flood of slow, large or malformed requests has to meet. Times in milliseconds, sizes in bytes. */
export function httpServer(settings: HttpSettings): FastifyInstance {
  const headers = securityHeaders(settings.isHttps);
  const raw = rawAnswers(headers);
  const times = settings.times ?? timeLimits;
  const app = Fastify({
    loggerInstance: settings.logger,
    genReqId: settings.newRequestId,
    // Our own line a request (below) has the route pattern; Fastify's would hold the whole address.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: settings.trustedProxies.length > 0 ? proxyTrust(settings.trustedProxies) : false,
    bodyLimit: 64 * 1024,
    // Everything but uploads has less: a handler, which waits for the body, has the time that its route says.
    requestTimeout: LONGEST_BODY_MS,
    connectionTimeout: times.silenceMs,
    keepAliveTimeout: times.keepAliveMs,
    // A thousand requests that come in one breath get no memory; a browser opens another connection after a hundred.
    maxRequestsPerSocket: 100,
    forceCloseConnections: 'idle',
    // While the server stops, what came in on open connections is still answered.
    return503OnClosing: false,
    http: {
      headersTimeout: times.headersMs,
      connectionsCheckingInterval: times.lookMs,
      maxHeaderSize: 16 * 1024,
      // Node would answer without a word of why; the hook below does.
      requireHostHeader: false,
    },
    routerOptions: { maxParamLength: 200 },
    rewriteUrl: readableAddress,
    clientErrorHandler: raw.toUnreadable,
    frameworkErrors: (_error: Error, request: FastifyRequest, reply: FastifyReply) => {
      void reply.headers(headers);
      void refuse(request, reply, new AppError('bad-request', 'The address could not be read.'));
    },
  });
  app.server.maxConnections = 2000;
  app.server.on('dropRequest', ({ socket }) => socket.resetAndDestroy());
  app.server.on('checkExpectation', raw.toExpectation);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  sendSecurityHeaders(app, headers);
  app.addHook('onRequest', refuseUnclear);
  const limitTime = answerTimeLimit(times);
  app.addHook('onSend', (request, reply, payload, done) => {
    if (isBodyUnread(request.raw)) void reply.header('connection', 'close');
    limitTime(reply.raw, bytesOf(payload));
    done(null, payload);
  });
  sendReadyAnswers(app, headers, limitTime);
  readJson(app);
  // The update calls are form-encoded without a body. What a form says is not read.
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer', bodyLimit: 4096 },
    (_, _body, done) => done(null, undefined),
  );
  app.addHook('onRoute', (route) => {
    if (!route.config?.isFromMemory) route.handlerTimeout ??= times.handlerMs;
  });
  app.addHook('onResponse', ({ log, method, routeOptions }, { statusCode, elapsedTime }, done) => {
    if (!routeOptions.config.isFromMemory || statusCode >= 400) {
      const route = routeOptions.url ?? 'unknown';
      log.info({ method, route, status: statusCode, ms: Math.round(elapsedTime) }, 'answered');
    }
    done();
  });
  answerErrors(app);
  return app;
}

/** As Fastify does by itself, but for bytes that are no Unicode: it would keep U+FFFD in their place. */
function readJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  const unicode = new TextDecoder('utf-8', { fatal: true });
  const textOf = (body: Buffer) => {
    try {
      return unicode.decode(body);
    } catch (cause) {
      throw new AppError('bad-request', 'The request could not be read.', { cause });
    }
  };
  app.addContentTypeParser<Buffer>(
    'application/json',
    { parseAs: 'buffer' },
    (request, body, done) => {
      // A call without a body may come with the type of one, as fetch sends it.
      if (body.length === 0) done(null, undefined);
      else void parse(request, textOf(body), done);
    },
  );
}

/** An address with a percent sign that encodes nothing is an unknown one like others: it is read to the letter. */
function readableAddress({ url = '/' }: IncomingMessage): string {
  if (!url.includes('%')) return url;
  try {
    decodeURIComponent(url.split('?')[0] ?? '');
    return url;
  } catch {
    return url.replaceAll('%', '%25');
  }
}

/** Refuses requests that a proxy in front of the server might read otherwise; Node lets a second host pass. */
function refuseUnclear(
  { raw: request }: FastifyRequest,
  _reply: FastifyReply,
  done: (refusal?: AppError) => void,
): void {
  const refusal = unclear(request);
  // Node reads the first bytes of a body after this, and its refusal of them has to come before this answer.
  if (hasBody(request)) queueMicrotask(() => done(refusal));
  else done(refusal);
}

function unclear({ rawHeaders, httpVersion, url = '' }: IncomingMessage): AppError | undefined {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  if (hosts > 1 || (hosts === 0 && httpVersion === '1.1')) {
    return new AppError('bad-request', 'A request names one host.');
  }
  return url.length > LONGEST_ADDRESS
    ? new AppError('address-too-long', 'The address is too long.')
    : undefined;
}

/** Checks input by a schema of the contract, and drops the keys that the schema does not name. */
const validatorCompiler: FastifySchemaCompiler<z.ZodMiniType> = ({ schema }) => {
  return (data) => {
    const result = z.safeParse(schema, data);
    return result.success ? { value: result.data } : { error: invalid(result.error.issues) };
  };
};

/** Writes a reply as its schema promises; a reply that does not fit is a fault. */
const serializerCompiler: FastifySerializerCompiler<z.ZodMiniType> = ({ schema }) => {
  return (reply) => JSON.stringify(z.encode(schema, reply));
};

/** Names the fields, and never quotes what was in them. */
function invalid(issues: readonly { path: readonly PropertyKey[] }[]): AppError {
  const fields = [...new Set(issues.map(({ path: [field = ''] }) => String(field)))]
    .filter((field) => /^\w{1,60}$/.test(field))
    .slice(0, 20);
  const message =
    fields.length > 0
      ? `Please check these fields: ${fields.join(', ')}.`
      : 'The request could not be read.';
  return new AppError('bad-request', message, { fields });
}

/** An answer with nothing left to work out. Made once, sent many times. */
export type ReadyAnswer = {
  status: number;
  /** By name, in lower case; those for security are added, or replaced by what stands here. */
  headers: Readonly<Record<string, string>>;
  bytes?: Buffer;
};

declare module 'fastify' {
  interface FastifyReply {
    /** Instead of `send`. The hooks of a request are called, those of `onSend` are not. */
    sendReady: (answer: ReadyAnswer) => FastifyReply;
  }
}

/**
 * Hands answers to Node as they are, with the headers in the list that it writes from. Fastify would put some fifteen of
 * them into an object and take them out again, for each of the same answers.
 */
function sendReadyAnswers(
  app: FastifyInstance,
  security: SecurityHeaders,
  limitTime: LimitAnswerTime,
): void {
  const lists = new WeakMap<ReadyAnswer, string[]>();

  function listOf(answer: ReadyAnswer): string[] {
    const known = lists.get(answer);
    if (known) return known;
    const list = Object.entries({ ...security, ...answer.headers }).flat();
    lists.set(answer, list);
    return list;
  }

  app.decorateReply('sendReady', function sendReady(this: FastifyReply, answer) {
    const { raw } = this.hijack();
    if (isBodyUnread(raw.req)) raw.shouldKeepAlive = false;
    limitTime(raw, answer.bytes?.length ?? 0);
    raw.writeHead(answer.status, listOf(answer)).end(answer.bytes);
    return this;
  });
}
