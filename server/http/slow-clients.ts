import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * How long a visitor may take, in milliseconds. Together they keep anybody from holding a place for more than 75 seconds
 * without using it; only who goes on sending or reading may take longer.
 */
export type TimeLimits = {
  /** For the headers of a request, and for a connection on which nothing was asked yet. */
  headersMs: number;
  /** How often Node looks for headers that are late. */
  lookMs: number;
  /** For the body of a request; an upload has a pace of its own instead. */
  bodyMs: number;
  /** For an answer to be worked out. */
  handlerMs: number;
  /** Without a byte in either direction while a request is under way. */
  silenceMs: number;
  /** Between two requests on one connection. Node adds a second. */
  keepAliveMs: number;
  /** For an answer to move on. Node looks whether it did, so it closes an answer that does not move after one to two times as long. */
  standstillMs: number;
  /** For all of an answer, however it moves on. The largest file is 360 kB: 3 kB a second are enough. */
  answerMs: number;
};

export const timeLimits: TimeLimits = {
  headersMs: 20_000,
  lookMs: 5000,
  bodyMs: 60_000,
  handlerMs: 15_000,
  silenceMs: 70_000,
  keepAliveMs: 10_000,
  standstillMs: 30_000,
  answerMs: 120_000,
};

/** The bytes that the operating system takes at once, whether the client reads them or not. */
const SMALL = 16 * 1024;

/** Called when `bytes` are about to be sent, undefined where nobody knows how many. */
export type LimitAnswerTime = (raw: ServerResponse, bytes: number | undefined) => void;

/** Cuts visitors who do not read what they asked for. By itself Node waits for them, as long as they send something. */
export function answerTimeLimit({
  standstillMs,
  answerMs,
}: Pick<TimeLimits, 'standstillMs' | 'answerMs'>): LimitAnswerTime {
  return (raw, bytes = Infinity) => {
    // Taken out of the request, which the timer below would else keep in memory when its connection is gone.
    const { socket } = raw.req;
    // A mere close would leave what is unread in the memory of the system for as long as nobody takes it.
    const cut = () => socket.resetAndDestroy();
    // Once the answer is out, Node puts the time between two requests in force.
    raw.setTimeout(standstillMs, cut);
    if (bytes > SMALL) {
      const timer = setTimeout(cut, answerMs).unref();
      raw.once('close', () => clearTimeout(timer));
    }
  };
}

/** How long a payload of Fastify's is; a stream does not say. */
export function bytesOf(payload: unknown): number | undefined {
  if (payload === undefined || payload === null) return 0;
  return typeof payload === 'string' || Buffer.isBuffer(payload) ? payload.length : undefined;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How long the body of a request may take to come, in milliseconds, where it is not the usual time. */
    bodyMs?: number;
  }
}

/** The longest that any body may take: Node's own limit counts for all requests, and uploads need this much. */
export const LONGEST_BODY_MS = 60 * 60_000;

/** Refuses requests whose bodies come in drops, also where no route waits for them. */
export function limitBodyTime(
  app: FastifyInstance,
  usualMs: number,
  refuseLate: (socket: Socket) => void,
): void {
  app.addHook('onRequest', ({ raw, routeOptions }, reply, done) => {
    if (hasBody(raw)) {
      const cut = () => {
        if (raw.complete) return;
        if (reply.raw.headersSent) raw.socket.destroy();
        else refuseLate(raw.socket);
      };
      const timer = setTimeout(cut, routeOptions.config.bodyMs ?? usualMs).unref();
      raw.once('close', () => clearTimeout(timer));
    }
    done();
  });
}

/** Whether a request says that a body follows its headers. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}

/** Requests that may wait on one connection for the answer to an earlier one. Browsers send none before they have it. */
const MOST_WAITING = 32;

/**
 * Cuts who asks for more than that in one breath. Sixty kilobytes hold a thousand requests, and each would be given
 * memory and its turn, however little of the answers is read. Here, since for Fastify every one of them is a request.
 */
export function limitPipelining(server: Server): void {
  const [answer] = server.listeners('request');
  if (!answer) throw new Error('nobody answers yet');
  const waiting = new WeakMap<Socket, number>();
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    // A request that Node still finds in the bytes that it had read.
    if (socket.destroyed) return;
    // The response whose turn it is has the socket; one that waits has none yet.
    if (response.socket === null) {
      const count = (waiting.get(socket) ?? 0) + 1;
      if (count > MOST_WAITING) return void socket.resetAndDestroy();
      waiting.set(socket, count);
      response.once('close', () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1));
    }
    answer.call(server, request, response);
  });
}
