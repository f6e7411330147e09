import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * How long a visitor may take, in milliseconds. Together the limits keep anybody from holding a connection for more than 75
 * seconds without using it; only a visitor who goes on sending or reading may take longer.
 */
export type TimeLimits = {
  /** For the headers of a request, and for a connection on which nothing was asked yet. */
  headersMs: number;
  /** How often Node looks for headers that are late. */
  lookMs: number;
  /** For the body of a request to come and its answer to be worked out; an upload has a pace of its own instead. */
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
  handlerMs: 15_000,
  silenceMs: 70_000,
  keepAliveMs: 10_000,
  standstillMs: 30_000,
  answerMs: 120_000,
};

/** Bytes that the operating system takes at once, whether the visitor reads them or not. */
const SMALL = 16 * 1024;

/** Called when `bytes` are about to be sent, undefined where nobody knows how many. */
export type LimitAnswerTime = (raw: ServerResponse, bytes: number | undefined) => void;

/** Cuts visitors who do not read what they asked for. Node alone would wait for them as long as they send something. */
export function answerTimeLimit({
  standstillMs,
  answerMs,
}: Pick<TimeLimits, 'standstillMs' | 'answerMs'>): LimitAnswerTime {
  return (raw, bytes = Infinity) => {
    // The timer below keeps the socket and not the request, which would stay in memory after its connection has gone.
    const { socket } = raw.req;
    // A mere close would leave unread bytes in the memory of the system until somebody takes them.
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

/** The longest that any body may take: Node's own limit is for all requests, and uploads need this much. */
export const LONGEST_BODY_MS = 60 * 60_000;

/** Whether a body is still on its way when a request is answered: then the connection ends with the answer. */
export function isBodyUnread(request: IncomingMessage): boolean {
  return hasBody(request) && !request.complete;
}

/** Whether a request says that a body follows its headers. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}
