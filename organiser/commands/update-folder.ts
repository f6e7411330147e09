import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { contentFileOf, contentFiles, optionalFiles, sentenceFiles } from '#contract/content.ts';
import { addText, renameKey, valueAt } from '#server/content/add-text.ts';
import { ContentError, type ContentProblem } from '#server/content/content-error.ts';
import { misnamed, snakeCase } from '#server/content/content-file.ts';
import { siteFolders } from '#server/content/folders.ts';
import { languageIn } from '#server/content/product-sentences.ts';
import { readContent } from '#server/content/read-content.ts';
import { replaceContentFile } from '#server/content/replace-content-file.ts';
import { swapTexts } from '#server/content/swap-texts.ts';
import { isFact, translationsIn } from '#server/content/translation.ts';
import { shellWord } from '#server/shell-word.ts';
import { CommandError } from '#organiser/command-context.ts';
import { command, type Print, field } from '#organiser/command.ts';
import { YES } from '#organiser/fields.ts';
import { writeSchemas } from './new-conference.ts';
import { howToRun } from '#server/how-to-run.ts';

export const updateFolder = command({
  name: 'update',
  summary:
    'Brings the folder of a conference to this version of the program: it renames old keys, writes missing texts from the sample, and renews the schemas. Your own texts, comments and their order stay.',
  notOffered: 'It changes files that you edit before the server starts with them.',
  fields: {
    folder: field('path', 'FOLDER', 'Folder'),
    isReal: YES,
  },
  async alone({ folder, isReal }, print) {
    process.umask(0o022);
    await updateFolderCommand(folder, { isReal }, print);
  },
});

/** Keys of earlier versions with their names of today. */
const RENAMED = [['mails', ['ceiling_reached'], 'quota_reached']] as const;

/** The files with what only the organiser knows. The sample's days, prices and people are no texts to start with. */
const OWN_FACTS = 'conference prices speakers topics sessions agenda partners theme'.split(' ');

/**
 * Says what the folder lacks and, with `isReal`, writes it. All changes are made in a copy of the folder, so that the plan and
 * the work are the same.
 */
