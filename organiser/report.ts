import { reportOf } from '#server/reports/weekly-report.ts';
import { command } from './command.ts';
import { newFile } from './fields.ts';
import { writeNewFile } from './new-file.ts';

export const report = command({
  name: 'report',
  title: 'Report',
  summary:
    'Writes the figures as a page to read, print and send on: by day, type, country and session, from registering to paying.',
  subject: 'Lists and files',
  fields: { path: newFile('.html') },
  asksNobody: true,
  async work({ payments, content, mailLayout }, { path }, print) {
    const now = payments.clock();
    await writeNewFile(path, await reportOf(payments.db, content, { now, ...mailLayout }));
    await print(`${path}: report written.\n`);
  },
});
