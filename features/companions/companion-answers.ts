import type { Content } from '#contract/content.ts';
import type { OtherAnswers } from '#features/questions/answers-sheet.ts';
import type { ListedParticipant } from '#server/reports/list-participants.ts';
import { hostWith } from './name-companions.ts';
import { questionsAbout } from './places.ts';

/** The answers about those who come with a participant, for the caterer; a place without a name has given none. */
export function answersOfCompanions(content: Content, person: ListedParticipant): OtherAnswers[] {
  const asked = questionsAbout(content).map(({ id }) => id);
  return hostWith(content, person, person.companions ?? [])
    .seats.filter(({ hasPlace }) => hasPlace)
    .map(({ companion }) => ({
      asked,
      answers: companion?.answers ?? {},
      name: companion?.name ?? '',
      sortName: companion?.sortName ?? '',
      reference: companion?.reference,
    }));
}
