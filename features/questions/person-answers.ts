import type { Content } from '#contract/content.ts';
import type { Question } from '#contract/content/shapes/questions-shape.ts';
import { type AddedField, column } from '#server/reports/define-list.ts';
import type { FeaturePeople } from '#server/reports/known-by-features.ts';
import type { ListedParticipant } from '#server/reports/list-participants.ts';
import { questionsOf, unansweredBy } from './answer-questions.ts';
import { findAnswers, listAnswers } from './answers.ts';
import { type Answers, answerWords } from './questions.ts';
import type { ExportRecord, RecordedPerson } from '#organiser/records.ts';
import type { Db } from '#server/database/database.ts';

declare module '#server/reports/known-by-features.ts' {
  interface PersonFacts {
    /** The answers to questions of the conference, by the ids of the questions. */
    answers: Answers;
  }
}

export const aboutPeople: FeaturePeople = {
  async facts(db, ids) {
    const answers = await findAnswers(db, ids);
    return (id) => ({ answers: answers.get(id) ?? {} });
  },
  columns(content) {
    const { questions } = content.conference;
    if (questions.length === 0) return [];
    return [
      ...questions.map(columnOf),
      {
        ...column.state(
          'answers',
          'Answers',
          (row: ListedParticipant) => stateOf(content, row),
          20,
        ),
        filters: true,
      },
    ];
  },
  lines: ({ conference }, { answers }) =>
    Object.entries(answers).map(([id, answer]) => {
      const question = conference.questions.find((each) => each.id === id);
      return [question?.label ?? id, question ? answerWords(question, answer) : answer];
    }),
};

function columnOf(question: Question): AddedField<ListedParticipant> {
  const { id, label, kind } = question;
  const valueOf = ({ answers: { [id]: answer } }: ListedParticipant) =>
    answer === undefined ? undefined : answerWords(question, answer);
  return {
    ...column.text(`question-${id}`, label, valueOf, Math.max(label.length, 12)),
    ...(kind !== 'line' && { filters: true }),
  };
}

/** Whether a person with a sure place has answered all questions. */
function stateOf(content: Content, person: ListedParticipant): string | undefined {
  const asked = questionsOf(content, person);
  const left = unansweredBy(content, person);
  if (asked.length === 0) return undefined;
  if (left.length === 0) return 'ALL_ANSWERED';
  if (left.some(({ required }) => required)) return 'REQUIRED_ANSWER_MISSING';
  return left.length === asked.length ? 'NOT_ANSWERED' : 'PARTLY_ANSWERED';
}

/** The answers in an export. */
export async function* answerRecords(
  db: Db,
  people: ReadonlyMap<string, RecordedPerson>,
): AsyncGenerator<ExportRecord> {
  for (const answer of await listAnswers(db)) {
    const { name = '', email = '', reference } = people.get(answer.participantId) ?? {};
    yield { type: 'answer', name, email, state: 'ANSWERED', reference, ...answer };
  }
}
