import type { Db } from '#server/database/database.ts';
import type { FileStore } from '#server/files/file-store.ts';
import { elsewhereWords, filesElsewhere } from '#server/files/files-elsewhere.ts';
import { counted } from '#server/counted.ts';
import { recordsIn } from '#organiser/records.ts';
import { command, field } from '#organiser/command.ts';

export const exportRecords = command({
  name: 'export',
  title: 'Export of all records',
  summary:
    'Prints every registration, order, payment, refund, dispute, document, abstract, peer review and answer, one JSON object a line.',
  subject: 'Lists and files',
  // It has the reviews and the payments, too.
  right: 'Server',
  prints: 'records.jsonl',
  fields: {
    format: field('choice', '--format', 'Format', {
      choices: [{ value: 'jsonl', label: 'JSON lines' }],
      otherwise: 'jsonl',
    }),
  },
  async work({ payments, store }, _, print) {
    const { count, elsewhere } = await exportJsonLines(payments.db, await store(), print);
    console.error(counted(count, 'record'));
    if (elsewhere !== undefined) console.error(`${elsewhere}.`);
    return elsewhere === undefined ? 0 : 1;
  },
});

/**
 * Writes every record as one line of JSON. Returns the number of records, and a sentence about files in another store.
 */
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
