import { cpSync, existsSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { isDay } from '#contract/content/calendar-days.ts';
import type { Content } from '#contract/content.ts';
import { ContentError } from '#server/content/content-error.ts';
import { siteFolders } from '#server/content/folders.ts';
import { yearLater } from '#server/content/moved-dates.ts';
import { nextEdition } from '#server/content/next-edition.ts';
import { readContent } from '#server/content/read-content.ts';
import { command, field, type Print } from '#organiser/command.ts';
import { CommandError } from '#organiser/command-context.ts';
import { shellWord } from '#server/shell-word.ts';
import { moveFolder } from '#organiser/move-folder.ts';
import { howToRun } from '#server/how-to-run.ts';

export const nextYear = command({
  name: 'next',
  summary:
    "Writes the folder of next year's conference from this one: days moved, prefix and years counted up, without speakers and programme.",
  notOffered: 'It writes files that you edit before a server starts with them.',
  fields: {
    folder: field('path', 'FOLDER', 'Folder'),
    start: field('date', '--start 2027-05-28', 'First day', {
      otherwise: 'the same weekday a year later',
    }),
  },
  async alone({ folder, start }, print) {
    process.umask(0o022);
    await nextYearCommand(siteFolders(process.env).content, { folder, start }, print);
  },
});

export async function nextYearCommand(
  current: string,
  { folder, start }: { folder: string; start: string | undefined },
  print: Print,
): Promise<void> {
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new CommandError(`${folder} is not empty: name a new folder.`);
  if (`${resolve(folder)}/`.startsWith(`${current}/`))
    throw new CommandError('The new folder cannot be inside the old one.');
  const content = read(current, 'Please correct the folder first.');
  const { dates, language } = content.conference;
  const first = start ?? yearLater(dates.start);
  if (!isDay(first))
    throw new CommandError(`${first} is not a day such as ${yearLater(dates.start)}.`);
  if (first <= dates.start)
    throw new CommandError(
      `${first} is not after ${dates.start}, the first day of this conference.`,
    );

  const languages = [language, ...Object.keys(content.translations)];
  cpSync(current, folder, { recursive: true });
  moveFolder(folder, { dates, first, languages }, (file, text, edition) =>
    nextEdition(file, text, { ...edition, placeholder: content.labels.moments.notSet }),
  );
  const next = read(folder, `${folder} is written, and has these mistakes.`).conference;
  await print(
    [
      `${next.name}: ${next.dates.text}, in ${folder}.`,
      `References begin with ${next.referencePrefix}. Speakers and programme are empty.`,
      '',
      `  export CONTENT_DIR=${shellWord(folder)}`,
      `  ${howToRun.organiser} leftovers   # lists what you have to confirm`,
      '',
      'Delete a line "# To be confirmed" after you have checked what is below it.',
      'The old folder is as it was. Next year has a database of its own: docs/your-conference.md, "Next year".',
      '',
    ].join('\n'),
  );
}

function read(folder: string, advice: string): Content {
  try {
    return readContent(folder);
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    throw new CommandError(`${error.message}\n${advice}`);
  }
}
