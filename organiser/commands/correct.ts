import { planCorrection } from '#server/orders/change/correct-person.ts';
import { NotUnderstood } from '#server/operations/plan.ts';
import { command, field } from '#organiser/command.ts';
import { REFERENCE, WHO } from '#organiser/fields.ts';

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
  asksProviders: false,
  async plan(context, request) {
    const { reference: _, who: __, ...correction } = request;
    refuseNothing(correction);
    return planCorrection(context, request);
  },
});

/** Refuses a correction that names nothing. */
export function refuseNothing(correction: Readonly<Record<string, unknown>>): void {
  if (Object.values(correction).some((value) => value !== undefined)) return;
  throw new NotUnderstood('Please say what has to be corrected.');
}
