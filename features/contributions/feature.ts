import type { Feature } from '#server/features.ts';
import { contributionRoutes } from './contribution-routes.ts';
import { contributionPages } from './published-contributions.ts';
import { contributionsTexts } from './shape.ts';
import { findContribution } from './contributions.ts';
import { contributionTables } from './tables.ts';
import { websiteRoutes } from './website-routes.ts';
import { websiteSection } from './website-section.ts';

export const contributions: Feature = {
  name: 'contributions',
  needs: ['author-page', 'programme'],
  texts: contributionsTexts,
  commands: () => import('./commands.ts'),
  data: {
    tables: contributionTables,
    async isTakenAway(db, id) {
      const { takenDownAt, endedAt } = await findContribution(db, id);
      return takenDownAt !== undefined || endedAt !== undefined;
    },
    demo: () => import('./demo.ts'),
  },
  pages: { public: contributionRoutes, behindLinks: websiteRoutes },
  sections: { ownAbstract: websiteSection, contributionPages },
};
