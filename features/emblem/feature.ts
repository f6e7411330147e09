import type { Feature } from '#server/features.ts';
import { emblemRoutes } from './emblem-routes.ts';
import { emblemParts } from './emblem-section.ts';

export const emblem: Feature = {
  name: 'emblem',
  pages: { ownPages: emblemRoutes },
  sections: {
    async ownPage({ content }, owner, { isConfirmed }) {
      const parts = isConfirmed ? emblemParts(content, owner) : undefined;
      if (!parts) return [];
      const { drawing, part } = parts;
      return [
        { place: 'ticket', rank: 10, part: drawing },
        { place: 'folded', rank: 70, part },
      ];
    },
  },
};
