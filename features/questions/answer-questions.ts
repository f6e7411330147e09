import type { Question } from '#contract/content/shapes/questions-shape.ts';
import { type Db, inTransaction, type Tx } from '#server/database/database.ts';
import { digestOf, normalised, timestamp } from '#server/identity.ts';
import { act } from '#server/operations/act.ts';
import { ActionImpossible, type Organising, type Plan } from '#server/operations/plan.ts';
import {
  type ListedParticipant,
  personRegisteredBy,
  readParticipants,
} from '#server/reports/list-participants.ts';
import { lockAnswersOf, saveAnswer, shownAnswers } from './answers.ts';
import { changedMeanwhile } from '#server/orders/rows/lock-orders.ts';
import { findPageOwner, type PageOwner } from '#server/orders/rows/page-owners.ts';
import {
  type AnswerMistake,
  type Answers,
  answerWords,
  isOpenAt,
  offeredAnswers,
  questionsFor,
  readAnswer,
} from './questions.ts';

/** `partly`: some questions are closed or removed, and the other answers are saved. `stale`: another window saved first. */
export type Answered =
  | { is: 'saved' | 'partly' | 'stale' | 'notAsked' }
  | { is: 'refused'; mistakes: Readonly<Record<string, AnswerMistake>> };

/** The questions that a participant is asked now or was asked; nobody without a sure place is asked. */
export function questionsOf(
  { conference: { questions } }: Organising['content'],
  { placeSince, presentationType, email }: ListedParticipant,
): Question[] {
  const isAsked = placeSince !== undefined && email !== '';
  return isAsked ? questionsFor(questions, presentationType) : [];
}

/** The people whom a page is about, with the answers that the page may show. */
export async function peopleOnPage(
  db: Db,
  { participant, people }: PageOwner,
  known?: readonly ListedParticipant[],
): Promise<readonly ListedParticipant[]> {
  const ids = people.map(({ id }) => id);
  const listed = known ?? (await readParticipants(db, ids));
  if (participant?.privateFrom === undefined) return listed;
  const answers = await shownAnswers(db, participant);
  return listed.map((person) => ({ ...person, answers }));
}

/** Those of them that have no answer. */
export function unansweredBy(
  content: Organising['content'],
  person: ListedParticipant,
): Question[] {
  return questionsOf(content, person).filter(({ id }) => person.answers[id] === undefined);
}

/** Names a state of somebody's answers. A form that was made for another state is refused. */
export function versionOf(answers: Answers): string {
  return digestOf('answers', answers).slice(0, 16);
}

type TypedAnswers = {
  /** The token of the page that was used. */
  page: string;
  personId: string;
  typed: Readonly<Record<string, string>>;
  version: string;
};

/**
 * Saves the answers that a participant typed: all of them, or none if one is refused. A question without a typed answer
 * keeps its answer; an empty one loses it. The same answers sent twice are saved once.
 */
export async function answerQuestions(
  { payments: { db, clock }, content }: Pick<Organising, 'payments' | 'content'>,
  { page, personId, typed, version }: TypedAnswers,
): Promise<Answered> {
  const now = timestamp(clock());
  return inTransaction(db, async (tx): Promise<Answered> => {
    await lockAnswersOf(tx, personId);
    // Somebody else may have taken the place over meanwhile.
    const owner = await findPageOwner(tx, page);
    const person = owner && (await peopleOnPage(tx, owner)).find(({ id }) => id === personId);
    const asked = person ? questionsOf(content, person) : [];
    if (!person || asked.length === 0) return { is: 'notAsked' };
    const { answers } = person;
    const open = asked.filter((question) => isOpenAt(question, now));
    const read = open.flatMap((question) => {
      const text = typed[question.id];
      if (text === undefined) return [];
      return { question, ...readAnswer(question, text, answers[question.id]) };
    });
    const changed = read.flatMap((each) =>
      'answer' in each && each.answer !== answers[each.question.id] ? [each] : [],
    );
    const refused = read.flatMap((each) =>
      'mistake' in each ? [[each.question.id, each.mistake] as const] : [],
    );
    const isLate = Object.entries(typed).some(
      ([id, text]) => text !== (answers[id] ?? '') && !open.some((question) => question.id === id),
    );
    const isDone = changed.length === 0 && refused.length === 0;
    if (!isDone && version !== versionOf(answers)) return { is: 'stale' };
    if (refused.length > 0) return { is: 'refused', mistakes: Object.fromEntries(refused) };
    await save(tx, person, changed, now);
    return { is: isLate ? 'partly' : 'saved' };
  });
}

