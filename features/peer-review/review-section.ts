import type { CommandContext } from '#organiser/command-context.ts';
import type { FeatureSections } from '#server/features.ts';
import type { Fact } from '#server/reports/story-facts.ts';
import { readReviewColumns } from './review-columns.ts';

/** The reviews on the page of an abstract in the dashboard. */
export const reviewSection: NonNullable<FeatureSections['abstract']> = async (context, id) => {
  const facts = await readReviewFacts(context, id);
  return facts.length === 0 ? [] : [{ heading: 'Reviews', facts }];
};

/** The same about the reviews of an abstract as in the sheet for the committee. */
async function readReviewFacts({ payments, content }: CommandContext, id: string): Promise<Fact[]> {
  const reviews = await readReviewColumns(payments.db, content.conference);
  if (!reviews) return [];
  const cells = [...reviews.cellsOf(id), reviews.commentOf(id) || undefined];
  const titles = [...reviews.columns.map(({ title }) => title), 'Comment for the author'];
  return cells.flatMap((cell, at) =>
    cell === undefined ? [] : [{ label: titles[at] ?? '', text: String(cell) }],
  );
}
