import { quotaSettings } from '#server/config/feature-settings.ts';
import { planLetter } from '#server/letters/write-letter.ts';
import { command, field } from './command.ts';
import { readGivenText } from './given-file.ts';

export const write = command({
  name: 'write',
  title: 'Write a letter',
  summary:
    'Writes a letter to everybody who matches, each once; the same letter again reaches only people who registered since. The plan names the recipients and shows the mail.',
  subject: 'Mails',
  fields: {
    letter: field('letter', 'LETTER.md', 'Letter', {
      hint: 'the first line is “Subject: …”, then an empty line and the text; {name} and {reference} are filled in',
    }),
    selection: field('text', '--to "paid, speaker"', 'Recipients', {
      hint: 'such as “paid, speaker, country=Poland”, where a comma means “and”, or all',
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
    const { mails: mailsPerHour } = quotaSettings(context.env);
    return planLetter(context, { file, mailsPerHour, ...request });
  },
  confirm: '--send',
});
