import { seeded } from '#documents/seeded.ts';
import type { DemoDeps } from '#organiser/demo/demo-deps.ts';
import { inTransaction } from '#server/database/database.ts';
import { dayOf } from '#contract/content/calendar-days.ts';
import { timestamp } from '#server/identity.ts';
import { allParticipants } from '#server/reports/list-participants.ts';
import { answerSurvey, spokenContributions, writeToSpeaker } from './answer-survey.ts';
import { offeredAnswers } from './read-survey.ts';
import { insertSurveyLink, type SurveyLink } from './survey-links.ts';

const WORDS = [
  'Thank you for the clear figures. I would like to try this with our samples.',
  'The second half went too fast for me, but the idea is great.',
  'May we have your slides?',
];
const TEXTS = ['More time for questions, please.', 'A quiet room would help.', 'Good as it was.'];

/** If the conference has a survey, two thirds of the people with a place have answered it, and some wrote to a speaker. */
export async function peopleRegistered({
  context,
  content,
  mailLayout,
  now,
}: DemoDeps): Promise<void> {
  const { survey, dates } = content.conference;
  if (!survey) return;
  const chance = seeded(56);
  const one = <T>(all: readonly T[]) => all[Math.floor(chance() ** 0.6 * all.length)];
  const deps = { context, content, mailLayout };
  const spoken = survey.talkWords ? await spokenContributions(deps) : [];
  for (const { id, placeSince, language } of await allParticipants(context.db)) {
    if (placeSince === undefined) continue;
    const link: SurveyLink = {
      participantId: id,
      token: context.newId(),
      language,
      state: 'INVITED',
      invitedOn: dayOf(timestamp(now.at), dates.timezone),
      remindedOn: undefined,
    };
    await inTransaction(context.db, (tx) => insertSurveyLink(tx, link));
    if (chance() > 0.66) continue;
    const typed = survey.questions.map((question) => {
      const offered = offeredAnswers(question).map((_, at) => String(at + 1));
      const text = question.kind === 'text' && chance() < 0.3 ? one(TEXTS) : undefined;
      return [question.id, one(offered) ?? text ?? ''];
    });
    await answerSurvey(deps, link, Object.fromEntries(typed));
    const contribution = one(spoken)?.reference;
    if (contribution === undefined || chance() > 0.4) continue;
    const words = { contribution, words: one(WORDS) ?? '', isSigned: chance() < 0.5 };
    await writeToSpeaker(deps, link, words);
  }
}