export async function updateFolderCommand(
  folder: string,
  { isReal }: { isReal: boolean },
  print: Print,
): Promise<void> {
  if (!existsSync(join(folder, 'conference.yaml')))
    throw new CommandError(`There is no conference in ${folder}.`);
  const root = mkdtempSync(join(tmpdir(), 'plenary-update-'));
  try {
    const copy = join(root, basename(resolve(folder)));
    cpSync(resolve(folder), copy, { recursive: true, dereference: true, filter: isText });
    const { changes, problems } = update(copy);
    for (const change of changes) await print(`${change}\n`);
    if (problems.length > 0) await print('\nFor you to do:\n');
    for (const { file, line, words } of problems)
      await print(`  ${line === undefined ? file : `${file}:${line}`} ${words}\n`);
    if (problems.length > 0) await print('\n');
    if (isReal) {
      for (const file of changedFiles(copy, folder)) {
        const [to, text] = [join(folder, file), readFileSync(join(copy, file), 'utf8')];
        if (existsSync(to)) await replaceContentFile(to, text);
        else {
          writeFileSync(to, text);
        }
      }
      writeSchemas(folder);
    }
    await print(endWords(folder, { count: changes.length, isReal }));
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** Folders and YAML files, and pages in Markdown; pictures and a Git repository are not copied. */
function isText(path: string): boolean {
  return statSync(path).isDirectory()
    ? !/^(?:\.|public$|node_modules$)/.test(basename(path))
    : /\.(?:ya?ml|md|txt)$/i.test(path);
}

function endWords(folder: string, { count, isReal }: { count: number; isReal: boolean }): string {
  if (count === 0)
    return `No text is missing in ${folder}.${isReal ? ' Its schemas are those of this version.' : ''}\n`;
  return isReal
    ? `Written. The new texts are those of the sample: read them, and make them yours. "CONTENT_DIR=${shellWord(folder)} ${howToRun.organiser} check" lists what is still wrong.\n`
    : 'Nothing was written. Add --yes to do it.\n';
}

/** Changes the files of a copy, and returns a line for each change and the mistakes that are left. */
function update(copy: string): { changes: string[]; problems: readonly ContentProblem[] } {
  const translations = translationsIn(copy);
  const folders = ['', ...translations];
  const changes: string[] = [];
  for (const [name, path, key] of RENAMED) {
    for (const below of folders) {
      const file = join(below, contentFileOf(name));
      if (edit(copy, file, (text) => renameKey(text, path, key)))
        changes.push(`${file}: ${path.join('.')} becomes ${key}`);
    }
  }
  const language = languageOf(copy);
  const sample = sampleFor(language);
  for (const name of Object.keys(contentFiles)) {
    const file = contentFileOf(name);
    const [path, isOwn] = [join(copy, file), OWN_FACTS.includes(name)];
    const isOptional = optionalFiles.includes(name) || sentenceFiles.includes(name);
    if (isOwn || isOptional || existsSync(path) || misnamed(path)) continue;
    for (const below of folders) {
      const text = sample.textOf(name, below);
      if (text === undefined || existsSync(join(copy, below, file))) continue;
      writeFileSync(join(copy, below, file), text);
      changes.push(`${join(below, file)}: writes the file of the sample`);
    }
  }
  // A value that was written can show that another one is missing.
  const added = new Map<string, string[]>();
  let problems = mistakesIn(copy);
  for (;;) {
    const missing = new Map(
      problems.flatMap(({ missing: path }) => (path ? [[path.map(String).join('.'), path]] : [])),
    );
    const isChanged = [...missing.values()].map((path) =>
      addMissing(copy, path, { sample, added }),
    );
    if (!isChanged.includes(true)) break;
    problems = mistakesIn(copy);
  }
  for (const [file, keys] of added) changes.push(`${file}: adds ${keys.join(', ')}`);
  return { changes, problems };
}

type Adding = { sample: ReturnType<typeof sampleFor>; added: Map<string, string[]> };

/** Adds a missing value to its file, and to the translations that the sample has. */
function addMissing(
  copy: string,
  [name, ...rest]: readonly PropertyKey[],
  { sample, added }: Adding,
): boolean {
  const key = String(name);
  if (rest.length === 0 || OWN_FACTS.includes(key) || rest.some((step) => typeof step !== 'string'))
    return false;
  const path = rest.map((step) => snakeCase(String(step)));
  const file = contentFileOf(key);
  const adds = (below: string) => {
    const value = valueAt(sample.textOf(key, below) ?? '', path);
    if (value === undefined) return false;
    const note = isFact([key, ...rest])
      ? 'This is the value of the sample: check it.'
      : below === ''
        ? sample.note
        : undefined;
    const isChanged = edit(copy, join(below, file), (text) => addText(text, path, value, note));
    if (isChanged)
      added.set(join(below, file), [...(added.get(join(below, file)) ?? []), path.join('.')]);
    return isChanged;
  };
  const isChanged = adds('');
  if (isChanged) for (const below of translationsIn(copy)) adds(below);
  return isChanged;
}

/** Changes one file of the copy, and returns whether it is different afterwards. */
function edit(copy: string, file: string, change: (text: string) => string | undefined): boolean {
  const path = join(copy, file);
  if (!existsSync(path)) return false;
  const before = readFileSync(path, 'utf8');
  const text = change(before) ?? before;
  if (text !== before) writeFileSync(path, text);
  return text !== before;
}

function mistakesIn(copy: string): readonly ContentProblem[] {
  try {
    readContent(copy, { hasPictures: false });
    return [];
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    return error.problems;
  }
}

function languageOf(folder: string): string {
  const text = readFileSync(join(folder, 'conference.yaml'), 'utf8');
  return languageIn({ conference: { language: valueAt(text, ['language']) ?? 'en' } });
}

/** The files of the sample for a folder with this first language. In a language that the sample lacks they are in English. */
function sampleFor(language: string): {
  textOf: (name: string, below: string) => string | undefined;
  note: string | undefined;
} {
  const { content } = siteFolders({});
  const read = (...file: string[]) => {
    const path = join(content, ...file);
    return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
  };
  const isTranslated = translationsIn(content).includes(language);
  return {
    textOf(name, below) {
      const file = contentFileOf(name);
      const english = read(file);
      if (!isTranslated) return below === '' ? english : read(below, file);
      const own = read(language, file);
      const swapped =
        english !== undefined && own !== undefined ? swapTexts(english, own) : undefined;
      if (below === '') return swapped?.original ?? english;
      return below === 'en' ? swapped?.translation : read(below, file);
    },
    note: isTranslated || language === 'en' ? undefined : 'In English: translate it.',
  };
}

function changedFiles(copy: string, folder: string): string[] {
  return readdirSync(copy, { recursive: true, encoding: 'utf8' }).filter((file) => {
    const [changed, before] = [join(copy, file), join(folder, file)];
    if (!file.endsWith('.yaml') || !statSync(changed).isFile()) return false;
    return !existsSync(before) || !readFileSync(changed).equals(readFileSync(before));
  });
}
