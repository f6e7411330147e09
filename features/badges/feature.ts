import type { Feature } from '#server/features.ts';
import { badgesTexts } from './shape.ts';
import { certificateRoutes } from './certificate-routes.ts';
import { certificateSection } from './certificate-section.ts';

export const badges: Feature = {
  name: 'badges',
  needs: ['questions'],
  texts: badgesTexts,
  commands: () => import('./commands.ts'),
  pages: { ownPages: certificateRoutes },
  sections: {
    async ownPage({ content }, { pageToken }, { person, now }) {
      if (!person || person.state === 'CANCELLED') return [];
      const part = certificateSection({ content, now }, pageToken, person);
      return [{ place: 'folded', rank: 60, part }];
    },
  },
};
