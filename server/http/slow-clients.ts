import { HOUR } from '#contract/time-spans.ts';
import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * How long a visitor may take, in milliseconds. With these limits an unused connection ends within 75 seconds; only a
 * visitor who goes on sending or reading may take longer.
 */
export type TimeLimits = {
  /** The longest time for the headers of a request, also on a new connection. */
  headersMs: number;
  /** How often Node checks for late headers. */
  lookMs: number;
  /** The longest time for a request's body and handler together. An upload has a minimum pace instead. */
  handlerMs: number;
  /** The longest time without a byte in either direction during a request. */
  silenceMs: number;
  /** The longest time between two requests on one connection. Node adds a second. */
  keepAliveMs: number;
  /** The longest time without progress of an answer. Node checks in this interval, so it disconnects after one to two intervals. */
  standstillMs: number;
  /** The longest time for the whole answer. The largest file has 360 kB, so 3 kB a second are enough. */
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

/** The operating system buffers an answer of this size, so it needs no time limit. In bytes. */
const SMALL = 16 * 1024;

/** Called before an answer is sent; `bytes` is undefined if its length is unknown. */
export type LimitAnswerTime = (raw: ServerResponse, bytes: number | undefined) => void;

/** Disconnects visitors who do not read their answer. Node would wait as long as they send something. */
export function answerTimeLimit(
  limits: Pick<TimeLimits, 'standstillMs' | 'answerMs'>,
): LimitAnswerTime {
  const { standstillMs, answerMs } = limits;
  return (raw, bytes = Infinity) => {
    // The timer below refers to the socket only, so that the request does not stay in memory.
    const { socket } = raw.req;
    // After a plain close, unread bytes would stay in the memory of the operating system.
    const cut = () => socket.resetAndDestroy();
    // After the answer Node sets keepAliveTimeout instead.
    raw.setTimeout(standstillMs, cut);
    if (bytes > SMALL) {
      const timer = setTimeout(cut, answerMs).unref();
      raw.once('close', () => clearTimeout(timer));
    }
  };
}

/** The length of a payload of Fastify; undefined for a stream. */
export function bytesOf(payload: unknown): number | undefined {
  if (payload === undefined || payload === null) return 0;
  return typeof payload === 'string' || Buffer.isBuffer(payload) ? payload.length : undefined;
}

/** The longest time for any body: Node has one limit for all requests, and uploads need this much. */
export const LONGEST_BODY_MS = HOUR;

/** Whether the body has not arrived completely when the request is answered: then the connection ends with the answer. */
export function isBodyUnread(request: IncomingMessage): boolean {
  return hasBody(request) && !request.complete;
}

/** Whether a request says that a body follows its headers. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}
