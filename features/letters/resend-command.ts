import { command, field } from '#organiser/command.ts';
import { REFERENCE } from '#organiser/fields.ts';
import { planResend } from './resend-mails.ts';

export const resend = command({
  name: 'resend',
  before: 'move',
  title: 'Send mails again',
  summary:
    'Mails the confirmation with the link to the receipt again. Anyone who has not paid gets a reminder. An author gets the confirmation of the abstract with the link to its page, or after the decision the letter about it.',
  subject: 'Mails',
  fields: {
    reference: REFERENCE,
    what: field('choice', '--to', 'Which mails', {
      choices: [
        { value: 'receipt', label: 'The confirmation' },
        { value: 'all', label: 'The confirmation, and mails about refunds' },
      ],
      otherwise: 'receipt',
    }),
  },
  asksNobody: true,
  plan: (context, { reference, what = 'receipt' }) => planResend(context, { reference, what }),
  confirm: '--send',
});
