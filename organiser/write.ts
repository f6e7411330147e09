import { quotaSettings } from '#server/config/feature-settings.ts';
import { planLetter } from '#server/letters/write-letter.ts';
import { carryOut, type Command, readArguments } from './command.ts';
import { CommandError, withCommandContext } from './command-context.ts';
import { readGivenText } from './given-file.ts';

export const write: Command = {
  name: 'write',
  help: `write LETTER.md --to "paid, speaker, country=Poland" [--news] [--send]
      writes to all who are meant, each once; the same letter again reaches those who came since. Without --send it only says
      to whom, and shows the mail. --news: a letter about something else than the reader's own registration, which has a link
      to unsubscribe`,
  async run(args, print) {
    const options = {
      to: { type: 'string' },
      news: { type: 'boolean', default: false },
      send: { type: 'boolean', default: false },
    } as const;
    const { values, positionals } = readArguments(args, options, 1);
    const [path] = positionals;
    const { to: selection, news: isNews, send: isReal } = values;
    if (path === undefined) throw new CommandError('Which letter?', 2);
    if (selection === undefined) {
      throw new CommandError('To whom? Add --to "paid, speaker", or --to all.', 2);
    }
    const file = await readGivenText(path);
    await withCommandContext(
      (context) => {
        const { mails: mailsPerHour } = quotaSettings(context.env);
        const request = { file, selection, isNews, mailsPerHour };
        return carryOut(planLetter(context, request), { isReal, flag: '--send' }, print);
      },
      { asksNobody: true },
    );
    return 0;
  },
};