/**
 * Records or removes one answer for a participant, also after the end of its question. The log has the question and not
 * the answer, which may be about somebody's health.
 */
export async function planAnswer(
  organising: Pick<Organising, 'payments' | 'content' | 'actor'>,
  request: {
    reference: string;
    who?: string | undefined;
    question: string;
    answer?: string | undefined;
  },
): Promise<Plan> {
  const { questions } = organising.content.conference;
  const question = questions.find(({ id }) => id === request.question);
  if (!question) {
    const ids = questions.map(({ id }) => id).join(', ');
    throw new ActionImpossible(
      `There is no question “${request.question}”${ids === '' ? ' in conference.yaml' : `: the questions are ${ids}`}.`,
    );
  }
  const reference = request.reference.trim().toUpperCase();
  const person = await personRegisteredBy(organising.payments.db, reference, request.who);
  refuseUnasked(person, question);
  const { id, label } = question;
  const before = person.answers[id];
  const answer = readOffered(question, request.answer ?? '');
  if (answer === before) throw new ActionImpossible(`${reference} says that already.`);
  const words = (text: string | undefined) =>
    text === undefined ? 'no answer' : `“${answerWords(question, text)}”`;
  return {
    words: [`${reference}, ${person.name}, ${label}: ${words(before)} becomes ${words(answer)}`],
    button: `Record the answer of ${person.name}`,
    async perform() {
      await act(organising, async ({ tx, now, record }) => {
        await lockAnswersOf(tx, person.id);
        const [latest] = await readParticipants(tx, [person.id]);
        if (!latest || latest.answers[id] !== before) throw changedMeanwhile(reference);
        refuseUnasked(latest, question);
        await save(tx, latest, [{ question, answer }], now);
        const participantId = latest.isInGroup ? latest.id : undefined;
        await record({ action: 'answer', reference, participantId, words: label });
      });
      return ['Recorded.'];
    },
  };
}

async function save(
  tx: Tx,
  { id: participantId }: ListedParticipant,
  changes: readonly { question: Question; answer: string | undefined }[],
  now: string,
): Promise<void> {
  for (const { question, answer } of changes) {
    await saveAnswer(tx, { participantId, question: question.id }, answer, now);
  }
}

function refuseUnasked(person: ListedParticipant, { label, for: asked }: Question): void {
  const { name, email, state, presentationType: type } = person;
  if (email === '') throw new ActionImpossible('This person was erased.');
  if (state === 'CANCELLED') throw new ActionImpossible(`${name} is cancelled.`);
  if (asked && (type === undefined || !asked.includes(type))) {
    throw new ActionImpossible(`${name} is not asked “${label}”: only ${asked.join(', ')} are.`);
  }
}

/** Organisers may type an option in small or capital letters, and leave a required question without an answer. */
function readOffered(question: Question, typed: string): string | undefined {
  const offered = offeredAnswers(question);
  const meant = offered.find((each) => normalised(each) === normalised(typed)) ?? typed;
  const read = readAnswer({ ...question, required: false }, meant, undefined);
  if ('answer' in read) return read.answer;
  const { label } = question;
  throw new ActionImpossible(
    read.mistake === 'notOffered'
      ? `“${label}” is answered by ${offered.join(', ')}.`
      : `“${typed}” cannot be an answer: the forms refuse it, too.`,
  );
}
