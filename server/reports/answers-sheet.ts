import type { Content } from '#contract/content.ts';
import type { Question } from '#contract/content/questions-shape.ts';
import type { Cell } from '#contract/csv.ts';
import { type Sheet, sheetOfRows } from '#documents/spreadsheet.ts';
import type { Db } from '#server/database/database.ts';
import { questionsOf } from '#server/orders/answer-questions.ts';
import { answerWords, offeredAnswers } from '#server/orders/questions.ts';
import { allParticipants, type ListedParticipant } from './list-participants.ts';

const columns = [
  { title: 'Question', width: 24 },
  { title: 'Answer', width: 40 },
  { title: 'People', width: 9 },
  { title: 'Name', width: 26 },
  { title: 'Institute', width: 32 },
  { title: 'Email', width: 30 },
  { title: 'Reference', width: 16 },
];

const byLetters = new Intl.Collator('en');

/**
 * The answers of everybody who comes, such as for the caterer: first how many people gave each answer, then the people
 * with their answers. Neither part has cancelled people.
 */
export async function answersSheet(db: Db, content: Content): Promise<Sheet> {
  const people = (await allParticipants(db)).toSorted((one, other) =>
    byLetters.compare(one.sortName, other.sortName),
  );
  const asked = content.conference.questions.map((question) => ({
    question,
    people: people.filter((person) =>
      questionsOf(content, person).some(({ id }) => id === question.id),
    ),
  }));
  const rows = [
    ...asked.flatMap(({ question, people: some }) => sumsOf(question, some)),
    ...asked.flatMap(({ question, people: some }) => answersOf(question, some)),
  ];
  return sheetOfRows('Answers', columns, rows);
}

function sumsOf(question: Question, people: readonly ListedParticipant[]): Cell[][] {
  const given = people.map(({ answers }) => answers[question.id]);
  return [
    ...answersIn(question, people).map((answer) => [
      question.label,
      wordsOf(question, answer),
      given.filter((each) => each === answer).length,
    ]),
    [question.label, '(no answer)', given.filter((each) => each === undefined).length],
  ];
}

function answersOf(question: Question, people: readonly ListedParticipant[]): Cell[][] {
  return answersIn(question, people).flatMap((answer) =>
    people
      .filter(({ answers }) => answers[question.id] === answer)
      .map(({ name, institute, email, reference }) => [
        question.label,
        wordsOf(question, answer),
        undefined,
        name,
        institute,
        email,
        reference,
      ]),
  );
}

/** The offered answers, and then the other answers that people gave. */
function answersIn(question: Question, people: readonly ListedParticipant[]): string[] {
  const given = people.flatMap(({ answers }) => answers[question.id] ?? []);
  return [...new Set([...offeredAnswers(question), ...given.toSorted(byLetters.compare)])];
}

function wordsOf(question: Question, answer: string): string {
  const words = answerWords(question, answer);
  const isGone = question.kind !== 'line' && !offeredAnswers(question).includes(answer);
  return isGone ? `${words} (not offered any more)` : words;
}
