import { CSV_MARK, csvLine } from '#contract/csv.ts';
import { consentColumns, planConsents } from './read-consents.ts';
import { listAgreed } from '#server/mail/consents.ts';
import { command, field } from '#organiser/command.ts';
import { SHEET } from '#organiser/fields.ts';
import { writeNewFile } from '#organiser/new-file.ts';
import { planBySheet } from '#organiser/read-sheet.ts';

export const consents = command({
  name: 'consents',
  before: 'invite --links',
  summary:
    'Reads the addresses that agreed at an earlier conference to be invited, so that you can write to them: write --to former --news.',
  notOffered: 'It is done once, before the registration opens.',
  fields: { sheet: SHEET },
  plan: ({ payments }, { sheet }) =>
    planBySheet(sheet, consentColumns, (rows) => planConsents(payments, rows)),
  confirm: '--yes',
});

export const writeConsents = command({
  name: 'consents',
  when: '--write',
  id: 'write-consents',
  summary:
    "Writes the addresses that agreed to be invited again as a file for next year's conference. Nobody who unsubscribed is in it.",
  notOffered: 'It is done once, after the conference.',
  fields: {
    path: field('file', '--write FILE.csv', 'File', { endings: ['.csv'] }),
  },
  asksNobody: true,
  async work({ payments }, { path }, print) {
    const agreed = await listAgreed(payments.db);
    const lines = agreed.map(({ email, name, language, answeredAt }) =>
      csvLine([email, name, language, answeredAt]),
    );
    const titles = csvLine(['Email', 'Name', 'Language', 'Agreed']);
    await writeNewFile(path, `${CSV_MARK}${titles}${lines.join('')}`);
    await print(`Addresses that agreed to be invited again: ${agreed.length}, in ${path}.\n`);
  },
});
