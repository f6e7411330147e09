import { printTimes } from '#server/reports/wall-clock.ts';
import { reviewerNames } from '#features/peer-review/reviewer-sheet.ts';
import { type Command, command, field } from '#organiser/command.ts';
import { ABSTRACT } from '#organiser/fields.ts';
import { planBySheet } from '#organiser/read-sheet.ts';
import { listAbstracts } from '#server/abstract/abstracts.ts';
import { planChairNote, planClosing, planRelease, readCopies } from './chair-acts.ts';
import { listDiscussions, LONGEST_NOTE } from './discussion.ts';
import {
  mailRules,
  planInvitation,
  planNewLink,
  planReminder,
  planTelling,
} from './write-to-reviewers.ts';

const subject = 'Reviews and decisions';

const invite = command({
  name: 'review',
  when: '--invite',
  id: 'review-invite',
  before: 'report',
  title: 'Ask reviewers',
  summary:
    'Mails everybody in a sheet of reviewers a link to a page with yes and no. Nobody is asked twice.',
  subject,
  fields: { sheet: field('sheet', '--invite REVIEWERS.xlsx', 'Sheet of reviewers') },
  asksProviders: false,
  plan: (context, { sheet }) =>
    planBySheet(sheet, reviewerNames, (rows) => planInvitation(context, { rows })),
  confirm: '--send',
});

const tell = command({
  name: 'review',
  when: '--tell',
  id: 'review-tell',
  title: 'Tell reviewers of their abstracts',
  summary:
    'Mails each reviewer with new assignments the link to the page on which they are. Nobody is told twice of the same.',
  subject,
  asksProviders: false,
  plan: (context) => planTelling(context),
  confirm: '--send',
});

const remind = command({
  name: 'review',
  when: '--remind',
  id: 'review-remind',
  title: 'Remind reviewers',
  summary: 'Reminds reviewers with something open, or one of them, each at most once a day.',
  subject,
  fields: {
    to: field('email', '--to ADDRESS', 'Only this reviewer', {
      otherwise: 'all with something open',
    }),
  },
  asksProviders: false,
  plan: planReminder,
  confirm: '--send',
});

const link = command({
  name: 'review',
  when: '--link',
  id: 'review-link',
  title: 'New link for a reviewer',
  summary: 'Ends the link of a reviewer, and mails another one.',
  subject,
  fields: { email: field('text', '--link EMAIL', 'Mail address of the reviewer') },
  asksProviders: false,
  plan: planNewLink,
  confirm: '--send',
});

const mails = command({
  name: 'review',
  when: '--mails',
  id: 'review-mails',
  title: 'Mails to reviewers by themselves',
  summary:
    'Says which reminders and thanks go out by the rules of conference.yaml, and which are due now.',
  subject,
  async report(context) {
    const facts = await mailRules(context);
    if (!facts) return { facts: {}, lines: [], none: 'Reviewers have no pages.' };
    const { lines, now } = facts;
    const due =
      now.length === 0 ? ['Nothing is due now.'] : ['Due now:', ...now.map((one) => `  ${one}`)];
    return { facts, lines: [...lines, ...due] };
  },
});

const files = command({
  name: 'review',
  when: '--files',
  id: 'review-files',
  title: 'Files for reviewers',
  summary:
    'Lists the files that reviewers do not get as they are, and why. A blind reviewer gets no file that names its authors.',
  subject,
  async report(context) {
    const { facts, isBlind, looked } = await readCopies(context);
    if (!isBlind)
      return { facts, lines: ['Reviews are not blind: reviewers get the files as they are.'] };
    return {
      facts,
      lines: facts.map(({ reference, gets, why }) => `${reference}  ${gets}: ${why}`),
      none:
        looked === 0
          ? 'There is no abstract without a decision.'
          : `Files looked at: ${looked}. Reviewers get all of them, each as a copy without properties.`,
    };
  },
});

const release = command({
  name: 'review',
  when: '--release',
  id: 'review-release',
  title: 'Let reviewers have a file',
  summary:
    'Lets the reviewers of an abstract have its file although it may name its authors, for example because a word was mistaken for a name.',
  subject,
  fields: { reference: ABSTRACT, isReleased: field('flag', '--release', 'Release the file') },
  asksProviders: false,
  plan: (context, { reference }) => planRelease(context, { reference }),
});

const discussions = command({
  name: 'review',
  when: '--discussion',
  id: 'review-discussion',
  title: 'Discussions of reviewers',
  summary: 'Shows what reviewers say to each other, by abstract.',
  subject,
  async report({ payments: { db }, content }) {
    const time = printTimes(content.conference.dates.timezone);
    const facts = await listDiscussions(db, await listAbstracts(db));
    return {
      facts,
      lines: facts.flatMap(({ reference, title = '', isClosed, notes }) => [
        `${reference}${isClosed ? ', closed' : ''}  ${title}`,
        ...notes.map(
          ({ name, at, text }) => `  ${time(at)} ${name}: ${text.replaceAll('\n', '\n    ')}`,
        ),
      ]),
      none: 'No reviewer has written a note.',
    };
  },
});

const note = command({
  name: 'review',
  when: '--note',
  id: 'review-note',
  title: 'Write to the reviewers',
  summary:
    'Writes a note of the chair into the discussion of an abstract. Its reviewers are told of it by mail.',
  subject,
  isElsewhere: true,
  fields: {
    reference: ABSTRACT,
    note: field('text', '--note "TEXT"', 'Note', { longest: LONGEST_NOTE }),
  },
  asksProviders: false,
  plan: planChairNote,
});

const close = command({
  name: 'review',
  when: '--close',
  id: 'review-close',
  title: 'Close a discussion of reviewers',
  summary: 'Ends the discussion of an abstract: its reviewers can read it, and write no more.',
  subject,
  fields: { reference: ABSTRACT, isClosed: field('flag', '--close', 'Close the discussion') },
  asksProviders: false,
  plan: (context, { reference }) => planClosing(context, { reference }),
});

export const commands: readonly Command[] = [
  invite,
  tell,
  remind,
  link,
  mails,
  files,
  release,
  discussions,
  note,
  close,
];
