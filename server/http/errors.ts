import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type ErrorReply, errorStatuses } from '#contract/errors.ts';
import { isStoreFault } from '#server/database/store-fault.ts';
import { AppError, sentenceOf, type Words } from '#server/errors.ts';
import type { PageFrame } from './page-frame.ts';
import { alert, pageOfWords } from './page-parts.ts';
import { sendPrivatePage } from './private-page.ts';
import type { SecurityHeaders } from './security-headers.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    errorsAsText?: boolean;
  }
  interface FastifyRequest {
    /** The code of the refusal in the answer; empty if it was not refused. */
    errorCode: string;
  }
}

function statusOf({ code }: AppError): number {
  return errorStatuses[code];
}

/** The body of the answer to an expected error. */
function errorReply({ extra, code, fields }: AppError, message: string): ErrorReply {
  return { ...extra, success: false, code, message, ...(fields.length > 0 && { fields }) };
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The words in the language of a request. */
    wordsFor: (request: FastifyRequest) => Words;
    /** The frame of a page in a language; absent in a server without pages for visitors. */
    frameIn: ((language: string) => PageFrame) | undefined;
  }
}

/** Answers every thrown error: the answer to an expected error has its message, the answer to a fault only the request id. */
export function answerErrors(
  app: FastifyInstance,
  wordsFor: FastifyInstance['wordsFor'],
  frameIn?: FastifyInstance['frameIn'],
): void {
  app.decorate('wordsFor', wordsFor);
  app.decorate('frameIn', frameIn);
  app.decorateRequest('errorCode', '');
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const refusal = asRefusal(error, request);
    logError(request, error, refusal);
    return refuse(request, reply, refusal);
  });
}

export function refuse(request: FastifyRequest, reply: FastifyReply, refusal: AppError) {
  void reply.code(noteRefusal(request, reply, refusal)).header('cache-control', 'no-store');
  const words = request.server.wordsFor(request);
  const sentence = sentenceOf(refusal, words);
  void reply.header('content-language', words.language);
  if (request.routeOptions.config.errorsAsText) {
    return reply.type('text/plain; charset=utf-8').send(sentence);
  }
  const frame = isForPerson(request) && request.server.frameIn?.(words.language);
  if (frame) {
    const title = words.labels.refusals.notDone;
    return sendPrivatePage(reply, frame, {
      title,
      main: pageOfWords(title, [], alert(sentence)),
      status: reply.statusCode,
    });
  }
  const body = JSON.stringify(errorReply(refusal, sentence));
  return reply.type('application/json; charset=utf-8').send(body);
}

/** A browser that opens an address or sends a form shows the answer to a person; scripts and programs ask for JSON. */
function isForPerson({ url, headers }: FastifyRequest): boolean {
  return !/^\/api(?:[/?]|$)/.test(url) && (headers.accept?.includes('text/html') ?? false);
}

/** The sentence and the status of an expected error, for a page with these words; any other error is thrown on. */
export function explained(
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
  words: Words,
) {
  if (!(error instanceof AppError)) throw error;
  return { message: sentenceOf(error, words), status: noteRefusal(request, reply, error) };
}

/** Notes a refusal for the log and in the headers, and returns its status. */
function noteRefusal(request: FastifyRequest, reply: FastifyReply, refusal: AppError): number {
  request.errorCode = refusal.code;
  if (refusal.retryAfter !== undefined) void reply.header('retry-after', refusal.retryAfter);
  return statusOf(refusal);
}

function asRefusal(error: FastifyError, request: FastifyRequest): AppError {
  if (error instanceof AppError) return error;
  if (isStoreFault(error)) {
    return new AppError('store-unavailable', 'notSaved', { retryAfter: 10 });
  }
  // Fastify's time limit for a handler also covers the arrival of the body.
  if (error.statusCode === 503 && !request.raw.complete) {
    return new AppError('timed-out', 'timedOut');
  }
  // The database or a provider is slow, and the visitor should not wait.
  if (error.statusCode === 503) {
    return new AppError('too-slow', 'tooSlow', {
      retryAfter: 30,
    });
  }
  if (error.statusCode !== undefined && error.statusCode < 500) return framework(error.statusCode);
  return new AppError('fault', 'fault', { values: { id: request.id } });
}

/** Fastify's own errors with our messages, because Fastify's messages may quote the input. */
function framework(status: number): AppError {
  if (status === 413) return new AppError('too-large', 'tooLarge');
  if (status === 415) return new AppError('unsupported-type', () => 'Please send JSON.');
  if (status === 429) {
    return new AppError('too-many-requests', 'tooManyRequests');
  }
  return new AppError('bad-request', 'unreadable');
}

