import type { Content } from '#contract/content.ts';
import { stateOf } from '#contract/content/opening.ts';
import { lines } from '#contract/text.ts';
import type { MailLayout } from '#server/mail/mail-layout.ts';
import { lockAbstracts } from '#server/abstract/abstracts.ts';
import { inTransaction } from '#server/database/database.ts';
import { timestamp } from '#server/identity.ts';
import type { PaymentContext } from '#server/payments/payment-context.ts';
import { acceptedContributions } from '#features/programme/accepted-contributions.ts';
import { readSurvey, type SurveyEntries, type SurveyMistake } from './read-survey.ts';
import { insertSurveyAnswers } from './survey-answers.ts';
import { markAnswered, type SurveyLink } from './survey-links.ts';
import { surveyOf } from './survey-times.ts';
import { insertTalkWords, LONGEST_WORDS } from './talk-words.ts';

export type SurveyDeps = {
  context: PaymentContext;
  content: Content;
  mailLayout: MailLayout;
};

/**
 * Saves the answers of a form, once for each link. An answer of an anonymous survey has nothing by which it can be joined
 * with its link or with another answer of the form.
 */
export async function answerSurvey(
  { context: { db, newId }, content, mailLayout }: SurveyDeps,
  link: SurveyLink,
  typed: SurveyEntries,
): Promise<Record<string, SurveyMistake> | undefined> {
  const { survey } = content.conference;
  // The options are stored in the first language, so that results count them together.
  const { survey: stored } = mailLayout.first().conference;
  if (!survey || !stored) return undefined;
  const read = readSurvey(survey, typed, stored);
  if ('mistakes' in read) return read.mistakes;
  const participantId = survey.anonymous ? undefined : link.participantId;
  await inTransaction(db, async (tx) => {
    if (!(await markAnswered(tx, link))) return;
    const answers = read.answers.map((answer) => ({ ...answer, id: newId(), participantId }));
    await insertSurveyAnswers(tx, answers);
  });
  return undefined;
}

/** A contribution to whose speaker participants can write. */
export type Spoken = { id: string; reference: string; words: string };

/** The contributions of the programme, in its order, of whose acceptance their authors know. */
export async function spokenContributions({
  context: { db },
}: Pick<SurveyDeps, 'context'>): Promise<Spoken[]> {
  const all = await acceptedContributions(db);
  return all
    .filter(({ abstract, decision }) => {
      return abstract.withdrawnAt === undefined && decision.toldOutcome === 'ACCEPTED';
    })
    .map(({ abstract: { id, reference }, title, presenters }) => ({
      id,
      reference,
      words: `${title} (${presenters.map(({ name }) => name).join(', ')})`,
    }));
}

export type WordsMistakes = { contribution?: 'missing' | 'gone' | 'twice'; words?: SurveyMistake };

/** Keeps the words of a participant to the speaker of a contribution. */
export async function writeToSpeaker(
  deps: SurveyDeps,
  { participantId }: SurveyLink,
  typed: { contribution: string; words: string; isSigned: boolean },
): Promise<WordsMistakes | undefined> {
  const { db, newId, clock } = deps.context;
  const { data: words } = lines(LONGEST_WORDS).safeParse(typed.words.replaceAll('\r\n', '\n'));
  const mistakes: WordsMistakes = {
    ...(typed.contribution === '' && { contribution: 'missing' }),
    ...(words === undefined && { words: mistakeOf(typed.words) }),
  };
  if (words === undefined || mistakes.contribution) return mistakes;
  const spoken = (await spokenContributions(deps)).find(
    ({ reference }) => reference === typed.contribution,
  );
  if (!spoken) return { contribution: 'gone' };
  const { id: abstractId } = spoken;
  return inTransaction(db, async (tx) => {
    // Two people who write at the same moment get two numbers.
    await lockAbstracts(tx, [abstractId]);
    const isNew = await insertTalkWords(tx, {
      id: newId(),
      abstractId,
      participantId,
      words,
      isSigned: typed.isSigned,
      writtenOn: timestamp(clock()).slice(0, 10),
    });
    return isNew ? undefined : { contribution: 'twice' as const };
  });
}

function mistakeOf(typed: string): SurveyMistake {
  const { length } = typed.trim();
  return length === 0 ? 'missing' : length > LONGEST_WORDS ? 'tooLong' : 'unusable';
}

/** Whether the pages of the survey take answers now. */
export function stateNow({ content, context: { clock } }: SurveyDeps) {
  const found = surveyOf(content);
  return found && { ...found, state: stateOf(found.opening, timestamp(clock())) };
}
