import type { FastifyRequest } from 'fastify';
import { AppError } from '#server/errors.ts';
import type { Organising } from '#server/operations/plan.ts';
import { PARTICIPANT } from '#server/orders/record-act.ts';
import type { SelfServiceRoutes } from './own-pages.ts';

/** The dependencies of an act of a participant: those of an organiser, with another actor. */
export function organisingFor(
  { context, content, receipts, originOf }: SelfServiceRoutes,
  request: FastifyRequest,
): Organising {
  const origin = originOf(request);
  if (origin === undefined) {
    throw new AppError('foreign-address', 'The address of this site could not be read.');
  }
  const { mailLayout } = receipts;
  return { payments: context, content, mailLayout, receipts, origin, actor: PARTICIPANT };
}
