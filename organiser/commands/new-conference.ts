import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import * as z from 'zod/mini';
import { dayAfter } from '#contract/content/calendar-days.ts';
import { contentFileOf, contentFiles, sentenceFiles } from '#contract/content.ts';
import { snakeCase } from '#server/content/content-file.ts';
import { siteFolders } from '#server/content/folders.ts';
import { yearLater } from '#server/content/moved-dates.ts';
import { movedFile, TO_CONFIRM } from '#server/content/next-edition.ts';
import { readContent } from '#server/content/read-content.ts';
import { swapTexts } from '#server/content/swap-texts.ts';
import { translationsIn } from '#server/content/translation.ts';
import { command, type Print, field } from '#organiser/command.ts';
import { CommandError } from '#organiser/command-context.ts';
import { shellWord } from '#server/shell-word.ts';
import { moveFolder } from '#organiser/move-folder.ts';
import { howToRun, isRelease } from '#server/how-to-run.ts';

export const newConference = command({
  name: 'new',
  summary:
    'Writes a folder for a conference of your own: the sample, for you to edit, with a schema of each file for editors.',
  notOffered: 'It comes before there is a conference.',
  fields: {
    folder: field('path', 'FOLDER', 'Folder'),
    language: field('text', '--language de', 'First language', {
      otherwise: 'en; a folder can have several languages',
    }),
    schemasOnly: field('flag', '--schemas', 'Only renew the schemas of a folder, after an update'),
  },
  async alone({ folder, ...request }, print) {
    // The folder contains nothing personal, and the server may run as another user.
    process.umask(0o022);
    await newConferenceCommand(folder, { ...request, now: new Date() }, print);
  },
});

const SCHEMAS = 'schemas';

/**
 * Writes a folder for a conference: the sample with its comments, for organisers to edit, and a JSON Schema of each
 * file, with which editors complete names and mark mistakes. With `schemasOnly` it only renews the schemas of a folder,
 * after an update of the program.
 */
export async function newConferenceCommand(
  folder: string,
  {
    language,
    schemasOnly,
    now,
  }: { language?: string | undefined; schemasOnly: boolean; now: Date },
  print: Print,
): Promise<void> {
  if (schemasOnly) {
    if (!existsSync(join(folder, 'conference.yaml')))
      throw new CommandError(`There is no conference in ${folder}.`);
    writeSchemas(folder);
    return print(`The schemas in ${folder} are those of this version.\n`);
  }
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new CommandError(`${folder} is not empty: name a new folder.`);
  const { content: sample } = siteFolders({});
  const translations = translationsIn(sample);
  const first = language ?? 'en';
  if (![...translations, 'en'].includes(first)) {
    const known = ['en', ...translations].join(', ');
    throw new CommandError(
      `The sample has these languages: ${known}. Make a folder without --language, write "language: ${first}" into conference.yaml, and translate in the order in which visitors read: home.yaml, pages.yaml, prices.yaml and conference.yaml, then privacy.yaml and legal.yaml. Buttons, mails and receipts are the program's, in each language that it has. docs/your-conference.md, "Languages", says more.`,
    );
  }
  cpSync(sample, folder, { recursive: true });
  for (const below of ['', ...translations]) withOwnFacts(join(folder, below, 'conference.yaml'));
  moveDays(folder, translations, now);
  if (first !== 'en') beginWith(first, folder);
  writeSchemas(folder);
  for (const name of Object.keys(contentFiles)) {
    const path = join(folder, contentFileOf(name));
    // The sample does without some of the files that a folder may lack.
    if (!existsSync(path)) continue;
    const up = '../'.repeat(contentFileOf(name).split('/').length - 1);
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, `# yaml-language-server: $schema=${up}${schemaOf(name)}\n${text}`);
  }
  await print(
    [
      `${folder} is the sample conference, for you to make your own:`,
      '',
      `  export CONTENT_DIR=${shellWord(folder)}`,
      ...(isRelease
        ? []
        : ['  npm run dev                               # shows each edit at once']),
      `${`  ${howToRun.organiser} leftovers`.padEnd(44)}# lists what is left of the sample`,
      `${`  ${howToRun.start}`.padEnd(44)}# builds and serves it`,
      '',
      'Begin with conference.yaml. docs/your-conference.md explains all files.',
      '',
    ].join('\n'),
  );
}

/**
 * In a new conference the deadlines follow `opening` in each language, so that nobody types a day twice. The early
 * registration ends less than `AHEAD` days before the first day, and nobody knows the hotel yet.
 */
