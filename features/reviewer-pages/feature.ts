import { discussionSection } from './chair-acts.ts';
import { chairOf, reviewTimes } from './review-times.ts';
import type { Feature } from '#server/features.ts';
import { MINUTE } from '#contract/time-spans.ts';
import { copiesKeptBack, leftOpen, notBegun, notSearched, wrongReaders } from './concerns.ts';
import { reviewMailKinds } from './mails.ts';
import { copyForWorkbook } from './review-copies.ts';
import { reviewRoutes } from './review-routes.ts';
import { forgetPages, lostReviewers, moveLink } from './reviewer-links.ts';
import { reviewerPagesTexts } from './shape.ts';
import { reviewerPageTables } from './tables.ts';
import { writeDueMails } from './write-to-reviewers.ts';

export const reviewerPages: Feature = {
  name: 'reviewer-pages',
  needs: ['contributions', 'peer-review', 'programme'],
  texts: reviewerPagesTexts,
  commands: () => import('./commands.ts'),
  data: {
    // Rows end with their reviewer or abstract.
    tables: reviewerPageTables,
    demo: () => import('./demo.ts'),
    forgets: (tx, { reviewers }) =>
      forgetPages(
        tx,
        reviewers.map(({ id }) => id),
      ),
  },
  sections: {
    abstract: discussionSection,
    blindCopy: copyForWorkbook,
    secondLookEnds: (content) => reviewTimes(content)?.opening.until,
    reviewerLinks: { lost: lostReviewers, moved: moveLink, chair: chairOf },
  },
  mails: { kinds: reviewMailKinds },
  pages: {
    behindLinks: reviewRoutes,
    tokens: { review: [['reviewer_pages', 'token']] },
  },
  watch: {
    concerns: [wrongReaders, leftOpen, notBegun, copiesKeptBack, notSearched],
    jobs: [
      {
        name: 'review-mails',
        everyMs: 10 * MINUTE,
        run: ({ context, ...deps }, signal) =>
          writeDueMails({ payments: context, ...deps }, signal),
        failed: 'the reminders to reviewers could not be written',
      },
    ],
  },
};
