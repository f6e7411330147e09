import { type Command, command, field } from '#organiser/command.ts';
import { planWithdrawal } from './plan-withdrawal.ts';
import { ABSTRACT, DOCUMENT, LANGUAGE } from '#organiser/fields.ts';
import { planVersion } from './plan-version.ts';
import { filePlaces, readDocument } from '#organiser/given-document.ts';
import { contributionFields } from './contribution-fields.ts';
import { planEntry } from './plan-entry.ts';
import { refuseNothing } from '#organiser/commands/correct.ts';
import { planAbstractCorrection } from './plan-correction.ts';

const asItIs = { otherwise: 'as it is' } as const;

const correctAbstract = command({
  name: 'correct',
  id: 'correct-abstract',
  title: 'Correct',
  summary:
    'Corrects an abstract: the person who submitted it, its session, title, authors and consent. A new email address gets a new link to the page of the abstract.',
  subject: 'Abstracts',
  fields: {
    reference: ABSTRACT,
    prefix: field('text', '--prefix TEXT', 'Prefix', { hint: 'such as Dr', ...asItIs }),
    name: field('text', '--name TEXT', 'Name', asItIs),
    email: field('email', '--email TEXT', 'Email', asItIs),
    phone: field('text', '--phone TEXT', 'Phone', asItIs),
    institute: field('text', '--institute TEXT', 'Institute', asItIs),
    country: field('country', '--country TEXT', 'Country', asItIs),
    session: field('session', '--session TEXT', 'Session', asItIs),
    interestArea: field('area', '--interest-area TEXT', 'Interest area', asItIs),
    ...contributionFields(asItIs.otherwise),
    consent: field('choice', '--consent', 'The author agrees to the book of abstracts', {
      choices: [
        { value: 'yes', label: 'Yes' },
        { value: 'no', label: 'No' },
      ],
      ...asItIs,
    }),
  },
  asksProviders: false,
  async plan(context, request) {
    const { reference: _, ...correction } = request;
    refuseNothing(correction);
    return planAbstractCorrection(context, request);
  },
});

const otherwise = 'none';

const enter = command({
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
  asksProviders: false,
  async plan(context, { path, ...typed }) {
    const file = await readDocument(path);
    return planEntry(context, await filePlaces(context), { ...typed, file });
  },
  confirm: '--send',
});

const replace = command({
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

const withdraw = command({
  name: 'withdraw',
  isEnding: true,
  title: 'Withdraw',
  summary:
    'Withdraws an abstract for its author: committee, programme and book of abstracts leave it out. The author gets a mail.',
  subject: 'Abstracts',
  fields: { reference: ABSTRACT },
  asksProviders: false,
  plan: (context, { reference }) => planWithdrawal(context, { reference, isUndo: false }),
  confirm: '--send',
});

const undoWithdraw = command({
  name: 'withdraw',
  when: '--undo',
  id: 'undo-withdraw',
  title: 'Undo the withdrawal',
  summary: 'Undoes the withdrawal of an abstract, which has its decision and all its files again.',
  subject: 'Abstracts',
  fields: { reference: ABSTRACT },
  asksProviders: false,
  plan: (context, { reference }) => planWithdrawal(context, { reference, isUndo: true }),
  confirm: '--send',
});

export const commands: readonly Command[] = [
  enter,
  correctAbstract,
  replace,
  withdraw,
  undoWithdraw,
];
