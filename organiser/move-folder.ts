import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { countDays, dayAfter } from '#contract/content/calendar-days.ts';
import { contentFileOf, type Content } from '#contract/content.ts';
import type { movedFile } from '#server/content/next-edition.ts';

type Dates = Pick<Content['conference']['dates'], 'start' | 'end'>;

/** The folders with pictures and files of programs. Their texts are no texts of the conference. */
const OTHER_FILES = /^(?:public|schemas|theme)\//;

/** Writes each text of a conference's folder anew for other days. `languages` begins with the first one of the folder. */
export function moveFolder(
  folder: string,
  { dates, first, languages }: { dates: Dates; first: string; languages: readonly string[] },
  moved: typeof movedFile,
): void {
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (OTHER_FILES.test(path) || !/\.(?:yaml|md)$/.test(path)) continue;
    const [beside = ''] = path.split('/');
    const translation = languages.slice(1).find((each) => each === beside);
    const text = moved(basename(path), readFileSync(join(folder, path), 'utf8'), {
      from: dates.start,
      to: first,
      language: translation ?? languages[0] ?? 'en',
      languages,
      isTranslation: translation !== undefined,
    });
    const isFacts = path === contentFileOf('conference');
    writeFileSync(join(folder, path), isFacts ? withDates(text, dates, first) : text);
  }
}

/** The days of the conference, to the day: everything else has moved by whole weeks. */
function withDates(text: string, { start, end }: Dates, first: string): string {
  const last = dayAfter(first, countDays(start, end) - 1);
  return text.replace(
    /^(dates:\n(?: +#.*\n| *\n)*)((?: +\w+:.*\n| +#.*\n)+)/m,
    (_, head: string, body: string) =>
      head +
      body
        .replace(/^( +start: *['"]?)[\d-]+/m, `$1${first}`)
        .replace(/^( +end: *['"]?)[\d-]+/m, `$1${last}`),
  );
}
