import { command, field } from '#organiser/command.ts';
import { refuseNothing } from '#organiser/commands/correct.ts';
import { ABSTRACT } from '#organiser/fields.ts';
import { contributionFields } from './contribution-fields.ts';
import { planAbstractCorrection } from './plan-correction.ts';

const otherwise = 'as it is';

export const correctAbstract = command({
  name: 'correct',
  id: 'correct-abstract',
  title: 'Correct',
  summary:
    'Corrects an abstract: the person who submitted it, its session, title, authors and consent. A new email address gets a new link to the page of the abstract.',
  subject: 'Abstracts',
  fields: {
    reference: ABSTRACT,
    prefix: field('text', '--prefix TEXT', 'Prefix', { hint: 'such as Dr', otherwise }),
    name: field('text', '--name TEXT', 'Name', { otherwise }),
    email: field('email', '--email TEXT', 'Email', { otherwise }),
    phone: field('text', '--phone TEXT', 'Phone', { otherwise }),
    institute: field('text', '--institute TEXT', 'Institute', { otherwise }),
    country: field('country', '--country TEXT', 'Country', { otherwise }),
    session: field('session', '--session TEXT', 'Session', { otherwise }),
    interestArea: field('area', '--interest-area TEXT', 'Interest area', { otherwise }),
    ...contributionFields(otherwise),
    consent: field('choice', '--consent', 'The author agrees to the book of abstracts', {
      choices: [
        { value: 'yes', label: 'Yes' },
        { value: 'no', label: 'No' },
      ],
      otherwise,
    }),
  },
  asksProviders: false,
  async plan(context, request) {
    const { reference: _, ...correction } = request;
    refuseNothing(correction);
    return planAbstractCorrection(context, request);
  },
});
