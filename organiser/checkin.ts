import { planCheckIn, planUndoCheckIn } from '#server/orders/check-in.ts';
import { command } from './command.ts';
import { REFERENCE } from './fields.ts';

const NAME = {
  typed: '"NAME"',
  label: 'Name',
  kind: 'text',
  joined: true,
  otherwise: 'the only person of the order',
} as const;

export const checkin = command({
  name: 'checkin',
  id: 'check-in',
  title: 'Check in',
  summary: 'Checks somebody in at the door, at once; of a group it asks for the name.',
  subject: 'People',
  fields: {
    reference: REFERENCE,
    who: NAME,
    isDespiteUnpaid: {
      typed: '--despite-unpaid',
      label: 'Although the place is not confirmed',
      kind: 'flag',
      overrules: true,
    },
  },
  asksNobody: true,
  plan: (context, { who: name, ...request }) => planCheckIn(context, { ...request, name }),
});

export const undoCheckin = command({
  name: 'checkin',
  when: '--undo',
  id: 'undo-check-in',
  title: 'Undo the check-in',
  summary: 'Takes a check-in back.',
  subject: 'People',
  fields: { reference: REFERENCE, who: NAME },
  asksNobody: true,
  plan: (context, { who: name, reference }) => planUndoCheckIn(context, { reference, name }),
});
