import type { Content } from '#contract/content.ts';
import { endAt } from '#contract/content/moments.ts';
import { type Opening, stateOf } from '#contract/content/opening.ts';
import type { AuthorAct } from '#server/abstract/author-activity.ts';
import { abstractState } from '#features/programme/decisions.ts';
import { type OwnAbstract } from './own-abstract.ts';

/** The times of the acts that the state of an abstract allows, open or not. */
export type AuthorTimes = Partial<Record<AuthorAct, Opening>>;

/**
 * Entries and file are corrected until the deadline. After an acceptance, title, authors and file are open again while
 * final versions are taken, and while the committee waits for a revision. The person behind the link can always be corrected before the conference begins.
 */
export function timesOf(
  { conference }: Pick<Content, 'conference'>,
  { abstract, decision }: Pick<OwnAbstract, 'abstract' | 'decision'>,
  now: string,
): AuthorTimes {
  const { editsUntil, answersUntil, begins } = conference.abstracts;
  const edits = editsAt({ conference }, now);
  const answers = { until: answersUntil };
  const always = { until: begins };
  switch (abstractState(abstract, decision)) {
    case 'RECEIVED':
      return { contribution: edits, file: edits, details: always, withdraw: always };
    case 'ACCEPTED':
      return { ...afterAcceptance(), confirm: answers };
    case 'CONFIRMED':
      return afterAcceptance();
    case 'REVISE':
    case 'REVISED': {
      const revision = { until: reviseEnd() };
      return { contribution: revision, file: revision, details: always, withdraw: always };
    }
    case 'WITHDRAWN':
      if (!decision) return { restore: edits };
      if (decision.outcome === 'REVISE') return { restore: { until: reviseEnd() } };
      return decision.outcome === 'ACCEPTED' ? { restore: answers } : {};
    case 'REJECTED':
      return {};
  }

  function reviseEnd() {
    return endAt(decision?.reviseUntil ?? now, conference.dates);
  }

  function afterAcceptance(): AuthorTimes {
    const { final } = conference.abstracts;
    const isEarly = final === undefined || stateOf(final, now) !== 'open';
    const deadline = { until: editsUntil };
    const printed = isEarly && stateOf(deadline, now) === 'open' ? deadline : (final ?? deadline);
    return { contribution: printed, file: printed, details: always, withdraw: answers };
  }
}

/**
 * When authors correct their entries. Whoever can submit an abstract can also complete it, so after the deadline this is
 * possible as long as the form takes abstracts.
 */
export function editsAt({ conference }: Pick<Content, 'conference'>, now: string): Opening {
  const edits = { until: conference.abstracts.editsUntil };
  const form = conference.opening.abstracts;
  return stateOf(edits, now) === 'over' && stateOf(form, now) === 'open' ? form : edits;
}

/** Whether the file that the author sends now is the final version. */
export function isFinalDue(
  { conference }: Pick<Content, 'conference'>,
  { file }: AuthorTimes,
): boolean {
  const { final } = conference.abstracts;
  return final !== undefined && file === final;
}
