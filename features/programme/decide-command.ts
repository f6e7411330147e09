import { sheetOfRows } from '#documents/spreadsheet.ts';
import { listAbstracts } from '#server/abstract/abstracts.ts';
import { planDecisions } from './decide-abstracts.ts';
import {
  addedColumns,
  changedCellWords,
  decisionColumns,
  decisionSheet,
  orders,
  readDecisionSheet,
} from './decision-sheet.ts';
import { answerOf, decisionsByAbstract } from './decisions.ts';
import { slotWords } from './slots.ts';
import { firstOf } from '#server/operations/plan.ts';
import { passedOverWords } from '#server/files/sheet-table.ts';
import { command, field } from '#organiser/command.ts';
import { SHEET } from '#organiser/fields.ts';
import { planBySheet } from '#organiser/read-sheet.ts';
import { TEMPLATE, writeSheetTemplate } from '#organiser/sheet-template.ts';
import { inColumn } from '#organiser/plain-output.ts';

export const decideBySheet = command({
  name: 'decide',
  id: 'decide-by-sheet',
  title: 'Record decisions from a sheet',
  summary:
    'Records the decisions in the sheet of the programme committee, and mails the authors once about each decision.',
  subject: 'Reviews and decisions',
  fields: {
    sheet: SHEET,
    isQuiet: field('flag', '--yes', 'Record the decisions, and write to no author', {
      confirms: 'record the decisions without letters',
    }),
  },
  asksProviders: false,
  plan: (context, { sheet, isQuiet }) =>
    planBySheet(sheet, decisionColumns, async (rows) => {
      const { decisions, about, notRead } = readDecisionSheet(rows, context.content.conference);
      const plan = await planDecisions(context, { decisions, isSending: !isQuiet });
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

export const decideTemplate = command({
  name: 'decide',
  when: '--template',
  id: 'decide-template',
  before: 'report',
  title: 'Sheet for the committee',
  summary:
    'Writes the sheet for the committee, with the reviews and the decisions so far. The reviewers’ comments for the author are in it, and go into the letter.',
  subject: 'Reviews and decisions',
  fields: {
    path: TEMPLATE,
    by: field('choice', '--by', 'Order', {
      choices: orders.map((value) => ({ value, label: ORDERS[value] })),
      otherwise: 'session',
    }),
    withheld: field('text', '--withhold "NAME OR ADDRESS"', 'Reviewer whose comments stay here', {
      hint: 'the committee sees them, and the author does not',
      otherwise: 'none',
    }),
  },
  async work({ payments: { db }, content }, { path, by = 'session', withheld }, print) {
    const reviews = await addedColumns()?.read(db, content.conference, withheld);
    const { columns, rows } = await decisionSheet(db, content, { by, reviews });
    await writeSheetTemplate(path, sheetOfRows('Abstracts', columns, rows));
    await print(
      `${path}: abstracts: ${rows.length}. Decision is accepted, rejected or empty. Day, Start, End and Room, or the Number of a poster, make the programme; Presentation and Slot are free.\n`,
    );
  },
});

export const answers = command({
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
