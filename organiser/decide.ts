import { sheetOfRows } from '#documents/spreadsheet.ts';
import { listAbstracts } from '#server/abstract/abstracts.ts';
import { planDecisions } from '#server/abstract/decide-abstracts.ts';
import {
  decisionColumns,
  decisionSheet,
  readDecisionSheet,
} from '#server/abstract/decision-sheet.ts';
import { decisionsByAbstract } from '#server/abstract/decisions.ts';
import { passedOverWords } from '#server/files/sheet-table.ts';
import {
  carryOut,
  type Command,
  JSON_OPTION,
  type Print,
  readArguments,
  YES_OPTION,
} from './command.ts';
import { type CommandContext, CommandError, withCommandContext } from './command-context.ts';
import { writeSheetTemplate } from './sheet-template.ts';
import { readSheet } from './read-sheet.ts';

export const decide: Command = {
  name: 'decide',
  help: `decide FILE.xlsx|FILE.csv [--yes|--send]
      writes down what the programme committee decided, from its sheet; --send writes to the authors, too, once about each
      decision. Without either it only says what it would do
  npm run --silent organiser -- decide --template FILE.xlsx
      writes the sheet for the committee, with what is decided so far
  npm run --silent organiser -- decide --answers [--json]
      what was decided, and whether the authors will present`,
  async run(args, print) {
    const options = {
      ...JSON_OPTION,
      ...YES_OPTION,
      send: { type: 'boolean', default: false },
      answers: { type: 'boolean', default: false },
      template: { type: 'string' },
    } as const;
    const { values, positionals } = readArguments(args, options, 1);
    const [path] = positionals;
    const { template, answers, json: isJson, yes, send: isSending } = values;
    const named = [template, path].filter((one) => one !== undefined).length + Number(answers);
    if (named !== 1) throw new CommandError('A FILE.xlsx, --template FILE.xlsx, or --answers?', 2);
    await withCommandContext(
      async (context) => {
        if (answers) return printAnswers(context, isJson, print);
        if (template !== undefined) return writeTemplate(context, template, print);
        if (path !== undefined) {
          return decideBySheet(context, { path, isReal: yes || isSending, isSending }, print);
        }
      },
      { asksNobody: true },
    );
    return 0;
  },
};

export async function writeTemplate(
  { payments, content }: Pick<CommandContext, 'payments' | 'content'>,
  path: string,
  print: Print,
): Promise<void> {
  const rows = await decisionSheet(payments.db, content);
  const sheet = sheetOfRows(
    'Abstracts',
    decisionColumns,
    rows.map((row) => row.map((text) => text || undefined)),
  );
  await writeSheetTemplate(path, sheet);
  await print(
    `${path} has ${rows.length} abstracts. Decision is accepted, rejected or empty; Presentation and Slot are free.\n`,
  );
}

export async function decideBySheet(
  context: CommandContext,
  { path, isReal, isSending }: { path: string; isReal: boolean; isSending: boolean },
  print: Print,
): Promise<void> {
  const { rows, notes } = await readSheet(path);
  const planned = async () => {
    const { decisions, notRead } = readDecisionSheet(rows);
    const plan = await planDecisions(context, { decisions, isSending: isSending || !isReal });
    return { ...plan, words: [...plan.words, ...passedOverWords(notRead), ...notes] };
  };
  await carryOut(planned(), { isReal, flag: '--send' }, print);
  if (!isReal) await print('With --yes it is written down, and no letter is sent.\n');
}

export async function printAnswers(
  { payments: { db } }: Pick<CommandContext, 'payments'>,
  isJson: boolean,
  print: Print,
): Promise<void> {
  const decisions = await decisionsByAbstract(db);
  const rows = (await listAbstracts(db)).flatMap(({ id, reference, name, email }) => {
    const decision = decisions.get(id);
    if (!decision) return [];
    const { outcome, presentation, slot, toldAt, answer, answeredAt } = decision;
    return [{ reference, name, email, outcome, presentation, slot, toldAt, answer, answeredAt }];
  });
  if (isJson) return print(`${JSON.stringify(rows, undefined, 2)}\n`);
  for (const { reference, name, email, outcome, toldAt, answer } of rows) {
    const said = answer ?? (toldAt === undefined ? 'not written to' : 'no answer');
    await print(
      `${reference.padEnd(16)}${outcome.padEnd(10)}${said.padEnd(16)}${name}  ${email}\n`,
    );
  }
  if (rows.length === 0) await print('Nothing was decided yet.\n');
}
