import type { Content } from '#contract/content.ts';
import { openingIn } from '#contract/content/moments.ts';
import { type Opening, stateOf } from '#contract/content/opening.ts';
import type { Survey } from './shape.ts';

type Asking = Pick<Content, 'conference'>;

/** The survey of a conference with its times by the clock of the conference; undefined without one. */
export function surveyOf({
  conference,
}: Asking): { survey: Survey; opening: Required<Pick<Opening, 'until'>> & Opening } | undefined {
  const { survey, dates } = conference;
  if (!survey) return undefined;
  const { until, ...opening } = openingIn(dates, survey);
  // A survey always has an end.
  return until && { survey, opening: { ...opening, until } };
}

/** Whether people can answer now. */
export function isSurveyOpen(content: Asking, now: string): boolean {
  const found = surveyOf(content);
  return found !== undefined && stateOf(found.opening, now) === 'open';
}
