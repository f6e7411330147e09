import { dayOf } from '#contract/content/calendar-days.ts';
import { listVisaLetters, planVisaLetter, planVisaRefusal } from './decide-visa-request.ts';
import { visaStateWords } from './visa-letters-list.ts';
import { type Command, command, field } from '#organiser/command.ts';
import { REFERENCE, WHO } from '#organiser/fields.ts';

export const visaLetters = command({
  name: 'visa',
  id: 'visa-letters',
  before: 'export',
  title: 'Visa letters',
  summary:
    'Lists who has asked for a visa letter, and what was decided. It shows no passport data.',
  subject: 'People',
  async report({ payments: { db }, content }) {
    const { timezone } = content.conference.dates;
    const letters = await listVisaLetters(db);
    return {
      facts: letters.map(({ key: _key, ...letter }) => letter),
      lines: letters.map(
        ({ reference = 'no order', name, state, requestedAt, letter }) =>
          `${dayOf(requestedAt, timezone)}  ${[letter ?? reference, name, visaStateWords[state]].join(', ')}`,
      ),
      none: 'Nobody has asked for a visa letter.',
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
