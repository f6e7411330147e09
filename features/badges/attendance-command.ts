import { printAttendance } from './print-documents.ts';
import { command } from '#organiser/command.ts';
import { newFile } from '#organiser/fields.ts';
import { writeNewFile } from '#organiser/new-file.ts';

export const attendance = command({
  name: 'attendance',
  title: 'List for the registration desk',
  summary:
    'Lists everybody whose place is confirmed, by family name, with room, extras and requests, a box to tick and space for a signature.',
  subject: 'Lists and files',
  fields: { path: newFile('.pdf') },
  asksNobody: true,
  async work(context, { path }, print) {
    const { pdf, count } = await printAttendance(context);
    await writeNewFile(path, pdf);
    await print(`${path}: participants: ${count}.\n`);
  },
});
