import { existsSync } from 'node:fs';
import { timestamp } from '#server/identity.ts';
import { writeBackup } from '#server/operations/write-backup.ts';
import { elsewhereWords } from '#server/files/files-elsewhere.ts';
import { versionWords } from '#server/files/missing-files.ts';
import { command, type Print, field } from './command.ts';
import { type CommandContext, CommandError } from './command-context.ts';
import { cannotWrite } from './new-file.ts';

export const backup = command({
  name: 'backup',
  summary: 'Writes all rows and files of this moment into one new archive; the server may run.',
  notOffered: 'A backup belongs on another disk than the downloads of a browser.',
  fields: { path: field('file', 'FILE', 'File') },
  asksNobody: true,
  async work(context, { path }, print) {
    const broken = await backupCommand(context, path, print);
    return broken === 0 ? 0 : 1;
  },
});

/**
 * Writes a backup and prints its numbers of rows and files. Returns the number of missing or damaged files of
 * abstracts.
 */
export async function backupCommand(
  { payments, store }: CommandContext,
  path: string,
  print: Print,
): Promise<number> {
  if (existsSync(path)) throw new CommandError(`${path} exists already: choose another name.`);
  const createdAt = timestamp(payments.clock());
  const written = await writeBackup(payments.db, await store(), path, createdAt).catch(
    (error: unknown) => {
      throw cannotWrite(path, error);
    },
  );
  await print(
    `${path}: ${written.rows.toLocaleString('en')} rows, ${written.files.toLocaleString('en')} files\n`,
  );
  const elsewhere = elsewhereWords(written.elsewhere);
  if (elsewhere !== undefined) await print(`${elsewhere}\n`);
  if (written.broken.length > 0) {
    const versions = await versionWords(payments.db);
    for (const key of written.broken) {
      await print(`damaged or missing: ${versions.get(key) ?? 'an abstract'} (file ${key})\n`);
    }
  }
  return written.broken.length;
}
