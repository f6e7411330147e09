import { existsSync } from 'node:fs';
import { join, parse } from 'node:path';
import { type Content, languagesOf } from '#contract/content.ts';
import { quotaSettings } from '#server/config/feature-settings.ts';
import { selectionWords } from './letter-words.ts';
import { placeholders } from './placeholders.ts';
import { planLetter } from './write-letter.ts';
import { command, field } from '#organiser/command.ts';
import { readGivenText } from '#organiser/given-file.ts';

export const write = command({
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
  asksNobody: true,
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
