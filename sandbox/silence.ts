import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Fault } from './faults.ts';

const silent = {
  before: { cuts: 'reset-before', hangs: 'hang' },
  after: { cuts: 'reset-after', hangs: 'hang-after' },
} as const satisfies Record<string, Record<string, Fault>>;

/** True when the fault leaves the call without an answer: the connection is closed, or left open. */
export function staysSilent(
  fault: Fault | undefined,
  when: keyof typeof silent,
  request: FastifyRequest,
  reply: FastifyReply,
): boolean {
  const { cuts, hangs } = silent[when];
  if (fault !== cuts && fault !== hangs) return false;
  // A connection left open ends when the caller gives up, or with the server.
  reply.hijack();
  if (fault === cuts) request.raw.socket.destroy();
  return true;
}
