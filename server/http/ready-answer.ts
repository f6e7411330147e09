import type { FastifyInstance, FastifyReply } from 'fastify';
import type { LimitAnswerTime } from './answer-time.ts';
import type { SecurityHeaders } from './security-headers.ts';

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
    limitTime(raw, answer.bytes?.length ?? 0);
    raw.writeHead(answer.status, listOf(answer)).end(answer.bytes);
    return this;
  });
}
