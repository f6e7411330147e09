import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { timestamp } from '#server/identity.ts';
import { writeBackup } from '#server/operations/write-backup.ts';
import { elsewhereWords } from '#server/files/files-elsewhere.ts';
import { type CommandContext, CommandError, withCommandContext } from './command-context.ts';
import { type Command, readArguments } from './command.ts';

export const backup: Command = {
  name: 'backup',
  help: `backup FILE
      writes all rows and files of this moment into one new archive; the server may run`,
  async run(args, print) {
    const [file] = readArguments(args, {}, 1).positionals;
    if (file === undefined) throw new CommandError('Into which file?', 2);
    const broken = await withCommandContext(
      (context) => backupCommand(context, resolve(file), print),
      { asksNobody: true },
    );
    return broken === 0 ? 0 : 1;
  },
};

/** Writes a backup and prints what is in it; returns how many files of abstracts are missing or damaged. */
export async function backupCommand(
  { payments, store }: CommandContext,
  path: string,
  print: (line: string) => Promise<void>,
): Promise<number> {
  if (existsSync(path)) throw new CommandError(`${path} is there already: choose another name.`);
  const written = await writeBackup(payments.db, await store(), path, timestamp(payments.clock()));
  await print(`${path}: ${written.rows} rows, ${written.files} files\n`);
  const elsewhere = elsewhereWords(written.elsewhere);
  if (elsewhere !== undefined) await print(`${elsewhere}\n`);
  for (const key of written.broken) await print(`not as it came: file ${key} of an abstract\n`);
  return written.broken.length;
}
