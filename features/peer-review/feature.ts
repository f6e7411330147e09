import { sql } from 'kysely';
import type { Feature } from '#server/features.ts';
import { reviewRecords } from './review-records.ts';
import { reviewSection } from './review-section.ts';

export const peerReview: Feature = {
  name: 'peer-review',
  commands: () => import('./review-command.ts'),
  data: {
    demo: () => import('./demo.ts'),
    recordsOfAbstracts: reviewRecords,
    keeps: ({ abstract, rows }) => [
      {
        what: 'reviewers',
        before: abstract,
        ...rows(
          'reviewers',
          (before) => sql`created_at <= ${before} and not exists (
            select 1 from peer_reviews join abstracts on abstracts.id = peer_reviews.abstract_id
            where peer_reviews.reviewer_id = reviewers.id and abstracts.created_at > ${before})`,
        ),
      },
    ],
  },
  sections: { abstract: reviewSection },
};
