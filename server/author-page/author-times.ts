import type { Content } from '#contract/content.ts';
import { type Opening, stateOf } from '#contract/content/opening.ts';
import type { AuthorAct } from '#server/abstract/author-activity.ts';
import { abstractState } from '#server/abstract/decisions.ts';
import type { OwnAbstract } from '#server/abstract/own-abstract.ts';

/** The times of the acts that the state of an abstract allows, open or not. */
export type AuthorTimes = Partial<Record<AuthorAct, Opening>>;

/**
 * Entries and file are corrected until the deadline. After an acceptance, title, authors and file are open again while
 * final versions are taken. The person behind the link can always be corrected before the conference begins.
 */
export function timesOf(
  { conference }: Pick<Content, 'conference'>,
  { abstract, decision }: Pick<OwnAbstract, 'abstract' | 'decision'>,
  now: string,
): AuthorTimes {
  const { editsUntil, answersUntil, begins } = conference.abstracts;
  const edits = { until: editsUntil };
  const answers = { until: answersUntil };
  const always = { until: begins };
  switch (abstractState(abstract, decision)) {
    case 'RECEIVED':
      return { contribution: edits, file: edits, details: always, withdraw: always };
    case 'ACCEPTED':
      return { ...afterAcceptance(), confirm: answers };
    case 'CONFIRMED':
      return afterAcceptance();
    case 'WITHDRAWN':
      if (!decision) return { restore: edits };
      return decision.outcome === 'ACCEPTED' ? { restore: answers } : {};
    case 'REJECTED':
      return {};
  }

  function afterAcceptance(): AuthorTimes {
    const { final } = conference.abstracts;
    const isEarly = final === undefined || stateOf(final, now) !== 'open';
    const printed = isEarly && stateOf(edits, now) === 'open' ? edits : (final ?? edits);
    return { contribution: printed, file: printed, details: always, withdraw: answers };
  }
}

/** Whether the file that the author sends now is the final version. */
export function isFinalDue(
  { conference }: Pick<Content, 'conference'>,
  { file }: AuthorTimes,
): boolean {
  const { final } = conference.abstracts;
  return final !== undefined && file === final;
}
