import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { errorReply, statusOf } from './errors.ts';
import { AppError } from '#server/errors.ts';
import type { SecurityHeaders } from './security-headers.ts';

/**
 * Answers to what never becomes a request: Node's parser gives up before Fastify hears of it. They look like every
 * other refusal, and the connection ends with them.
 */
export type RawAnswers = {
  /** For Fastify's `clientErrorHandler`. */
  toUnreadable: (error: Error, socket: Socket) => void;
  /** To a request of which the rest does not come. */
  toLate: (socket: Socket) => void;
  /** For the server's `checkExpectation`: an Expect other than 100-continue. */
  toExpectation: (request: IncomingMessage, response: ServerResponse) => void;
};

export function rawAnswers(security: SecurityHeaders): RawAnswers {
  function say(error: AppError, socket: Socket): void {
    const status = statusOf(error);
    const text = JSON.stringify(errorReply(error));
    const lines = Object.entries(headersOf(text, security)).map(
      ([name, value]) => `${name}: ${value}\r\n`,
    );
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${text}`);
    socket.destroySoon();
  }

  return {
    toUnreadable(error, socket) {
      const code: unknown = Reflect.get(error, 'code');
      if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
      say(refusalOf(code), socket);
    },

    toLate: (socket) => say(timedOut(), socket),

    toExpectation(_, response) {
      const refusal = new AppError('unmet-expectation', 'This server expects 100-continue only.');
      const text = JSON.stringify(errorReply(refusal));
      response.writeHead(statusOf(refusal), headersOf(text, security)).end(text);
    },
  };
}

function refusalOf(code: unknown): AppError {
  if (code === 'HPE_HEADER_OVERFLOW') {
    return new AppError('headers-too-large', 'The headers of the request are too large.');
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return timedOut();
  }
  return new AppError('bad-request', 'The request could not be read.');
}

function timedOut(): AppError {
  return new AppError('timed-out', 'The request did not arrive in time.');
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
