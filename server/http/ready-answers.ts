import type { FastifyInstance, FastifyReply } from 'fastify';
import type { SecurityHeaders } from './security-headers.ts';
import { isBodyUnread, type LimitAnswerTime } from './slow-clients.ts';

/** A finished answer, which is made once and sent many times. */
export type ReadyAnswer = {
  status: number;
  /** By name in lower case. The security headers are added; a header here replaces one of them. */
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
