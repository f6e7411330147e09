import type { FastifyRequest } from 'fastify';
import { AppError } from '#server/errors.ts';
import { type Organising, PARTICIPANT } from '#server/operations/plan.ts';
import type { SelfServiceRoutes } from './registration-page-routes.ts';

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
