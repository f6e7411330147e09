import { resolve } from 'node:path';
import { printCertificates } from '#server/reports/print-documents.ts';
import { type Command, readArguments } from './command.ts';
import { CommandError, withCommandContext } from './command-context.ts';
import { savePrinted } from './save-printed.ts';

export const certificates: Command = {
  name: 'certificates',
  help: `certificates FILE.pdf [--all] [REFERENCE ...]
      certificates of attendance, a page of A4 each, in a new file: for everybody who has checked in, or with --all whose place is
      confirmed; of all orders, or of some`,
  async run(args, print) {
    const { values, positionals } = readArguments(args, {
      all: { type: 'boolean', default: false },
    });
    const [file, ...references] = positionals;
    if (file === undefined) throw new CommandError('Into which file?', 2);
    const path = resolve(file);
    const request = { isForAll: values.all, references };
    const count = await withCommandContext(
      (context) => savePrinted(path, printCertificates(context, request)),
      { asksNobody: true },
    );
    await print(`${path}: certificates: ${count}.\n`);
    return 0;
  },
};
