import { existsSync } from 'node:fs';
import { sheetOfRows } from '#documents/spreadsheet.ts';
import { firstOf, NotUnderstood } from '#server/operations/plan.ts';
import { planAssignment, planMoreReviewers } from './assign-peer-reviews.ts';
import { hindranceWords, readAssignmentFacts } from './assignment-facts.ts';
import { planGivenAbstract, planLeave } from './next-reviewers.ts';
import { planCollection } from './collect-peer-reviews.ts';
import { returnedColumns } from './returned-workbook.ts';
import { readProgress } from './review-progress.ts';
import { reviewerColumns, reviewerNames, reviewerRows } from './reviewer-sheet.ts';
import { listReviewers } from './reviewers.ts';
import { type Command, command, field } from '#organiser/command.ts';
import { CommandError } from '#organiser/command-context.ts';
import { readReturnedFiles } from './read-returned.ts';
import { planBySheet } from '#organiser/read-sheet.ts';
import { writeReviewArchive, writeReviewFolders } from './review-workbooks.ts';
import { TEMPLATE_OR_CSV, writeSheetTemplate } from '#organiser/sheet-template.ts';

export const reviewTemplate = command({
  name: 'review',
  when: '--template',
  id: 'review-template',
  before: 'report',
  title: 'Sheet of reviewers',
  summary:
    'Writes a sheet for you to enter the reviewers, with those so far: institute, conflicts and sessions decide who gets which abstract.',
  subject: 'Reviews and decisions',
  fields: { path: TEMPLATE_OR_CSV },
  async work({ payments: { db } }, { path }, print) {
    const rows = reviewerRows(await listReviewers(db));
    await writeSheetTemplate(path, sheetOfRows('Reviewers', reviewerColumns, rows));
    await print(
      `${path}: one row for each reviewer. Conflicts are names of authors or references, Sessions is empty if a reviewer covers all, Topics are interest areas; several entries with semicolons.\n`,
    );
  },
});

export const reviewAssign = command({
  name: 'review',
  when: '--assign',
  id: 'review-assign',
  title: 'Assign reviewers',
  summary:
    'Assigns the abstracts without a decision evenly to the reviewers in a sheet, and nobody an abstract of the own institute or with a named conflict. Earlier assignments stay.',
  subject: 'Reviews and decisions',
  fields: {
    sheet: field('sheet', '--assign REVIEWERS.xlsx', 'Sheet of reviewers'),
    isTaken: field(
      'flag',
      '--take-over',
      'Give the outstanding reviews of reviewers who are not in the sheet to others',
    ),
    folder: field('file', '--out FOLDER', 'Folder for the workbooks', {
      otherwise: 'no workbooks yet',
    }),
  },
  asksProviders: false,
  async plan(context, { sheet, isTaken, folder }) {
    if (folder !== undefined && existsSync(folder)) {
      throw new CommandError(`${folder} exists already: please choose another folder.`);
    }
    const plan = await planBySheet(sheet, reviewerNames, (rows) =>
      planAssignment(context, { rows, isTaken }),
    );
    if (folder === undefined) return plan;
    return {
      ...plan,
      perform: async () => [
        ...(await plan.perform()),
        ...(await writeReviewFolders(context, folder)),
      ],
    };
  },
});

const reviewMore = command({
  name: 'review',
  when: '--more',
  id: 'review-more',
  title: 'Assign more reviewers',
  summary:
    'Gives abstracts that lack reviewers, for example after a decline, to those with the fewest; with --spread also one more reviewer to those whose reviews differ much.',
  subject: 'Reviews and decisions',
  fields: {
    spread: field('number', '--spread 2', 'Differences from which there is one more review', {
      otherwise: 'only what is missing',
    }),
  },
  asksProviders: false,
  plan: (context, { spread }) =>
    planMoreReviewers(context, { spread: spread === undefined ? undefined : Number(spread) }),
});

const reviewExclusions = command({
  name: 'review',
  when: '--exclusions',
  id: 'review-exclusions',
  title: 'Exclusions of reviewers',
  summary: 'Lists who does not get which abstract, each with its reason.',
  subject: 'Reviews and decisions',
  async report({ payments: { db }, content }) {
    const { open, hindranceOf } = await readAssignmentFacts(db, content);
    const facts = (await listReviewers(db)).flatMap((reviewer) =>
      open.flatMap((abstract) => {
        const hindrance = reviewer.email === '' ? undefined : hindranceOf(reviewer, abstract);
        if (!hindrance || hindrance.why === 'session') return [];
        const { reference } = abstract;
        return [{ reference, reviewer: reviewer.name, reason: hindranceWords(hindrance) }];
      }),
    );
    return {
      facts,
      lines: facts.map(
        ({ reference, reviewer, reason }) => `${reference}  not to ${reviewer}: ${reason}`,
      ),
      none: 'Nobody is excluded from an abstract.',
    };
  },
});

/** An action of the page of an abstract: on the command line the assignment is a plan for all. */
const reviewGive = command({
  name: 'review',
  when: '--give',
  id: 'review-give',
  title: 'Give to a reviewer',
  subject: 'Reviews and decisions',
  isElsewhere: true,
  summary: 'Gives one abstract to one more reviewer, unless there is a conflict.',
  fields: {
    reference: field('abstract', '--give ABSTRACT', 'Reference of the abstract'),
    who: field('text', '--to "NAME OR ADDRESS"', 'Reviewer', {
      hint: 'the page of the abstract proposes some',
    }),
  },
  asksProviders: false,
  plan: planGivenAbstract,
});

