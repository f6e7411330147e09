import { resolve } from 'node:path';
import { badgesPerSheet } from '#documents/badges.ts';
import { printBadges } from '#server/reports/print-documents.ts';
import { type Command, type Print, readArguments } from './command.ts';
import { CommandError, type CommandContext, withCommandContext } from './command-context.ts';
import { savePrinted } from './save-printed.ts';

export const badges: Command = {
  name: 'badges',
  help: `badges FILE.pdf [--size a6] [--since 2026-05-20] [--by name] [REFERENCE ...]
      name badges for everybody whose place is confirmed, in a new file: ten on a sheet of A4 (90 x 55 mm) with marks where to cut,
      or four (A6, for lanyards); only those confirmed since a day, or of some orders; sorted by the family name, which is the last
      word without titles, degrees and suffixes, or by the whole name`,
  async run(args, print) {
    const { values, positionals } = readArguments(args, {
      size: { type: 'string', default: 'card' },
      since: { type: 'string' },
      by: { type: 'string', default: 'family-name' },
    });
    const [file, ...references] = positionals;
    const { size: format, by: order, since } = values;
    if (file === undefined) throw new CommandError('Into which file?', 2);
    if (format !== 'card' && format !== 'a6') {
      throw new CommandError(`--size ${format} is not known: card and a6 are.`, 2);
    }
    if (order !== 'family-name' && order !== 'name') {
      throw new CommandError(`--by ${order} is not known: family-name and name are.`, 2);
    }
    const request = { format, order, since, references } as const;
    await withCommandContext(
      (context) => badgesCommand(context, { path: resolve(file), ...request }, print),
      { asksNobody: true },
    );
    return 0;
  },
};

async function badgesCommand(
  context: CommandContext,
  { path, ...request }: { path: string } & Parameters<typeof printBadges>[1],
  print: Print,
): Promise<void> {
  const count = await savePrinted(path, printBadges(context, request));
  const sheets = Math.ceil(count / badgesPerSheet(request.format));
  const order = request.order === 'name' ? 'by name' : 'by family name, the last word of the name';
  await print(`${path}: badges: ${count}, sheets: ${sheets}, sorted ${order}.\n`);
}