function withOwnFacts(file: string): void {
  const text = readFileSync(file, 'utf8')
    .replace(/^( +hotel: ).*\n +city: .*\n +country: .*$/m, `$1To be confirmed\n${ITS_PLACE}`)
    .replace(/^( +)city: Peking\n +country: China$/m, `$1hotel: Wird noch bestätigt\n${ITS_PLACE}`)
    .replace(/(label: Early Registration, ).*\}/, '$1date: Jan 15, day: 2026-01-15 }')
    .replace(/(label: Frühanmeldung, ).*\}/, '$1date: 15. Januar }')
    .replace(/^( +abstract_page: ).*$/m, "$1'{abstracts_until}'")
    .replace(/^( +registration_page: ).*$/m, "$1'{registration_until}'")
    .replace(
      /(label: (?:Abstract Submission|Einreichung von Abstracts), )date: [^}]*\}/,
      "$1date: '{abstracts_until}' }",
    )
    .replace(
      /(label: (?:Final Registration|Anmeldeschluss), )date: [^}]*\}/,
      "$1date: '{registration_until}' }",
    );
  writeFileSync(file, text);
}

const ITS_PLACE = "  city: '{city}'\n  country: '{country}'";

/** A new conference has so many days before it. */
const AHEAD = 150;

/**
 * The days of the sample have passed: a new folder has those of a later year, on the same days of the week, and ends for
 * what participants do themselves.
 */
function moveDays(folder: string, translations: readonly string[], now: Date): void {
  const { dates } = readContent(folder).conference;
  let first = yearLater(dates.start);
  while (first < dayAfter(now.toISOString().slice(0, 10), AHEAD)) first = yearLater(first);
  moveFolder(folder, { dates, first, languages: ['en', ...translations] }, (...file) => {
    const ends = Object.entries(ENDS).map(
      ([act, [days, hour]]) =>
        [`  ${act}: {}`, `  ${act}: { until: ${dayAfter(first, -days)} ${hour} }`] as const,
    );
    const moved = ends
      .reduce((text, [open, ended]) => text.replace(open, ended), movedFile(...file))
      .replace(', as all do in this\n# sample. ', '.\n# ');
    if (file[2].isTranslation) return moved;
    return moved
      .replace(
        /^dates:/m,
        `${TO_CONFIRM}all days of this folder are those of the sample, moved\n$&`,
      )
      .replace(/^accommodation:/m, `${TO_CONFIRM}the hotel of the rooms and its place\n$&`);
  });
}

const ENDS = {
  correct: [2, '18:00'],
  change: [14, 'AoE'],
  cancel: [1, '18:00'],
  hand_over: [2, '18:00'],
} as const;

/** Makes a translation of the sample the first language of the folder. English becomes a translation. */
function beginWith(language: string, folder: string): void {
  mkdirSync(join(folder, 'en'));
  for (const file of readdirSync(join(folder, language))) {
    const [path, own] = [join(folder, file), join(folder, language, file)];
    const swapped = swapTexts(readFileSync(path, 'utf8'), readFileSync(own, 'utf8'));
    const original =
      file === 'conference.yaml'
        ? `language: ${language}\n\n${swapped.original}`
        : swapped.original;
    writeFileSync(path, original);
    const note = `# The English of ${file}.\n`;
    writeFileSync(join(folder, 'en', file), swapped.translation.replace(/^(?:#.*\n)*/, note));
  }
  rmSync(join(folder, language), { recursive: true });
  const readme = join(folder, 'README.md');
  const row = /^\| `de\/`( +\| the )German (of these files: only what differs) /m;
  const text = readFileSync(readme, 'utf8').replace(row, '| `en/`$1English $2');
  writeFileSync(readme, text);
}

function schemaOf(name: string): string {
  return `${SCHEMAS}/${basename(contentFileOf(name)).replace(/yaml$/, 'schema.json')}`;
}

export function writeSchemas(folder: string): void {
  mkdirSync(join(folder, SCHEMAS), { recursive: true });
  for (const [name, shape] of Object.entries(contentFiles)) {
    const schema = z.toJSONSchema(shape, {
      io: 'input',
      unrepresentable: 'any',
      // The product has the sentences that a folder leaves out.
      override: ({ jsonSchema, path }) => {
        if (sentenceFiles.includes(name) && !path.includes('items')) delete jsonSchema.required;
      },
    });
    const text = JSON.stringify(withSnakeKeys(schema), undefined, 2);
    writeFileSync(join(folder, schemaOf(name)), `${text}\n`);
  }
}

/** Changes the keys of a schema to those of the files: `image_url` for `imageUrl`. */
function withSnakeKeys(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withSnakeKeys);
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => {
      if (key === 'required' && Array.isArray(value))
        return [key, value.map((name) => snakeCase(String(name)))];
      if (key !== 'properties' || typeof value !== 'object' || value === null)
        return [key, withSnakeKeys(value)];
      const properties = Object.entries(value).map(([name, inner]) => [
        snakeCase(name),
        withSnakeKeys(inner),
      ]);
      return [key, Object.fromEntries(properties)];
    }),
  );
}
