import { type Command, command, field } from '#organiser/command.ts';
import { printAttendance, printCertificates, printBadges } from './print-documents.ts';
import { newFile, REFERENCES } from '#organiser/fields.ts';
import { writeNewFile } from '#organiser/new-file.ts';
import { badgesPerSheet } from './badges.ts';

const badges = command({
  name: 'badges',
  before: 'checkin',
  title: 'Badges',
  summary: 'Prints name badges for everybody whose place is confirmed.',
  subject: 'Lists and files',
  fields: {
    path: newFile('.pdf'),
    size: field('choice', '--size', 'Size', {
      choices: [
        { value: 'card', label: 'Card (90 × 55 mm), ten on a sheet of A4' },
        { value: 'a6', label: 'A6 for lanyards, four on a sheet of A4' },
      ],
      otherwise: 'card',
    }),
    since: field('date', '--since 2026-05-20', 'Only places confirmed since', {
      otherwise: 'at any time',
    }),
    by: field('choice', '--by', 'Sorted by', {
      choices: [
        { value: 'family-name', label: 'Family name, the last word without titles' },
        { value: 'name', label: 'Whole name' },
      ],
      otherwise: 'family-name',
    }),
    references: REFERENCES,
  },
  async work(context, { path, size = 'card', by = 'family-name', ...request }, print) {
    const { pdf, count, beside } = await printBadges(context, {
      format: size,
      order: by,
      ...request,
    });
    await writeNewFile(path, pdf);
    const sheets = Math.ceil(count / badgesPerSheet(size));
    const order = by === 'name' ? 'by name' : 'by family name, the last word of the name';
    await print(
      `${path}: badges: ${count}${besideWords(beside)}, sheets: ${sheets}, sorted ${order}.\n`,
    );
  },
});

const certificates = command({
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
  async work(context, { path, ...request }, print) {
    const { pdf, count } = await printCertificates(context, request);
    await writeNewFile(path, pdf);
    await print(`${path}: certificates: ${count}.\n`);
  },
});

const attendance = command({
  name: 'attendance',
  title: 'List for the registration desk',
  summary:
    'Lists everybody whose place is confirmed, by family name, with room, extras and requests, a box to tick and space for a signature.',
  subject: 'Lists and files',
  fields: { path: newFile('.pdf') },
  async work(context, { path }, print) {
    const { pdf, count, beside } = await printAttendance(context);
    await writeNewFile(path, pdf);
    const others = beside === 0 ? '' : `, people who come with them: ${beside}`;
    await print(`${path}: participants: ${count - beside}${others}.\n`);
  },
});

function besideWords(beside: number): string {
  return beside === 0 ? '' : ` (${beside} of people who come with participants)`;
}

export const commands: readonly Command[] = [badges, attendance, certificates];
