import { hasEnded } from '#contract/content/moments.ts';
import { stateOf } from '#contract/content/opening.ts';
import type { Content } from '#contract/content.ts';

/**
 * The sentence about a conference that is over and still sells places, as one does whose folder has no end of
 * registration; undefined for any other.
 */
export function sellingAfterTheEnd(
  { conference: { dates, opening } }: Pick<Content, 'conference'>,
  now: Date,
): string | undefined {
  const at = now.toISOString();
  return hasEnded(dates, at) && stateOf(opening.registration, at) === 'open'
    ? `The conference was on ${dates.text}, and registration is still open. Set opening.registration.until in conference.yaml.`
    : undefined;
}
