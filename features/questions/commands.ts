import { planAnswer } from './answer-questions.ts';
import { type Command, command, field } from '#organiser/command.ts';
import { REFERENCE, WHO } from '#organiser/fields.ts';

export const answer = command({
  name: 'answer',
  before: 'move',
  title: 'Answer a question',
  summary:
    'Records the answer of a participant to a question of conference.yaml, also after its end. The log has the question and not the answer.',
  subject: 'People',
  fields: {
    reference: REFERENCE,
    question: field('question', 'QUESTION', 'Question', { hint: 'its id, such as diet' }),
    answer: field('text', 'ANSWER', 'Answer', {
      hint: 'an option of the question, yes or no, or a line of text',
      joined: true,
      otherwise: 'none, and an earlier answer is removed',
    }),
    who: { ...WHO, otherwise: 'the only person of the order' },
  },
  asksNobody: true,
  plan: planAnswer,
  confirm: '--yes',
});

export const commands: readonly Command[] = [answer];
