import { resolve } from 'node:path';
import { printAttendance } from '#server/reports/print-documents.ts';
import { type Command, readArguments } from './command.ts';
import { CommandError, withCommandContext } from './command-context.ts';
import { savePrinted } from './save-printed.ts';

export const attendance: Command = {
  name: 'attendance',
  help: `attendance FILE.pdf
      the list for the registration desk, in a new file: everybody whose place is confirmed, by family name (the last word of the
      name, without titles and suffixes), with room, extras and requests, a box to tick and room for a signature`,
  async run(args, print) {
    const [file] = readArguments(args, {}, 1).positionals;
    if (file === undefined) throw new CommandError('Into which file?', 2);
    const path = resolve(file);
    const count = await withCommandContext(
      (context) => savePrinted(path, printAttendance(context)),
      { asksNobody: true },
    );
    await print(`${path}: participants: ${count}.\n`);
    return 0;
  },
};
