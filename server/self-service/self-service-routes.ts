import type { FastifyInstance } from 'fastify';
import { features } from '#server/features.ts';
import { readForms } from '#server/http/form-body.ts';
import { limitLinks } from '#server/http/rate-limit.ts';
import { actRoutes } from './act-routes.ts';
import { cancelRegistration } from './cancel-registration.ts';
import { changeAddress } from './change-address.ts';
import { changeRegistration } from './change-registration.ts';
import { confirmationRoutes } from './confirmation-routes.ts';
import { correctDetails } from './correct-details.ts';
import { handOverPlace } from './hand-over-place.ts';
import { invoiceRoutes } from './invoice-routes.ts';
import type { SelfServiceRoutes } from './own-pages.ts';
import { ownPaymentRoutes } from './own-payment-routes.ts';
import { registrationPageRoutes } from './registration-page-routes.ts';
import { withdrawRoutes } from './withdraw-routes.ts';

/** The pages with which participants see and change their registrations; `isLimited` limits the acts by one link. */
export async function selfServiceRoutes(
  app: FastifyInstance,
  { isLimited, ...deps }: SelfServiceRoutes & { isLimited: boolean },
): Promise<void> {
  readForms(app);
  if (isLimited) limitLinks(app);
  registrationPageRoutes(app, deps);
  actRoutes(app, deps, correctDetails);
  actRoutes(app, deps, changeAddress);
  actRoutes(app, deps, changeRegistration);
  actRoutes(app, deps, cancelRegistration);
  actRoutes(app, deps, handOverPlace);
  withdrawRoutes(app, deps);
  ownPaymentRoutes(app, deps);
  confirmationRoutes(app, deps);
  invoiceRoutes(app, deps);
  for (const { pages } of features()) pages?.ownPages?.(app, deps);
}
