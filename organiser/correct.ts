import { planMemberCorrection } from '#server/orders/correct-member.ts';
import { planCorrection } from '#server/orders/correct-person.ts';
import { NotUnderstood } from '#server/operations/plan.ts';
import { command } from './command.ts';
import { REFERENCE, WHO } from './fields.ts';

const otherwise = 'as it is';

export const correct = command({
  name: 'correct',
  title: 'Correct',
  summary:
    'Corrects a registration; a new name and email together enter somebody else. A paid registration gets a new receipt, which is mailed.',
  subject: 'People',
  fields: {
    reference: REFERENCE,
    name: { typed: '--name TEXT', label: 'Name', kind: 'text', otherwise },
    email: { typed: '--email TEXT', label: 'Email', kind: 'email', otherwise },
    phone: { typed: '--phone TEXT', label: 'Phone', kind: 'text', otherwise },
    institute: { typed: '--institute TEXT', label: 'Institute', kind: 'text', otherwise },
    country: { typed: '--country TEXT', label: 'Country', kind: 'country', otherwise },
    sortName: {
      typed: '--sort-name TEXT',
      label: 'Name by which lists are sorted',
      kind: 'text',
      hint: 'such as “Müller, Anna”; an empty one follows the name again',
      otherwise,
    },
    who: WHO,
  },
  asksNobody: true,
  async plan(context, { who, ...request }) {
    const { reference: _, ...correction } = request;
    if (Object.values(correction).every((value) => value === undefined)) {
      throw new NotUnderstood('Please say what has to be corrected.');
    }
    return who === undefined
      ? planCorrection(context, request)
      : planMemberCorrection(context, { ...request, who });
  },
  confirm: '--yes',
});
