import { withColon } from '#contract/content/languages.ts';
import { type Content, optionIn } from '#contract/content.ts';
import { LONGEST_ANSWER, type Question } from '#contract/content/shapes/questions-shape.ts';
import { line } from '#contract/text.ts';
import { timestamp } from '#server/identity.ts';

/** Answers by the ids of their questions. */
export type Answers = Readonly<Record<string, string>>;

/** The questions that a participant of this presentation type is asked; without a type, those for everybody. */
export function questionsFor(
  questions: readonly Question[],
  presentationType: string | undefined,
): Question[] {
  return questions.filter(
    ({ for: asked }) =>
      asked === undefined || (presentationType !== undefined && asked.includes(presentationType)),
  );
}

/** Whether participants can still answer, and change their answer. */
export function isOpenAt({ until }: Question, now: string): boolean {
  return until === undefined || now < until.at;
}

/** Whether somebody of this type can answer a question now. */
export function hasOpenQuestions(
  questions: readonly Question[],
  presentationType: string | undefined,
  now: Date,
): boolean {
  return questionsFor(questions, presentationType).some((question) =>
    isOpenAt(question, timestamp(now)),
  );
}

/** The answer in the words of organisers. */
export function answerWords({ kind }: Pick<Question, 'kind'>, answer: string): string {
  return kind === 'yes_no' ? (YES_NO[answer] ?? answer) : answer;
}

/** The answers that badges print, with the labels of their questions. */
export function printedAnswers(
  { conference, language }: Pick<Content, 'conference' | 'language'>,
  { answers, presentationType }: { answers: Answers; presentationType: string | undefined },
): string[] {
  return questionsFor(conference.questions, presentationType).flatMap((question) => {
    const answer = answers[question.id];
    const isPrinted = question.badge && answer !== undefined;
    return isPrinted ? [withColon(question.label, answerWords(question, answer), language)] : [];
  });
}

/** The answer in the words of the person who gave it. */
export function answerIn(
  content: Pick<Content, 'optionWords' | 'yourRegistration'>,
  answer: string,
): string {
  const { yes, no } = content.yourRegistration.questions;
  return answer === 'yes' ? yes : answer === 'no' ? no : optionIn(content, answer);
}

const YES_NO: Readonly<Record<string, string>> = { yes: 'Yes', no: 'No' };

/** The answers that a question offers; none for a line. */
export function offeredAnswers({ kind, options }: Question): readonly string[] {
  return kind === 'yes_no' ? Object.keys(YES_NO) : options;
}

const typedLine = line(LONGEST_ANSWER);

/** The reasons for which a typed answer is refused. */
export type AnswerMistake = 'missing' | 'tooLong' | 'unusable' | 'notOffered';

/**
 * A typed answer; without an answer an earlier one is removed. An answer that was given once stays possible, also if
 * the conference offers it no more.
 */
export function readAnswer(
  question: Question,
  typed: string,
  earlier: string | undefined,
): { answer: string | undefined } | { mistake: AnswerMistake } {
  if (typed.trim() === '') {
    return question.required ? { mistake: 'missing' } : { answer: undefined };
  }
  if (typed === earlier) return { answer: earlier };
  if (question.kind === 'line') {
    const { data: answer } = typedLine.safeParse(typed);
    if (answer !== undefined) return { answer };
    return { mistake: typed.trim().length > LONGEST_ANSWER ? 'tooLong' : 'unusable' };
  }
  return offeredAnswers(question).includes(typed) ? { answer: typed } : { mistake: 'notOffered' };
}
