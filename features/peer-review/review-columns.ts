import type { Content } from '#contract/content.ts';
import type { Criterion } from './shape.ts';
import { RANK, type ReviewColumns } from '#features/programme/decision-sheet.ts';
import type { Db } from '#server/database/database.ts';
import { listAbstracts } from '#server/abstract/abstracts.ts';
import { listPeerReviews } from './peer-reviews.ts';
import { nextReviewers, nextReviewerWords } from './next-reviewers.ts';
import { listReviewers, reviewerCalled } from './reviewers.ts';
import { ranksIn, summarise } from './summarise-reviews.ts';
import type { CommandContext } from '#organiser/command-context.ts';
import type { FeatureSections } from '#server/features.ts';
import type { Fact } from '#server/reports/story-facts.ts';

/** The page of an abstract proposes at most this many. */
const MOST_PROPOSED = 3;

/** The columns about the reviews in the committee's sheet; undefined if nothing was assigned. */
export async function readReviewColumns(
  db: Db,
  { abstracts }: Content['conference'],
  withheldFrom?: string,
): Promise<ReviewColumns | undefined> {
  const reviews = await listPeerReviews(db);
  if (reviews.length === 0) return undefined;
  const { criteria } = abstracts.review;
  const reviewers = await listReviewers(db);
  const names = new Map(reviewers.map(({ id, name }) => [id, name]));
  const withheld = withheldFrom === undefined ? undefined : reviewerCalled(reviewers, withheldFrom);
  const summaries = new Map(
    [...Map.groupBy(reviews, ({ abstractId }) => abstractId)].map(([id, own]) => [
      id,
      summarise(own, criteria, (reviewer) => names.get(reviewer) ?? '', withheld?.id),
    ]),
  );
  const ranks = ranksIn(
    (await listAbstracts(db)).map(({ id, sessionId: group }) => {
      return { id, group, mean: summaries.get(id)?.mean };
    }),
  );
  return {
    columns: columnsOf(criteria),
    cellsOf(abstractId) {
      const summary = summaries.get(abstractId);
      return [
        summary && `${summary.complete} of ${summary.assigned}`,
        summary?.mean,
        ranks.get(abstractId),
        summary?.spread,
        ...criteria.map(({ id }) => summary?.means.get(id)),
        summary?.forCommittee || undefined,
      ];
    },
    meanOf: (abstractId) => summaries.get(abstractId)?.mean,
    commentOf: (abstractId) => summaries.get(abstractId)?.forAuthor ?? '',
  };
}

/** The headings of these columns, which nobody reads when the sheet comes back. */
export function reviewColumnHeadings({ abstracts }: Content['conference']): string[] {
  return columnsOf(abstracts.review.criteria).map(({ title }) => title);
}

function columnsOf(criteria: readonly Criterion[]): ReviewColumns['columns'] {
  return [
    { title: 'Reviews', width: 10, isText: true },
    { title: 'Mean', width: 8 },
    { title: RANK, width: 10, isText: true },
    { title: 'Spread', width: 8 },
    ...criteria.map(({ name }) => ({
      title: `${name} (mean)`,
      width: Math.max(8, name.length + 8),
    })),
    { title: 'Comment for the committee', width: 60, hasLines: true },
  ];
}

/** The reviews on the page of an abstract in the dashboard. */
export const reviewSection: NonNullable<FeatureSections['abstract']> = async (context, id) => {
  const facts = await readReviewFacts(context, id);
  return facts.length === 0
    ? []
    : [{ heading: 'Reviews', subject: 'Reviews and decisions', facts }];
};

/** The same about the reviews of an abstract as in the sheet for the committee, and who could review it, too. */
async function readReviewFacts(
  { payments, content, maySee = () => true }: CommandContext,
  id: string,
): Promise<Fact[]> {
  const { db } = payments;
  const reviews = await readReviewColumns(db, content.conference);
  if (!reviews) return [];
  const cells = [...reviews.cellsOf(id), reviews.commentOf(id) || undefined];
  const titles = [...reviews.columns.map(({ title }) => title), 'Comment for the author'];
  // A track chair assigns nobody.
  const next = maySee('Reviews and decisions')
    ? (await nextReviewers(db, content))(id).slice(0, MOST_PROPOSED)
    : [];
  return [
    ...cells.flatMap((cell, at) =>
      cell === undefined ? [] : [{ label: titles[at] ?? '', text: String(cell) }],
    ),
    ...(next.length === 0
      ? []
      : [{ label: 'Next reviewers', text: next.map(nextReviewerWords).join('; ') }]),
  ];
}