/**
 * Logs a fault with all details, because a person has to correct it, and an outage as one line that
 * names the missing service.
 */
function logError(request: FastifyRequest, error: Error, expected: AppError): void {
  const { code } = expected;
  if (hasLeft(request)) return request.log.info('the visitor left in the middle of the request');
  if (code === 'fault') return request.log.error({ err: error }, 'a request failed');
  if (statusOf(expected) >= 500)
    request.log.warn({ code, why: wordsOf(error) }, 'a request could not be answered for now');
}

function hasLeft({ raw }: FastifyRequest): boolean {
  return raw.destroyed && !raw.complete;
}

/** The messages of an error and its causes for the log, without sentences for visitors. */
function wordsOf(error: Error): string {
  const words: string[] = [];
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (!(cause instanceof AppError)) words.push(cause.message);
  }
  return words.join(': ').slice(0, 300);
}

/** Answers addresses that no route has: JSON under /api, `page` elsewhere. */
export function answerUnknownAddresses(
  app: FastifyInstance,
  page: (request: FastifyRequest, reply: FastifyReply) => FastifyReply,
): void {
  const methodsOf = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method }) => {
    const methods = methodsOf.get(url) ?? new Set();
    for (const name of [method].flat()) methods.add(name);
    methodsOf.set(url, methods);
  });

  app.setNotFoundHandler((request, reply) => {
    const [address = ''] = request.url.split('?');
    // The router also reads /%61pi as /api.
    const path = address.split('/').map((part) => decodeURIComponent(part));
    if (!/^\/api(?:\/|$)/.test(path.join('/'))) {
      if (request.method === 'GET' || request.method === 'HEAD') return page(request, reply);
      return refuse(
        request,
        reply,
        new AppError('not-found', () => 'There is nothing at this address.'),
      );
    }
    const allowed = [...methodsOf].find(([pattern]) => matches(pattern, path))?.[1];
    if (!allowed) {
      return refuse(request, reply, new AppError('not-found', () => 'There is no such call.'));
    }
    void reply.header('allow', [...allowed].join(', '));
    const only = `This call is made with ${[...allowed].join(' or ')}.`;
    return refuse(request, reply, new AppError('method-not-allowed', () => only));
  });
}

function matches(pattern: string, given: string[]): boolean {
  const wanted = pattern.split('/');
  return (
    wanted.length === given.length &&
    wanted.every((part, i) => (part.startsWith(':') ? given[i] !== '' : part === given[i]))
  );
}

/**
 * Answers bytes that are not a request: Node's parser rejects them before Fastify sees them. The answers look like
 * every other refusal, and the connection ends.
 */
export type RawAnswers = {
  /** For Fastify's `clientErrorHandler`. */
  toUnreadable: (error: Error, socket: Socket) => void;
  /** For the server's `checkExpectation`: an Expect other than 100-continue. */
  toExpectation: (request: IncomingMessage, response: ServerResponse) => void;
};

export function rawAnswers(security: SecurityHeaders): RawAnswers {
  function say(error: AppError, socket: Socket, isHead = false): void {
    const status = statusOf(error);
    const text = JSON.stringify(errorReply(error, error.message));
    const lines = Object.entries(headersOf(text, security)).map(
      ([name, value]) => `${name}: ${value}\r\n`,
    );
    socket.write(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${isHead ? '' : text}`,
    );
    socket.destroySoon();
  }

  return {
    toUnreadable(error, socket) {
      const code: unknown = Reflect.get(error, 'code');
      if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
      // The bytes that the parser was reading. They include the beginning of a request that arrived in one piece.
      const packet: unknown = Reflect.get(error, 'rawPacket');
      const isHead = Buffer.isBuffer(packet) && packet.toString('latin1', 0, 5) === 'HEAD ';
      say(refusalOf(code), socket, isHead);
    },

    toExpectation(_, response) {
      const refusal = new AppError(
        'unmet-expectation',
        () => 'This server expects 100-continue only.',
      );
      const text = JSON.stringify(errorReply(refusal, refusal.message));
      response.writeHead(statusOf(refusal), headersOf(text, security)).end(text);
    },
  };
}

function refusalOf(code: unknown): AppError {
  if (code === 'HPE_HEADER_OVERFLOW') {
    return new AppError('headers-too-large', () => 'The headers of the request are too large.');
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return timedOut();
  }
  return new AppError('bad-request', 'unreadable');
}

function timedOut(): AppError {
  return new AppError('timed-out', 'timedOut');
}

function headersOf(text: string, security: SecurityHeaders) {
  return {
    ...security,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(text)),
    'cache-control': 'no-store',
    connection: 'close',
  };
}
