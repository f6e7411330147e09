import type { FastifyInstance } from 'fastify';
import { actRoutes } from './act-routes.ts';
import { changeAddress } from './change-address.ts';
import { confirmationRoutes } from './confirmation-routes.ts';
import { correctDetails } from './correct-details.ts';
import { handOverPlace } from './hand-over-place.ts';
import type { SelfServiceRoutes } from './registration-page-routes.ts';
import { withdrawRoutes } from './withdraw-routes.ts';

/** The routes about the entries of people: correct them, use another mail address, hand the place over. */
export function correctionRoutes(app: FastifyInstance, deps: SelfServiceRoutes): void {
  for (const act of [correctDetails, changeAddress, handOverPlace]) actRoutes(app, deps, act);
  withdrawRoutes(app, deps);
  confirmationRoutes(app, deps);
}
