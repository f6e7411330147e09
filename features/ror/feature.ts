import { sql } from 'kysely';
import type { Feature } from '#server/features.ts';
import { findByChoices } from './affiliation-organisations.ts';
import { organisationRoutes } from './organisation-routes.ts';
import { organisationsPages, organisationsSection } from './organisations-page.ts';
import { rorTexts } from './shape.ts';
import { rorTables } from './tables.ts';

export const ror: Feature = {
  name: 'ror',
  needs: ['author-page'],
  texts: rorTexts,
  commands: () => import('./commands.ts'),
  data: {
    tables: rorTables,
    organisations: findByChoices,
    keeps: ({ abstract, rows }) => [
      {
        what: 'organisations of affiliations',
        before: abstract,
        ...rows(
          'affiliation_organisations',
          (before) => sql`abstract_id is null and chosen_at <= ${before}`,
        ),
      },
    ],
  },
  pages: { public: organisationRoutes, behindLinks: organisationsPages },
  sections: { ownAbstract: organisationsSection },
};
