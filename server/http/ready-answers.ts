import type { FastifyInstance, FastifyReply } from 'fastify';
import type { SecurityHeaders } from './security-headers.ts';
import { isBodyUnread, type LimitAnswerTime } from './slow-clients.ts';

/** A finished answer. Its length is added to its headers. */
export type ReadyAnswer = {
  status: number;
  /** By name in lower case, in an object of many answers. A header here replaces a security header. */
  headers: Readonly<Record<string, string>>;
  bytes?: Buffer;
};

declare module 'fastify' {
  interface FastifyReply {
    /** Replaces `send`. All hooks run except `onSend`. */
    sendReady: (answer: ReadyAnswer) => FastifyReply;
  }
}

/**
 * Gives finished answers to Node directly, with the headers as the list that Node writes. Fastify would build an object of
 * about fifteen headers again for each answer.
 */
export function sendReadyAnswers(
  app: FastifyInstance,
  security: SecurityHeaders,
  limitTime: LimitAnswerTime,
): void {
  const lists = new WeakMap<ReadyAnswer['headers'], string[]>();

  function listOf(headers: ReadyAnswer['headers']): string[] {
    const known = lists.get(headers);
    if (known) return known;
    const list = Object.entries({ ...security, ...headers }).flat();
    lists.set(headers, list);
    return list;
  }

  app.decorateReply('sendReady', function sendReady(this: FastifyReply, answer) {
    const { raw } = this.hijack();
    if (isBodyUnread(raw.req)) raw.shouldKeepAlive = false;
    const { status, headers, bytes } = answer;
    limitTime(raw, bytes?.length ?? 0);
    const length = bytes ? ['content-length', String(bytes.length)] : [];
    raw.writeHead(status, [...listOf(headers), ...length]).end(bytes);
    return this;
  });
}