const reviewLeaves = command({
  name: 'review',
  when: '--leaves',
  id: 'review-leaves',
  title: 'A reviewer leaves',
  summary:
    'Records that somebody does not review, as the no on the page does: review --more gives the open reviews to others.',
  subject: 'Reviews and decisions',
  fields: { who: field('text', '--leaves "NAME OR ADDRESS"', 'Reviewer') },
  asksProviders: false,
  plan: planLeave,
});

export const reviewFolders = command({
  name: 'review',
  when: '--workbooks',
  summary:
    'Writes a folder for each reviewer: a workbook with the assigned abstracts, and their files.',
  notOffered: 'A browser downloads one file: the archive.',
  fields: { folder: field('path', '--workbooks FOLDER', 'Folder') },
  async work(context, { folder }, print) {
    for (const sentence of await writeReviewFolders(context, folder)) await print(`${sentence}\n`);
  },
});

export const reviewArchive = command({
  name: 'review',
  when: '--zip',
  id: 'review-workbooks',
  title: 'Workbooks for reviewers',
  summary:
    'Writes one archive with a folder for each reviewer: a workbook with the assigned abstracts, and their files.',
  subject: 'Reviews and decisions',
  fields: { path: field('file', '--zip FILE.zip', 'File', { endings: ['.zip'] }) },
  async work(context, { path }, print) {
    for (const sentence of await writeReviewArchive(context, path)) await print(`${sentence}\n`);
  },
});

export const reviewCollect = command({
  name: 'review',
  when: '--collect',
  id: 'review-collect',
  title: 'Collect reviews',
  summary:
    'Records the reviews in returned workbooks. A filled row replaces the earlier review; an empty row changes nothing. The sheet for the committee shows them.',
  subject: 'Reviews and decisions',
  fields: {
    files: field('sheet', 'FILE.xlsx|FOLDER|FILE.zip', 'Returned workbooks', { many: true }),
  },
  asksProviders: false,
  async plan(context, { files }) {
    if (files.length === 0) throw new NotUnderstood('Please name the returned workbooks.');
    const { conference, yourAbstract } = context.content;
    const columns = returnedColumns(
      conference.abstracts.review.criteria,
      yourAbstract.reviewWorkbook,
    );
    const { sheets, notes } = await readReturnedFiles(files, columns);
    const plan = await planCollection(context, sheets);
    return { ...plan, words: [...notes, ...plan.words] };
  },
});

const ANSWERS = {
  yes: 'said yes',
  no: 'said no',
  'no answer': 'has not answered',
  'link ended': 'link ended',
} as const;

export const reviewProgress = command({
  name: 'review',
  id: 'review',
  title: 'State of the peer review',
  summary:
    'Lists how many reviews came back and which are missing, by reviewer and by abstract, with the addresses of reviewers to remind.',
  subject: 'Reviews and decisions',
  async report({ payments: { db }, content }) {
    const { reviews: wanted } = content.conference.abstracts.review;
    const facts = await readProgress(db, content);
    const { reviewers, abstracts } = facts;
    if (reviewers.length === 0) {
      return { facts, lines: ['There are no reviewers yet: review --template writes the sheet.'] };
    }
    const late = reviewers.filter(
      ({ missing, email, answer }) => missing.length > 0 && email !== '' && answer !== 'link ended',
    );
    const sum = (of: 'assigned' | 'returned') =>
      reviewers.reduce((total, each) => total + each[of], 0);
    return {
      facts,
      lines: [
        `Reviews: ${sum('returned')} of ${sum('assigned')} came back.`,
        ...reviewers.map(({ name, email, answer, assigned, returned, conflicts, missing }) => {
          const conflict = conflicts === 0 ? '' : `, ${conflicts} with a conflict`;
          const lacks = missing.length === 0 ? '' : `; missing: ${firstOf(missing).join(', ')}`;
          const who = email === '' ? 'A reviewer who was erased' : `${name} (${email})`;
          const said = answer === undefined ? '' : `, ${ANSWERS[answer]}`;
          return `  ${who}${said}: ${returned} of ${assigned}${conflict}${lacks}`;
        }),
        ...(late.length > 0
          ? [`Addresses to remind: ${late.map(({ email }) => email).join(', ')}`]
          : []),
        ...(abstracts.length === 0
          ? ['Every abstract without a decision has its reviews.']
          : [
              `Abstracts without a decision and with fewer than ${wanted} reviews: ${abstracts.length}.`,
            ]),
        ...abstracts.map(
          ({ reference, title = '', assigned, returned, next }) =>
            `  ${reference}  ${returned} of ${assigned} came back${assigned < wanted ? `, and only ${assigned} of ${wanted} are assigned` : ''}${next ? `; next: ${next}` : ''}  ${title}`,
        ),
      ],
    };
  },
});

export const commands: readonly Command[] = [
  reviewTemplate,
  reviewAssign,
  reviewMore,
  reviewGive,
  reviewLeaves,
  reviewExclusions,
  reviewFolders,
  reviewArchive,
  reviewProgress,
  reviewCollect,
];
