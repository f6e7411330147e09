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
import type { Door } from './door.ts';
import { sendReadyAnswers } from './ready-answers.ts';
import { securityHeaders, sendSecurityHeaders } from './security-headers.ts';
import {
  answerTimeLimit,
  bytesOf,
  hasBody,
  isBodyUnread,
  LONGEST_BODY_MS,
  type TimeLimits,
  timeLimits,
} from './slow-clients.ts';
import { proxyTrust } from './visitor-address.ts';

type HttpSettings = {
  logger: FastifyBaseLogger;
  newRequestId: () => string;
  /** The words in the language of a request. */
  wordsFor: FastifyInstance['wordsFor'];
  frameIn?: FastifyInstance['frameIn'];
  /** Visitors use https. */
  isHttps: boolean;
  /** Addresses and networks whose X-Forwarded headers are trusted; those of other senders are ignored. */
  trustedProxies: readonly string[];
  /** Makes the server of the process, which may have an app after this one. */
  makeServer?: Door['makeServer'] | undefined;
  /** Tests set shorter times. */
  times?: TimeLimits | undefined;
};

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * The route answers at once with bytes from memory, so it needs no time limit. A success is not logged, because each
     * page has thirty such files. `/metrics` counts it like every answer.
     */
    isFromMemory?: boolean;
  }
}

const LONGEST_ADDRESS = 8 * 1024;

/** A Fastify server with limits against slow, large and malformed requests. Times in milliseconds, sizes in bytes. */
export function httpServer(settings: HttpSettings): FastifyInstance {
  const headers = securityHeaders(settings.isHttps);
  const raw = rawAnswers(headers);
  const times = settings.times ?? timeLimits;
  const app = Fastify({
    loggerInstance: settings.logger,
    genReqId: settings.newRequestId,
    // Our own line for each request (below) has the route pattern; Fastify's line would contain the whole address.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: settings.trustedProxies.length > 0 ? proxyTrust(settings.trustedProxies) : false,
    bodyLimit: 64 * 1024,
    // The limit of an upload. Other routes end sooner by their handlerTimeout, which includes the arrival of the body.
    requestTimeout: LONGEST_BODY_MS,
    connectionTimeout: times.silenceMs,
    keepAliveTimeout: times.keepAliveMs,
    // A client cannot fill the memory with pipelined requests; a browser opens a new connection after a hundred.
    maxRequestsPerSocket: 100,
    forceCloseConnections: 'idle',
    // A stopping server still answers requests on open connections.
    return503OnClosing: false,
    http: {
      headersTimeout: times.headersMs,
      connectionsCheckingInterval: times.lookMs,
      maxHeaderSize: 16 * 1024,
      // Node would refuse without a reason; the hook below refuses with one.
      requireHostHeader: false,
    },
    routerOptions: { maxParamLength: 200 },
    rewriteUrl: readableAddress,
    clientErrorHandler: raw.toUnreadable,
    ...(settings.makeServer && { serverFactory: settings.makeServer }),
    // These answers pass no hook.
    frameworkErrors: (_error: Error, request: FastifyRequest, reply: FastifyReply) => {
      void reply.headers(headers);
      refuseUnreadable(request, reply);
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
    // After an answer to an unread body the connection could not be used for another request.
    if (isBodyUnread(request.raw)) void reply.header('connection', 'close');
    limitTime(reply.raw, bytesOf(payload));
    done(null, payload);
  });
  sendReadyAnswers(app, headers, limitTime);
  readJson(app);
  ignoreForms(app);
  app.addHook('onRoute', (route) => {
    if (!route.config?.isFromMemory) route.handlerTimeout ??= times.handlerMs;
  });
  logAnswers(app);
  answerErrors(app, settings.wordsFor, settings.frameIn);
  return app;
}

/** The update calls have this type and no body. A body is ignored. */
function ignoreForms(app: FastifyInstance): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer', bodyLimit: 4096 },
    (_, _body, done) => done(null, undefined),
  );
}

function refuseUnreadable(request: FastifyRequest, reply: FastifyReply): void {
  if (isBodyUnread(request.raw)) void reply.header('connection', 'close');
  void refuse(request, reply, new AppError('bad-request', () => 'The address could not be read.'));
}

function logAnswers(app: FastifyInstance): void {
  app.addHook('onResponse', ({ log, method, routeOptions }, { statusCode, elapsedTime }, done) => {
    if (!routeOptions.config.isFromMemory || statusCode >= 400) {
      const route = routeOptions.url ?? 'unknown';
      log.info({ method, route, status: statusCode, ms: Math.round(elapsedTime) }, 'answered');
    }
    done();
  });
}

/** Like Fastify's own JSON parser, but refuses bytes that are not UTF-8: Fastify would replace them by U+FFFD. */
function readJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  const unicode = new TextDecoder('utf-8', { fatal: true });
  const textOf = (body: Buffer) => {
    try {
      return unicode.decode(body);
    } catch (cause) {
      throw new AppError('bad-request', 'unreadable', { cause });
    }
  };
  app.addContentTypeParser<Buffer>(
    'application/json',
    { parseAs: 'buffer' },
    (request, body, done) => {
      // fetch may send the content type also for a call without a body.
      if (body.length === 0) done(null, undefined);
      else void parse(request, textOf(body), done);
    },
  );
}

/** An address with an invalid percent encoding is read literally, so that it becomes an unknown address. */
function readableAddress({ url = '/' }: IncomingMessage): string {
  if (!url.includes('%')) return url;
  try {
    decodeURIComponent(url.split('?')[0] ?? '');
    return url;
  } catch {
    return url.replaceAll('%', '%25');
  }
}

/** Refuses requests that a proxy in front might read differently. */
function refuseUnclear(
  { raw: request }: FastifyRequest,
  _reply: FastifyReply,
  done: (refusal?: AppError) => void,
): void {
  const refusal = unclear(request);
  // Node finds a mistake in the first bytes of a body before this answer is sent.
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
    return new AppError('bad-request', () => 'A request names one host.');
  }
  return url.length > LONGEST_ADDRESS
    ? new AppError('address-too-long', () => 'The address is too long.')
    : undefined;
}

/** A schema of the contract checks each request and removes unknown fields. */
const validatorCompiler: FastifySchemaCompiler<z.ZodMiniType> = ({ schema }) => {
  return (data) => {
    const result = z.safeParse(schema, data);
    return result.success ? { value: result.data } : { error: invalid(result.error.issues) };
  };
};

/** A reply that differs from its schema is a fault of the server. */
const serializerCompiler: FastifySerializerCompiler<z.ZodMiniType> = ({ schema }) => {
  return (reply) => JSON.stringify(z.encode(schema, reply));
};

/** The message names the wrong fields and never quotes their values. */
function invalid(issues: readonly { path: readonly PropertyKey[] }[]): AppError {
  const fields = [...new Set(issues.map(({ path: [field = ''] }) => String(field)))]
    .filter((field) => /^\w{1,60}$/.test(field))
    .slice(0, 20);
  const values = { fields: fields.join(', ') };
  return new AppError('bad-request', fields.length > 0 ? 'checkFields' : 'unreadable', {
    values,
    fields,
  });
}
