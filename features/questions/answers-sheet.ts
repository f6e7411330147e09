import type { Content } from '#contract/content.ts';
import type { Question } from '#contract/content/shapes/questions-shape.ts';
import type { Cell } from '#contract/csv.ts';
import type { Sheet } from '#documents/spreadsheet.ts';
import { features } from '#server/features.ts';
import type { Db } from '#server/database/database.ts';
import { questionsOf } from './answer-questions.ts';
import { answerWords, offeredAnswers } from './questions.ts';
import { type ListedParticipant, participantsIn } from '#server/reports/list-participants.ts';
import type { ListOfFeature } from '#server/reports/lists.ts';

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

declare module '#server/features.ts' {
  interface FeatureSections {
    /** The answers about people who come with a participant. */
    answersOfOthers?: (content: Content, person: ListedParticipant) => OtherAnswers[];
  }
}

/** The answers of somebody who is no participant, to the questions with these ids. */
export type OtherAnswers = Pick<ListedParticipant, 'name' | 'sortName' | 'reference'> & {
  asked: readonly string[];
  answers: Readonly<Record<string, string>>;
};

/** A question with the people who answered it, and the number of the people who have not. */
type Asked = { question: Question; given: Given[]; unanswered: number };
type Given = Pick<ListedParticipant, 'sortName' | 'name' | 'institute' | 'email' | 'reference'> & {
  answer: string;
};

/**
 * The answers of everybody who comes, such as for the caterer: first how many people gave each answer, then the people
 * with their answers. Neither part has cancelled people. Only the answers are in memory, and only once their turn comes.
 */
function answersSheet(db: Db, content: Content): Sheet {
  async function* rows() {
    const asked = await readAnswers(db, content);
    for (const each of asked) yield* sumsOf(each);
    for (const each of asked) yield* answersOf(each);
  }
  // Nobody knows how many rows there are before the answers are read.
  return { name: 'Answers', columns, total: 0, rows: rows() };
}

export const listOfAnswers: ListOfFeature = {
  name: 'answers',
  subject: 'People',
  rows: 'rows about answers',
  heading: 'Answers',
  sheet: answersSheet,
};

async function readAnswers(db: Db, content: Content): Promise<Asked[]> {
  const asked = content.conference.questions.map((question): Asked => {
    return { question, given: [], unanswered: 0 };
  });
  for await (const page of participantsIn(db)) {
    for (const person of page) {
      const own = { ...person, asked: questionsOf(content, person).map(({ id }) => id) };
      for (const { asked: ids, answers, ...one } of [own, ...othersWith(content, person)]) {
        const { sortName, name, institute, email, reference } = one;
        for (const each of asked.filter(({ question }) => ids.includes(question.id))) {
          const answer = answers[each.question.id];
          if (answer === undefined) each.unanswered += 1;
          else each.given.push({ sortName, name, institute, email, reference, answer });
        }
      }
    }
  }
  for (const { given } of asked) {
    given.sort((one, other) => byLetters.compare(one.sortName, other.sortName));
  }
  return asked;
}

/** Those who come with a participant, whose institute and address they have. */
function othersWith(content: Content, { institute, email, ...person }: ListedParticipant) {
  return features()
    .flatMap(
      ({ sections }) => sections?.answersOfOthers?.(content, { institute, email, ...person }) ?? [],
    )
    .map((other) => ({ ...other, institute, email }));
}

function sumsOf({ question, given, unanswered }: Asked): Cell[][] {
  return [
    ...answersIn(question, given).map((answer) => [
      question.label,
      wordsOf(question, answer),
      given.filter((each) => each.answer === answer).length,
    ]),
    [question.label, '(no answer)', unanswered],
  ];
}

function answersOf({ question, given }: Asked): Cell[][] {
  return answersIn(question, given).flatMap((answer) =>
    given
      .filter((each) => each.answer === answer)
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
function answersIn(question: Question, given: readonly Given[]): string[] {
  const all = given.map(({ answer }) => answer).toSorted(byLetters.compare);
  return [...new Set([...offeredAnswers(question), ...all])];
}

function wordsOf(question: Question, answer: string): string {
  const words = answerWords(question, answer);
  const isGone = question.kind !== 'line' && !offeredAnswers(question).includes(answer);
  return isGone ? `${words} (not offered any more)` : words;
}
