import { sql } from 'kysely';
import { counted } from '#server/counted.ts';
import type { Feature } from '#server/features.ts';
import { peerReviewTexts } from './shape.ts';
import { forgetReviewers } from './peer-reviews.ts';
import { peerReviewTables } from './tables.ts';
import { readReviewColumns, reviewColumnHeadings, reviewSection } from './review-columns.ts';
import { reviewRecords } from './review-records.ts';
import { reviewersList, reviewsList } from './review-lists.ts';
import { listReviewers } from './reviewers.ts';

export const peerReview: Feature = {
  name: 'peer-review',
  needs: ['programme'],
  texts: peerReviewTexts,
  commands: () => import('./review-command.ts'),
  data: {
    demo: () => import('./demo.ts'),
    recordsOfAbstracts: reviewRecords,
    affiliations: async (db) => (await listReviewers(db)).map(({ institute }) => institute),
    tables: peerReviewTables,
    misses: ({ peer_reviews: reviews }) => {
      const { length } = reviews.filter(
        ({ reviewer_id, collected_at, declined }) =>
          reviewer_id !== '' && collected_at === null && declined === 0,
      );
      return length === 0
        ? []
        : [
            `${counted(length, 'abstract waits', 'abstracts wait')} for a review of this person: assign another reviewer`,
          ];
    },
    forgets: (tx, { reviewers }) =>
      forgetReviewers(
        tx,
        reviewers.map(({ id }) => id),
      ),
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
  watch: { lists: [reviewsList, reviewersList] },
  sections: {
    abstract: reviewSection,
    decisionSheet: { read: readReviewColumns, headings: reviewColumnHeadings },
  },
};
