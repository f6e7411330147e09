import type { Db } from '#server/database/database.ts';
import type { FileStore } from '#server/files/file-store.ts';
import { elsewhereWords, filesElsewhere } from '#server/files/files-elsewhere.ts';
import { recordsIn } from './records.ts';
import { type Command, readArguments } from './command.ts';
import { CommandError, withCommandContext } from './command-context.ts';

export const exportRecords: Command = {
  name: 'export',
  help: `export --format jsonl
      every registration, order, payment, refund, dispute, document and abstract, one JSON object a line`,
  async run(args, print) {
    const options = { format: { type: 'string', default: 'jsonl' } } as const;
    const { format } = readArguments(args, options, 0).values;
    if (format !== 'jsonl') throw new CommandError(`--format ${format} is not known: jsonl is.`, 2);
    const { count, elsewhere } = await withCommandContext(
      async ({ payments, store }) => exportJsonLines(payments.db, await store(), print),
      { asksNobody: true },
    );
    console.error(`${count} records`);
    if (elsewhere !== undefined) console.error(`${elsewhere}.`);
    return elsewhere === undefined ? 0 : 1;
  },
};

/** Writes every record as one line of JSON; returns how many, and in words which files are elsewhere. */
export async function exportJsonLines(
  db: Db,
  store: FileStore,
  write: (line: string) => Promise<void>,
): Promise<{ count: number; elsewhere: string | undefined }> {
  let count = 0;
  for await (const record of recordsIn(db, store)) {
    await write(`${JSON.stringify(record)}\n`);
    count += 1;
  }
  return { count, elsewhere: elsewhereWords(await filesElsewhere(db, store.id)) };
}
