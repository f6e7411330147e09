import { readRange } from '#server/reports/date-range.ts';
import { reportOf } from '#server/reports/weekly-report.ts';
import { command } from '#organiser/command.ts';
import { newFile, RANGE } from '#organiser/fields.ts';
import { writeNewFile } from '#organiser/new-file.ts';

export const report = command({
  name: 'report',
  title: 'Report',
  summary:
    'Writes the figures as a page that you can read, print and forward: by day, type, country and session, from registration to payment. A month, a year or days select people by when they registered, abstracts by when they were received, and money by when it was paid or refunded.',
  subject: 'Lists and files',
  fields: { path: newFile('.html'), ...RANGE },
  async work({ payments, content, mailLayout }, { path, ...typed }, print) {
    const now = payments.clock();
    const range = readRange(typed, content.conference.dates.timezone);
    await writeNewFile(path, await reportOf(payments.db, content, { now, range, ...mailLayout }));
    await print(`${path}: report written.\n`);
  },
});
