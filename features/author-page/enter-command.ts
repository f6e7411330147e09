import { contributionFields } from './contribution-fields.ts';
import { planEntry } from './plan-entry.ts';
import { command, field } from '#organiser/command.ts';
import { DOCUMENT, LANGUAGE } from '#organiser/fields.ts';
import { filePlaces, readDocument } from '#organiser/given-document.ts';

const otherwise = 'none';

export const enter = command({
  name: 'enter',
  before: 'abstracts',
  title: 'Enter an abstract',
  summary:
    'Enters an abstract for its author, also after the deadline. The file is checked as in the form, and the author gets the usual mail with the link to the page of the abstract.',
  subject: 'Abstracts',
  fields: {
    path: DOCUMENT,
    prefix: field('text', '--prefix TEXT', 'Prefix', { hint: 'such as Dr', otherwise }),
    name: field('text', '--name TEXT', 'Name'),
    email: field('email', '--email TEXT', 'Email'),
    phone: field('text', '--phone TEXT', 'Phone', { otherwise }),
    institute: field('text', '--institute TEXT', 'Institute'),
    country: field('country', '--country TEXT', 'Country'),
    session: field('session', '--session TEXT', 'Session'),
    interestArea: field('area', '--interest-area TEXT', 'Interest area'),
    language: LANGUAGE,
    ...contributionFields(otherwise),
  },
  asksNobody: true,
  async plan(context, { path, ...typed }) {
    const file = await readDocument(path);
    return planEntry(context, await filePlaces(context), { ...typed, file });
  },
  confirm: '--send',
});
