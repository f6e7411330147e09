import { abstractContact } from '#contract/content/abstract-contact.ts';
import type { Content } from '#contract/content.ts';
import { openingIn } from '#contract/content/moments.ts';
import { type Opening, type OpeningState, stateOf } from '#contract/content/opening.ts';
import type { ReviewerPages } from './shape.ts';

type Asking = Pick<Content, 'conference'>;

export type ReviewTimes = {
  rules: ReviewerPages;
  opening: Opening & Required<Pick<Opening, 'until'>>;
};

/** The rules of the pages with their times by the clock of the conference; undefined without them. */
export function reviewTimes({ conference }: Asking): ReviewTimes | undefined {
  const { reviewerPages: rules } = conference.abstracts;
  if (!rules) return undefined;
  const { until, ...opening } = openingIn(conference.dates, rules);
  // The shape asks for the end.
  return until && { rules, opening: { ...opening, until } };
}

export function reviewStateNow({ opening }: ReviewTimes, now: string): OpeningState {
  return stateOf(opening, now);
}

/** The person to whom reviewers answer. */
export function chairOf({ conference }: Asking): { email: string } {
  const { reviewerPages } = conference.abstracts;
  return reviewerPages?.chair ?? abstractContact(conference);
}
