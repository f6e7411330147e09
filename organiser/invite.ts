import { planInvitation } from '#server/orders/invite-guests.ts';
import { command } from './command.ts';
import { SHEET } from './fields.ts';
import { writeTemplate } from './group.ts';
import { planBySheet } from './read-sheet.ts';
import { TEMPLATE } from './sheet-template.ts';

export const invite = command({
  name: 'invite',
  title: 'Invite guests',
  summary:
    'Gives everybody in a sheet a place that is free of charge and confirmed at once, also of a type that is closed. The same sheet again adds nobody twice.',
  subject: 'People',
  fields: { sheet: SHEET },
  plan: (context, { sheet }) => planBySheet(sheet, (rows) => planInvitation(context, { rows })),
  confirm: '--yes',
});

export const inviteTemplate = command({
  name: 'invite',
  when: '--template',
  summary: 'Writes a sheet for you to fill in, with one example.',
  notOffered: 'It is the sheet of a group.',
  fields: { path: TEMPLATE },
  asksNobody: true,
  work: (context, { path }, print) => writeTemplate(context, path, print),
});
