import { lines } from '#contract/text.ts';
import type { Survey, SurveyQuestion } from './shape.ts';

/** The greatest number of characters in an answer of several lines. */
export const LONGEST_TEXT = 2000;

/** The name of a question's field in the form. */
export const fieldOf = ({ id }: Pick<SurveyQuestion, 'id'>) => `answer-${id}`;

/** The reasons for which an entry is refused. */
export type SurveyMistake = 'missing' | 'tooLong' | 'unusable' | 'notOffered';

/** Entries by the ids of their questions: numbers of the scale, numbers of options, and texts. */
export type SurveyEntries = Readonly<Record<string, string>>;

export function entriesIn({ questions }: Survey, form: SurveyEntries): SurveyEntries {
  return Object.fromEntries(
    questions.map((question) => [question.id, form[fieldOf(question)] ?? '']),
  );
}

/**
 * The answers of a form, to be stored: an option in the words of `stored`, the survey in the first language. Or the
 * mistakes by the ids of the questions.
 */
export function readSurvey(
  { questions }: Survey,
  typed: SurveyEntries,
  stored: Survey,
):
  | { answers: { question: string; answer: string }[] }
  | { mistakes: Record<string, SurveyMistake> } {
  const answers: { question: string; answer: string }[] = [];
  const mistakes: Record<string, SurveyMistake> = {};
  for (const question of questions) {
    const { id } = question;
    const entry = typed[id] ?? '';
    if (entry.trim() === '') {
      if (question.required) mistakes[id] = 'missing';
      continue;
    }
    const first = stored.questions.find((each) => each.id === id) ?? question;
    const read = answerIn(first, entry);
    if ('mistake' in read) mistakes[id] = read.mistake;
    else answers.push({ question: id, answer: read.answer });
  }
  return Object.keys(mistakes).length > 0 ? { mistakes } : { answers };
}

function answerIn(
  question: SurveyQuestion,
  entry: string,
): { answer: string } | { mistake: SurveyMistake } {
  if (question.kind === 'text') {
    const { data: answer } = lines(LONGEST_TEXT).safeParse(entry.replaceAll('\r\n', '\n'));
    if (answer !== undefined) return { answer };
    return { mistake: entry.trim().length > LONGEST_TEXT ? 'tooLong' : 'unusable' };
  }
  const number = /^\d{1,3}$/.test(entry) ? Number(entry) : 0;
  const answer = offeredAnswers(question)[number - 1];
  return answer === undefined ? { mistake: 'notOffered' } : { answer };
}

/** The answers that a question offers, in the language of its survey; none for a text. The form sends their numbers. */
export function offeredAnswers({ kind, most = 5, options = [] }: SurveyQuestion): string[] {
  if (kind === 'text') return [];
  return kind === 'choice' ? options : Array.from({ length: most }, (_, at) => String(at + 1));
}
