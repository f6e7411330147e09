import { setTimeout } from 'node:timers/promises';
import { MINUTE } from '#contract/time-spans.ts';
import { command, field, type Print } from '#organiser/command.ts';
import type { CommandContext } from '#organiser/command-context.ts';
import { follow, type Followed, keepFiles } from './follow.ts';

const EVERY_MS = 5000;
/** A build that has failed is tried again then. */
const AGAIN_MS = MINUTE;

export const followCommand = command({
  name: 'follow',
  summary:
    'Beside a server on another machine than the dashboard: takes what is saved there, and builds the pages; runs until Ctrl+C.',
  notOffered: 'It runs on another machine than the dashboard.',
  asksProviders: false,
  fields: {
    isOnce: field('flag', '--once', 'Only once, and ends'),
    keeps: field('flag', '--keep', 'Keeps the files of this folder as they are'),
  },
  work: async (context, { isOnce, keeps }, print) => {
    if (keeps) return print(keptWords(await keepFiles(context)));
    if (isOnce) {
      const followed = await follow(context);
      await print(`${wordsOf(followed) ?? 'Nothing is newer elsewhere.'}\n`);
      const { edited, beyond, trouble } = followed;
      return trouble === undefined && edited.length + beyond.length === 0 ? 0 : 1;
    }
    await followOn(context, print);
  },
});

async function followOn(context: CommandContext, print: Print): Promise<void> {
  const { untilStopped } = await import('#organiser/dashboard/open-dashboard.ts');
  const stop = new AbortController();
  const stopped = untilStopped().then(() => stop.abort());
  let said: string | undefined;
  while (!stop.signal.aborted) {
    let isFailed = false;
    try {
      const followed = await follow(context);
      isFailed = followed.trouble !== undefined;
      const words = wordsOf(followed);
      // A log with the same sentence each five seconds hides the others.
      if (words !== undefined && words !== said) await print(`${words}\n`);
      said = words;
    } catch (error) {
      await print(`The saves of the dashboard could not be read: ${String(error)}\n`);
    }
    await setTimeout(isFailed ? AGAIN_MS : EVERY_MS, undefined, stop).catch(() => undefined);
  }
  await stopped;
}

function wordsOf({ taken, edited, beyond, trouble }: Followed): string | undefined {
  const lines = [
    ...(taken.length > 0 ? [`Taken and built: ${taken.join(', ')}.`] : []),
    ...(edited.length > 0
      ? [
          `Edited by hand here, so the newer save is not taken: ${edited.join(', ')}. Copy the file from the other machine, or “organiser follow --keep” keeps it as it is.`,
        ]
      : []),
    ...(beyond.length > 0
      ? [
          `Not taken: ${beyond.join(', ')}. The newer save changes what only the file itself says, such as the account (bank_transfer) or who sells. If somebody changed that by hand on the other machine, copy the file from there; if nobody did, somebody else has written into the database.`,
        ]
      : []),
    ...(trouble === undefined
      ? []
      : [`Nothing was taken, and the files are as before. ${trouble}`]),
  ];
  return lines.length > 0 ? lines.join('\n') : undefined;
}

function keptWords(kept: readonly string[]): string {
  if (kept.length === 0) return 'The folder has every save of the dashboard.\n';
  return `Kept as they are: ${kept.join(', ')}. The next save of one of them is taken again.\n`;
}
