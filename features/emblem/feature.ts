import type { Feature } from '#server/features.ts';
import { emblemParts, emblemRoutes } from './own-emblem.ts';

export const emblem: Feature = {
  name: 'emblem',
  pages: { ownPages: emblemRoutes },
  sections: { ownPage: emblemParts },
};
