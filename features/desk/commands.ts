import { type Command, command, field } from '#organiser/command.ts';
import { desk, deskPack, mergeDesk } from './desk-command.ts';
import { walkin } from './walkin-command.ts';
import { planCheckIn, planUndoCheckIn } from './check-in.ts';
import { planOther } from './check-in-other.ts';
import { REFERENCE } from '#organiser/fields.ts';

const NAME = field('text', '"NAME"', 'Name', {
  joined: true,
  otherwise: 'the only person of the order',
});

const checkin = command({
  name: 'checkin',
  id: 'check-in',
  before: 'report',
  title: 'Check in',
  summary: 'Checks somebody in at the door, at once; of a group it asks for the name.',
  subject: 'People',
  right: 'Desk',
  fields: {
    reference: REFERENCE,
    who: NAME,
    isDespiteUnpaid: field('flag', '--despite-unpaid', 'Although the place is not confirmed', {
      overrules: true,
    }),
  },
  asksProviders: false,
  isAtOnce: true,
  plan: async (context, { who: name, ...request }) =>
    (await planOther(context, request.reference, 'check-in')) ??
    planCheckIn(context, { ...request, name }),
});

const undoCheckin = command({
  name: 'checkin',
  when: '--undo',
  id: 'undo-check-in',
  title: 'Undo the check-in',
  summary: 'Undoes a check-in.',
  subject: 'People',
  right: 'Desk',
  fields: { reference: REFERENCE, who: NAME },
  asksProviders: false,
  isAtOnce: true,
  plan: async (context, { who: name, reference }) =>
    (await planOther(context, reference, 'undo')) ?? planUndoCheckIn(context, { reference, name }),
});

export const commands: readonly Command[] = [
  checkin,
  walkin,
  undoCheckin,
  desk,
  deskPack,
  mergeDesk,
];
