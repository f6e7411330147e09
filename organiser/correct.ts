import { planAbstractCorrection } from '#features/author-page/plan-correction.ts';
import { planCorrection } from '#server/orders/change/correct-person.ts';
import { NotUnderstood } from '#server/operations/plan.ts';
import { command, field } from './command.ts';
import { ABSTRACT, contributionFields, REFERENCE, WHO } from './fields.ts';

const otherwise = 'as it is';

export const correct = command({
  name: 'correct',
  title: 'Correct',
  summary:
    'Corrects a registration; a new name and email together enter somebody else. A paid registration gets a new receipt, which is mailed.',
  subject: 'People',
  fields: {
    reference: REFERENCE,
    name: field('text', '--name TEXT', 'Name', { otherwise }),
    email: field('email', '--email TEXT', 'Email', { otherwise }),
    phone: field('text', '--phone TEXT', 'Phone', { otherwise }),
    institute: field('text', '--institute TEXT', 'Institute', { otherwise }),
    country: field('country', '--country TEXT', 'Country', { otherwise }),
    sortName: field('text', '--sort-name TEXT', 'Name by which lists are sorted', {
      hint: 'such as “Müller, Anna”; empty it to sort by the name',
      otherwise,
    }),
    who: { ...WHO, otherwise: 'the payer' },
  },
  asksNobody: true,
  async plan(context, request) {
    const { reference: _, who: __, ...correction } = request;
    refuseNothing(correction);
    return planCorrection(context, request);
  },
  confirm: '--yes',
});

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
  asksNobody: true,
  async plan(context, request) {
    const { reference: _, ...correction } = request;
    refuseNothing(correction);
    return planAbstractCorrection(context, request);
  },
  confirm: '--yes',
});

function refuseNothing(correction: Readonly<Record<string, unknown>>): void {
  if (Object.values(correction).some((value) => value !== undefined)) return;
  throw new NotUnderstood('Please say what has to be corrected.');
}
