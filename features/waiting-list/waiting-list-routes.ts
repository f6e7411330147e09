import type { FastifyInstance } from 'fastify';
import { readForms } from '#server/http/form-body.ts';
import type { WaitingListRoutes } from './entry-pages.ts';
import { joinRoutes } from './join-routes.ts';
import { offerRoutes } from './offer-routes.ts';

/**
 * The pages of the waiting list, complete without scripts. A GET changes nothing, because programs open the links of
 * mails.
 */
export async function waitingListRoutes(
  app: FastifyInstance,
  deps: WaitingListRoutes,
): Promise<void> {
  readForms(app);
  joinRoutes(app, deps);
  offerRoutes(app, deps);
}
