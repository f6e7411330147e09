import { printCertificates } from './print-documents.ts';
import { command, field } from '#organiser/command.ts';
import { newFile, REFERENCES } from '#organiser/fields.ts';
import { writeNewFile } from '#organiser/new-file.ts';

export const certificates = command({
  name: 'certificates',
  before: 'report',
  title: 'Certificates of attendance',
  summary: 'Prints a certificate of attendance, a page of A4, for everybody who has checked in.',
  subject: 'Lists and files',
  fields: {
    path: newFile('.pdf'),
    isForAll: field('flag', '--all', 'For everybody whose place is confirmed'),
    references: REFERENCES,
  },
  asksNobody: true,
  async work(context, { path, ...request }, print) {
    const { pdf, count } = await printCertificates(context, request);
    await writeNewFile(path, pdf);
    await print(`${path}: certificates: ${count}.\n`);
  },
});
