import type { Feature } from '#server/features.ts';
import { invitationRoutes } from './invitation-routes.ts';

export const invitations: Feature = {
  name: 'invitations',
  pages: { behindLinks: invitationRoutes },
};
