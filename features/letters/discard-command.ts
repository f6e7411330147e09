import { command, field } from '#organiser/command.ts';
import { planDiscard } from './discard-letter.ts';

export const discardLetter = command({
  name: 'mails',
  when: '--discard',
  id: 'discard-letter',
  isEnding: true,
  before: 'mails --test',
  title: 'Discard the letter',
  summary: 'Deletes the unsent mails of a letter to many.',
  subject: 'Mails',
  fields: {
    letter: field('text', '--discard LETTER', 'Letter', { hint: 'its subject or id' }),
  },
  asksProviders: false,
  plan: planDiscard,
});
