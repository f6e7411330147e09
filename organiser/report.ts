import { reportOf } from '#server/reports/weekly-report.ts';
import { command } from './command.ts';
import { newFile } from './fields.ts';
import { writeNewFile } from './new-file.ts';

export const report = command({
  name: 'report',
  title: 'Report',
  summary:
    'Writes the figures as a page that you can read, print and forward: by day, type, country and session, from registration to payment.',
  subject: 'Lists and files',
  fields: { path: newFile('.html') },
  asksNobody: true,
  async work({ payments, content, mailLayout }, { path }, print) {
    const now = payments.clock();
    await writeNewFile(path, await reportOf(payments.db, content, { now, ...mailLayout }));
    await print(`${path}: report written.\n`);
  },
});
