import { siteFolders } from '#server/content/folders.ts';
import { planPosterNumbers } from '#server/programme/number-posters.ts';
import { planAgenda } from '#server/programme/plan-agenda.ts';
import { command, field } from './command.ts';

export const agenda = command({
  name: 'agenda',
  title: 'Programme into the agenda',
  summary:
    'Writes the accepted contributions that have a time into agenda.yaml of the conference. What was edited by hand stays.',
  subject: 'Abstracts',
  fields: {
    replacesEdits: field('flag', '--replace-edits', 'Replace what was edited or deleted by hand'),
  },
  asksNobody: true,
  plan: (context, { replacesEdits }) =>
    planAgenda(context, { folder: siteFolders(context.env).content, replacesEdits }),
  confirm: '--yes',
});

export const numberPosters = command({
  name: 'agenda',
  when: '--number-posters',
  id: 'number-posters',
  title: 'Number the posters',
  summary:
    'Gives accepted posters without a number the next ones, session by session, and writes to their authors.',
  subject: 'Abstracts',
  fields: {
    isQuiet: field('flag', '--yes', 'Record the numbers, and write to no author', {
      confirms: 'record the numbers without letters',
    }),
  },
  asksNobody: true,
  plan: (context, { isQuiet }) => planPosterNumbers(context, { isSending: !isQuiet }),
  confirm: '--send',
});
