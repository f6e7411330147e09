import { type Command, command, field } from '#organiser/command.ts';
import { followCommand } from './follow-command.ts';
import { changeIn, planEdit } from './plan-edit.ts';

const edit = command({
  name: 'content',
  title: 'Save and publish',
  summary: 'Saves a change of the conference’s texts, prices or people, and publishes it.',
  subject: 'Lists and files',
  right: 'Texts',
  isForPages: true,
  asksProviders: false,
  fields: { change: field('text', 'CHANGE', 'Change', { longest: 900_000 }) },
  plan: (context, { change }) => planEdit(context, changeIn(change)),
});

export const commands: readonly Command[] = [edit, followCommand];
