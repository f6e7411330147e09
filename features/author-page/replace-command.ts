import { planVersion } from './plan-version.ts';
import { command, field } from '#organiser/command.ts';
import { ABSTRACT, DOCUMENT } from '#organiser/fields.ts';
import { filePlaces, readDocument } from '#organiser/given-document.ts';

export const replace = command({
  name: 'replace',
  title: 'Replace the file',
  summary:
    'Puts a file in the place of an abstract’s newest one, also after the deadline. Earlier versions stay, and the author gets a mail with the digest.',
  subject: 'Abstracts',
  fields: {
    reference: ABSTRACT,
    path: DOCUMENT,
    isFinal: field('flag', '--final', 'The final version, which is printed'),
  },
  asksProviders: false,
  async plan(context, { reference, path, isFinal }) {
    const file = await readDocument(path);
    const kind = isFinal ? 'final' : 'submitted';
    return planVersion(context, await filePlaces(context), { reference, file, kind });
  },
  confirm: '--send',
});
