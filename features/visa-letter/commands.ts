import {
  type ListedVisaRequest,
  listVisaLetters,
  planVisaLetter,
  planVisaRefusal,
} from './decide-visa-request.ts';
import { type Command, command, field } from '#organiser/command.ts';
import { REFERENCE, WHO } from '#organiser/fields.ts';

type State = ListedVisaRequest['state'];

const stateWords: Record<State, string> = {
  // The reason was deleted with the data.
  none: 'declined',
  requested: 'waits for you',
  issued: 'issued',
  declined: 'declined',
  void: 'void: the registration has changed',
  deleted: 'issued, data deleted',
  deletedUndecided: 'not decided in time, data deleted',
};

export const visaLetters = command({
  name: 'visa',
  id: 'visa-letters',
  before: 'export',
  title: 'Visa letters',
  summary:
    'Lists who has asked for a visa letter, and what was decided. It shows no passport data.',
  subject: 'People',
  fields: {},
  async report({ payments: { db } }) {
    const letters = await listVisaLetters(db);
    return {
      facts: letters,
      lines:
        letters.length === 0
          ? ['Nobody has asked for a visa letter.']
          : letters.map(
              ({ reference = 'no order', name, state, requestedAt, letter }) =>
                `${requestedAt.slice(0, 10)}  ${[letter ?? reference, name, stateWords[state]].join(', ')}`,
            ),
    };
  },
});

export const issueVisaLetter = command({
  name: 'visa',
  title: 'Issue the visa letter',
  summary:
    'Shows a request for a visa letter, with the passport data, and issues the letter: the participant then downloads it from the page of the registration.',
  subject: 'People',
  fields: { reference: REFERENCE, who: WHO },
  asksProviders: false,
  plan: planVisaLetter,
  confirm: '--send',
});

export const declineVisaLetter = command({
  name: 'visa',
  when: '--decline',
  id: 'decline-visa',
  isEnding: true,
  title: 'Decline the visa letter',
  summary: 'Declines a request for a visa letter. The participant gets your reason by mail.',
  subject: 'People',
  fields: {
    reference: REFERENCE,
    who: WHO,
    reason: field('text', '--decline "REASON"', 'Reason, as a sentence to the participant'),
  },
  asksProviders: false,
  plan: planVisaRefusal,
  confirm: '--send',
});

export const commands: readonly Command[] = [visaLetters, issueVisaLetter, declineVisaLetter];
