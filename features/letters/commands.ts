import { type Command, command, field } from '#organiser/command.ts';
import { planDiscard } from './discard-letter.ts';
import { existsSync } from 'node:fs';
import { join, parse } from 'node:path';
import { type Content, languagesOf } from '#contract/content.ts';
import { quotaSettings } from '#server/config/feature-settings.ts';
import { selectionWords } from './letter-words.ts';
import { placeholders } from './placeholders.ts';
import { planLetter } from './write-letter.ts';
import { readGivenText } from '#organiser/given-file.ts';
import { CSV_MARK, csvLine } from '#contract/csv.ts';
import { consentColumns, planConsents } from './read-consents.ts';
import { listAgreed } from '#server/mail/consents.ts';
import { SHEET, REFERENCE } from '#organiser/fields.ts';
import { writeNewFile } from '#organiser/new-file.ts';
import { planBySheet } from '#organiser/read-sheet.ts';
import { planResend } from './resend-mails.ts';

const resend = command({
  name: 'resend',
  before: 'move',
  title: 'Send mails again',
  summary:
    'Mails the confirmation with the link to the receipt again. Anyone who has not paid gets a reminder. An author gets the confirmation of the abstract with the link to its page, or after the decision the letter about it.',
  subject: 'Mails',
  fields: {
    reference: REFERENCE,
    what: field('choice', '--to', 'Which mails', {
      choices: [
        { value: 'receipt', label: 'The confirmation' },
        { value: 'all', label: 'The confirmation, and mails about refunds' },
      ],
      otherwise: 'receipt',
    }),
  },
  asksProviders: false,
  plan: (context, { reference, what = 'receipt' }) => planResend(context, { reference, what }),
  confirm: '--send',
});

const consents = command({
  name: 'consents',
  before: 'invite --links',
  summary:
    'Reads the addresses that agreed at an earlier conference to be invited, so that you can write to them: write --to former --news.',
  notOffered: 'It is done once, before the registration opens.',
  fields: { sheet: SHEET },
  plan: ({ payments }, { sheet }) =>
    planBySheet(sheet, consentColumns, (rows) => planConsents(payments, rows)),
});

const writeConsents = command({
  name: 'consents',
  when: '--write',
  id: 'write-consents',
  summary:
    "Writes the addresses that agreed to be invited again as a file for next year's conference. Nobody who unsubscribed is in it.",
  notOffered: 'It is done once, after the conference.',
  fields: {
    path: field('file', '--write FILE.csv', 'File', { endings: ['.csv'] }),
  },
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

const write = command({
  name: 'write',
  before: 'report',
  title: 'Write a letter',
  summary:
    'Writes a letter to everybody who matches, each once; the same letter again reaches only people who registered since. The plan names the recipients and shows the mail.',
  subject: 'Mails',
  fields: {
    letter: field('letter', 'LETTER.md', 'Letter', {
      hint: 'beside LETTER.md there may be LETTER.de.md for the readers of German; the first line is “Subject: …”, then an empty line and the text; these placeholders are filled in, the links also in [words]({pay_link})',
      words: Object.fromEntries(
        Object.entries(placeholders).map(([place, meaning]) => [`{${place}}`, meaning]),
      ),
    }),
    selection: field('text', '--to "paid, speaker"', 'Recipients', {
      hint: 'such as “paid, speaker, country=Poland”, where a comma means “and”',
      wordsIn: selectionWords,
    }),
    isNews: field(
      'flag',
      '--news',
      'News, not about the reader’s own registration: add a link to unsubscribe',
    ),
  },
  asksProviders: false,
  async plan(context, { letter, ...request }) {
    const file = await readGivenText(letter);
    const translations = await readTranslations(letter, context.content);
    const { mails: mailsPerHour } = quotaSettings(context.env);
    return planLetter(context, { file, translations, mailsPerHour, ...request });
  },
  confirm: '--send',
});

/** The files beside a letter that have it in the further languages: LETTER.de.md beside LETTER.md. */
async function readTranslations(letter: string, content: Content): Promise<Record<string, string>> {
  const { dir, name, ext } = parse(letter);
  const found: Record<string, string> = {};
  for (const language of languagesOf(content).slice(1)) {
    const path = join(dir, `${name}.${language}${ext}`);
    if (existsSync(path)) found[language] = await readGivenText(path);
  }
  return found;
}

const discardLetter = command({
  name: 'mails',
  when: '--discard',
  id: 'discard-letter',
  isEnding: true,
  before: 'mails --test',
  title: 'Discard the letter',
  summary: 'Deletes the unsent mails of a letter to many.',
  subject: 'Mails',
  fields: {
    letter: field('text', '--discard LETTER', 'Letter', { hint: 'its subject or id' }),
  },
  asksProviders: false,
  plan: planDiscard,
});

export const commands: readonly Command[] = [resend, consents, writeConsents, write, discardLetter];
