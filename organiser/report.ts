import { resolve } from 'node:path';
import type { Organising } from '#server/operations/plan.ts';
import { reportOf } from '#server/reports/weekly-report.ts';
import { type Command, type Print, readArguments } from './command.ts';
import { CommandError, withCommandContext } from './command-context.ts';
import { writeNewFile } from './new-file.ts';

export const report: Command = {
  name: 'report',
  help: `report FILE.html
      writes the numbers as a page to read, print and send on: by day, type, country and session, from registering to paying`,
  async run(args, print) {
    const [file] = readArguments(args, {}, 1).positionals;
    if (file === undefined) throw new CommandError('Into which file?', 2);
    await withCommandContext((context) => reportCommand(context, resolve(file), print), {
      asksNobody: true,
    });
    return 0;
  },
};

export async function reportCommand(
  { payments, content, mailLayout }: Organising,
  path: string,
  print: Print,
): Promise<void> {
  const now = payments.clock();
  await writeNewFile(path, await reportOf(payments.db, content, { now, ...mailLayout }));
  await print(`${path}: the report of this moment\n`);
}
