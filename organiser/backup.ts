import { existsSync } from 'node:fs';
import { timestamp } from '#server/identity.ts';
import { writeBackup } from '#server/backup/write-backup.ts';
import { elsewhereWords } from '#server/files/files-elsewhere.ts';
import { type CommandContext, CommandError } from './command-context.ts';

/** Writes a backup and prints what is in it; returns how many files of abstracts are missing or damaged. */
export async function backupCommand(
  { payments, store }: CommandContext,
  path: string,
  print: (line: string) => Promise<void>,
): Promise<number> {
  if (existsSync(path)) throw new CommandError(`${path} is there already: choose another name.`);
  const backup = await writeBackup(payments.db, await store(), path, timestamp(payments.clock()));
  await print(`${path}: ${backup.rows} rows, ${backup.files} files\n`);
  const elsewhere = elsewhereWords(backup.elsewhere);
  if (elsewhere !== undefined) await print(`${elsewhere}\n`);
  for (const key of backup.broken) await print(`not as it came: file ${key} of an abstract\n`);
  return backup.broken.length;
}
