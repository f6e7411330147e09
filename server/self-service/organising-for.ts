import { PARTICIPANT } from '#server/identity.ts';
import type { FastifyRequest } from 'fastify';
import { knownOrigin } from '#server/http/origin.ts';
import type { Organising } from '#server/operations/plan.ts';
import type { SelfServiceRoutes } from './own-pages.ts';

/** The dependencies of an act of a participant: those of an organiser, with another actor. */
export function organisingFor(
  { context, content, receipts, originOf }: SelfServiceRoutes,
  request: FastifyRequest,
): Organising {
  const origin = knownOrigin(originOf(request));
  const { mailLayout } = receipts;
  return { payments: context, content, mailLayout, receipts, origin, actor: PARTICIPANT };
}
