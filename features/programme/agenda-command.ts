import { siteFolders } from '#server/content/folders.ts';
import { planPosterNumbers } from './number-posters.ts';
import { draftAgenda, planAgenda } from './plan-agenda.ts';
import { command, field } from '#organiser/command.ts';
import { writeNewFile } from '#organiser/new-file.ts';

const REPLACES = field('flag', '--replace-edits', 'Replace what was edited or deleted by hand');

export const agenda = command({
  name: 'agenda',
  title: 'Write the agenda',
  summary:
    'Writes the accepted contributions that have a time into agenda.yaml of the conference. What was edited by hand stays.',
  subject: 'Programme',
  fields: { replacesEdits: REPLACES },
  asksProviders: false,
  plan: (context, { replacesEdits }) =>
    planAgenda(context, { folder: siteFolders(context.env).content, replacesEdits }),
});

export const agendaFile = command({
  name: 'agenda',
  when: '--out',
  id: 'agenda-file',
  title: 'The agenda as a file',
  summary: 'Writes the same agenda.yaml into a new file, for somebody who may write in the folder.',
  subject: 'Programme',
  fields: {
    path: field('file', '--out FILE.yaml', 'File', { endings: ['.yaml'] }),
    replacesEdits: REPLACES,
  },
  async work(context, { path, replacesEdits }, print) {
    const { content: folder } = siteFolders(context.env);
    const words = await draftAgenda(context, { folder, replacesEdits }, (text) =>
      writeNewFile(path, text),
    );
    await print(`${words.join('\n')}\n`);
  },
});

export const numberPosters = command({
  name: 'agenda',
  when: '--number-posters',
  id: 'number-posters',
  title: 'Number the posters',
  summary:
    'Gives accepted posters without a number the next ones, session by session, and writes to their authors.',
  subject: 'Programme',
  fields: {
    isQuiet: field('flag', '--yes', 'Record the numbers, and write to no author', {
      confirms: 'record the numbers without letters',
    }),
  },
  asksProviders: false,
  plan: (context, { isQuiet }) => planPosterNumbers(context, { isSending: !isQuiet }),
  confirm: '--send',
});
