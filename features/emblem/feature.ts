import type { Feature } from '#server/features.ts';
import { emblemTexts } from './shape.ts';
import { emblemParts, emblemRoutes } from './own-emblem.ts';

export const emblem: Feature = {
  name: 'emblem',
  texts: emblemTexts,
  pages: { ownPages: emblemRoutes },
  sections: { ownPage: emblemParts },
};
