import type { Content } from '#contract/content.ts';
import { stateOf } from '#contract/content/opening.ts';
import type { Cell } from '#contract/csv.ts';
import type { Sheet } from '#documents/spreadsheet.ts';
import type { Db } from '#server/database/database.ts';
import { timestamp } from '#server/identity.ts';
import type { ListOfFeature } from '#server/reports/lists.ts';
import { offeredAnswers } from './read-survey.ts';
import type { SurveyQuestion } from './shape.ts';
import { listSurveyAnswers } from './survey-answers.ts';
import { listSurveyLinks } from './survey-links.ts';
import { surveyOf } from './survey-times.ts';

/** So many people at least have answered an anonymous question before somebody reads its answers. */
const FEWEST = 5;

export type QuestionResult = {
  question: string;
  label: string;
  kind: SurveyQuestion['kind'];
  /** The number of people who answered. */
  answered: number;
  /** The reason why nobody reads the answers yet. */
  hidden: 'few' | 'open' | undefined;
  /** The mean of a scale. */
  mean: number | undefined;
  /** The offered answers with the number of people; none of a text. */
  counts: { answer: string; people: number }[];
  texts: string[];
};

export type SurveyResults = { invited: number; answered: number; questions: QuestionResult[] };

/**
 * The results of the survey, question by question. Those of an anonymous one are hidden until its end, because two looks
 * with one answer between them would show whose it is, and below five answers.
 */
export async function surveyResults(
  db: Db,
  content: Pick<Content, 'conference'>,
  now: Date,
): Promise<SurveyResults | undefined> {
  const found = surveyOf(content);
  if (!found) return undefined;
  const { survey, opening } = found;
  const isOver = stateOf(opening, timestamp(now)) === 'over';
  const links = await listSurveyLinks(db);
  const given = Map.groupBy(await listSurveyAnswers(db), ({ question }) => question);
  return {
    invited: links.length,
    answered: links.filter(({ state }) => state === 'ANSWERED').length,
    questions: survey.questions.map((question) => {
      const answers = given.get(question.id) ?? [];
      const isAnonymous =
        survey.anonymous || answers.some(({ participantId }) => participantId === undefined);
      const hidden = !isAnonymous
        ? undefined
        : !isOver
          ? 'open'
          : answers.length < FEWEST
            ? 'few'
            : undefined;
      const shown = hidden ? [] : answers.map(({ answer }) => answer);
      return { ...resultOf(question, shown), answered: answers.length, hidden };
    }),
  };
}

function resultOf(question: SurveyQuestion, answers: readonly string[]) {
  const { id, label, kind } = question;
  const about = { question: id, label, kind };
  if (kind === 'text') {
    return { ...about, mean: undefined, counts: [], texts: answers.toSorted(byLetters.compare) };
  }
  const sum = answers.reduce((all, answer) => all + Number(answer), 0);
  const mean =
    kind === 'scale' && answers.length > 0
      ? Math.round((100 * sum) / answers.length) / 100
      : undefined;
  // An option that was removed from the survey keeps its answers.
  const offered = [...new Set([...offeredAnswers(question), ...answers])];
  const counts =
    answers.length === 0
      ? []
      : offered.map((answer) => ({
          answer,
          people: answers.filter((each) => each === answer).length,
        }));
  return { ...about, mean, counts, texts: [] };
}

const byLetters = new Intl.Collator('en');

/** The sentence in place of hidden answers. */
export function hiddenWords({ hidden }: Pick<QuestionResult, 'hidden'>): string | undefined {
  if (hidden === undefined) return undefined;
  return hidden === 'few'
    ? `fewer than ${FEWEST} answers, which nobody reads in an anonymous survey`
    : 'an anonymous survey is read after its end';
}

const columns = [
  { title: 'Question', width: 40, isText: true },
  { title: 'Answer', width: 60, isText: true, hasLines: true },
  { title: 'People', width: 9 },
  { title: 'Mean', width: 9 },
];

export const surveySheet: ListOfFeature = {
  name: 'survey',
  subject: 'Lists and files',
  rows: 'rows about the survey',
  heading: 'Survey',
  sheet(db, content, now): Sheet {
    async function* rows(): AsyncGenerator<Cell[]> {
      const results = await surveyResults(db, content, now);
      for (const result of results?.questions ?? []) yield* rowsOf(result);
    }
    return { name: 'Survey', columns, total: 0, rows: rows() };
  },
};

function rowsOf(result: QuestionResult): Cell[][] {
  const { label, answered, mean, counts, texts } = result;
  const hidden = hiddenWords(result);
  return [
    [label, hidden === undefined ? '(all answers)' : `(${hidden})`, answered, mean],
    ...counts.map(({ answer, people }) => [label, answer, people]),
    ...texts.map((text) => [label, text]),
  ];
}
