import { type Command, command, field } from '#organiser/command.ts';
import { SHEET } from '#organiser/fields.ts';
import { planDecisions } from './decide-abstracts.ts';
import { decide } from './decide-one.ts';
import {
  readDecisionSheet,
  addedColumns,
  changedCellWords,
  decisionColumns,
  decisionSheet,
  sessionCalled,
  orders,
} from './decision-sheet.ts';
import { quotaSettings } from '#server/config/feature-settings.ts';
import { siteFolders } from '#server/content/folders.ts';
import { planPosterNumbers } from './number-posters.ts';
import { draftAgenda, planAgenda } from './plan-agenda.ts';
import { writeNewFile } from '#organiser/new-file.ts';
import { sheetOfRows } from '#documents/spreadsheet.ts';
import { listAbstracts } from '#server/abstract/abstracts.ts';
import { answerOf, decisionsByAbstract } from './decisions.ts';
import { decisionStatistics, statisticsLines } from './decision-statistics.ts';
import { slotWords } from './slots.ts';
import { firstOf } from '#server/operations/plan.ts';
import { passedOverWords } from '#server/files/sheet-table.ts';
import { planBySheet } from '#organiser/read-sheet.ts';
import { TEMPLATE_OR_CSV, writeSheetTemplate } from '#organiser/sheet-template.ts';
import { inColumn } from '#organiser/plain-output.ts';

const SESSION = field('session', '--session "SESSION"', 'Session of a track chair', {
  hint: 'its name or its id',
  otherwise: 'all sessions',
});

const decideBySheet = command({
  name: 'decide',
  id: 'decide-by-sheet',
  title: 'Record decisions from a sheet',
  summary:
    'Records the decisions in the sheet of the programme committee, and mails the authors once about each decision.',
  subject: 'Reviews and decisions',
  fields: {
    sheet: SHEET,
    session: SESSION,
    isQuiet: field('flag', '--yes', 'Record the decisions, and write to no author', {
      confirms: 'record the decisions without letters',
    }),
  },
  asksProviders: false,
  plan: (context, { sheet, session: typed, isQuiet }) =>
    planBySheet(sheet, decisionColumns, async (rows) => {
      const session = sessionCalled(context.content, typed);
      const { decisions, about, notRead } = readDecisionSheet(rows, context.content.conference);
      const { mails: mailsPerHour } = quotaSettings(context.env);
      const isSending = !isQuiet;
      const request = { decisions, session, isSending, mailsPerHour };
      const plan = await planDecisions(context, request);
      const ours = addedColumns()?.headings(context.content.conference) ?? [];
      const others = notRead.filter((heading) => !ours.includes(heading));
      const changed = await changedCellWords(context.payments.db, context.content, about);
      return {
        ...plan,
        words: [...plan.words, ...firstOf(changed).map(String), ...passedOverWords(others)],
      };
    }),
  confirm: '--send',
});

const ORDERS = {
  session: 'By session, the best mean first',
  mean: 'By mean, the best first',
  title: 'By title',
  reference: 'By reference',
};

const decideTemplate = command({
  name: 'decide',
  when: '--template',
  id: 'decide-template',
  before: 'report',
  title: 'Sheet for the committee',
  summary:
    'Writes the sheet for the committee, with the reviews and the decisions so far. The reviewers’ comments for the author are in it, and go into the letter.',
  subject: 'Reviews and decisions',
  fields: {
    path: TEMPLATE_OR_CSV,
    by: field('choice', '--by', 'Order', {
      choices: orders.map((value) => ({ value, label: ORDERS[value] })),
      otherwise: 'session',
    }),
    session: SESSION,
    withheld: field('text', '--withhold "NAME OR ADDRESS"', 'Reviewer whose comments stay here', {
      hint: 'the committee sees them, and the author does not',
      otherwise: 'none',
    }),
  },
  async work({ payments: { db }, content }, { path, by = 'session', session, withheld }, print) {
    const sessionId = sessionCalled(content, session)?.id;
    const reviews = await addedColumns()?.read(db, content.conference, withheld);
    const { columns, rows, ownComments } = await decisionSheet(db, content, {
      by,
      reviews,
      sessionId,
    });
    await writeSheetTemplate(path, sheetOfRows('Abstracts', columns, rows));
    await print(
      [
        `${path}: abstracts: ${rows.length}. Decision is accepted, rejected, revise with a day in Revise until, or empty. Day, Start, End and Room, or the Number of a poster, make the programme; Presentation and Slot are free.`,
        ...firstOf(ownComments).map(
          (reference) =>
            `${reference}: the comment of the committee for the author stays, beside the present ones of the reviewers.`,
        ),
        '',
      ].join('\n'),
    );
  },
});

const answers = command({
  name: 'decide',
  when: '--answers',
  id: 'answers',
  title: 'Answers of authors',
  summary: 'Lists the decisions, and whether the authors will present.',
  subject: 'Reviews and decisions',
  async report({ payments: { db } }) {
    const decisions = await decisionsByAbstract(db);
    const facts = (await listAbstracts(db)).flatMap((abstract) => {
      const { id, reference, name, email } = abstract;
      const decision = decisions.get(id);
      if (!decision) return [];
      const { outcome, presentation, toldAt } = decision;
      const slot = slotWords(decision);
      const answer = answerOf(abstract, decision);
      const answeredAt =
        answer === 'WITHDRAWN' ? abstract.withdrawnAt : answer && decision.confirmedAt;
      return [{ reference, name, email, outcome, presentation, slot, toldAt, answer, answeredAt }];
    });
    const lines = facts.map(({ reference, name, email, outcome, toldAt, answer }) => {
      const silent = outcome === 'ACCEPTED' ? 'no answer' : 'was told';
      const said = answer ?? (toldAt === undefined ? 'not written to' : silent);
      return `${inColumn(reference, 16)}${inColumn(outcome, 10)}${inColumn(said, 16)}${name}  ${email}`;
    });
    return { facts, lines: facts.length === 0 ? ['Nothing was decided yet.'] : lines };
  },
});

const statistics = command({
  name: 'decide',
  when: '--statistics',
  id: 'decision-statistics',
  title: 'Statistics of decisions',
  summary: 'Counts for the report how many abstracts were accepted, by session, country and kind.',
  subject: 'Reviews and decisions',
  async report({ payments: { db }, content }) {
    const facts = await decisionStatistics(db, content);
    return { facts, lines: statisticsLines(facts), none: 'There are no abstracts yet.' };
  },
});

const REPLACES = field('flag', '--replace-edits', 'Replace what was edited or deleted by hand');

const agenda = command({
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

const agendaFile = command({
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

const numberPosters = command({
  name: 'agenda',
  when: '--number-posters',
  id: 'number-posters',
  title: 'Number the posters',
  summary:
    'Gives accepted posters without a number the next ones, session by session, and writes to their authors.',
  subject: 'Programme',
  fields: {
    isAgain: field('flag', '--again', 'Number all posters from the beginning'),
    isQuiet: field('flag', '--yes', 'Record the numbers, and write to no author', {
      confirms: 'record the numbers without letters',
    }),
  },
  asksProviders: false,
  plan: (context, { isQuiet, isAgain }) =>
    planPosterNumbers(context, { isSending: !isQuiet, isAgain }),
  confirm: '--send',
});

export const commands: readonly Command[] = [
  decideTemplate,
  decideBySheet,
  answers,
  statistics,
  numberPosters,
  agenda,
  agendaFile,
  decide,
];
