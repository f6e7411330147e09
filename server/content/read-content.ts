import { readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type * as z from 'zod/mini';
import { fillFacts } from '#contract/content/content-facts.ts';
import { picture } from '#contract/content/content-fields.ts';
import { Content, contentFileOf, contentFiles, optionalFiles } from '#contract/content.ts';
import { ContentError, type ContentProblem } from '#server/content/content-error.ts';
import {
  type ContentFile,
  NO_FILE,
  parseContent,
  QUOTE_BRACES,
  readContentFile,
} from '#server/content/content-file.ts';
import { translate, translationsIn, withKeysOf } from './translation.ts';

/**
 * Reads every file of the folder, or throws a ContentError that lists every mistake in any of them. If the folder has a
 * folder public/, the pictures have to be there. A text in `drafts` takes the place of a file, by its key.
 */
export function readContent(
  folder: string | URL,
  {
    hasPictures = true,
    drafts = {},
  }: { hasPictures?: boolean; drafts?: Partial<Record<keyof typeof contentFiles, string>> } = {},
): Content {
  const path = folder instanceof URL ? fileURLToPath(folder) : folder;
  if (!found(path)?.isDirectory()) {
    const words = 'there is no such folder, and CONTENT_DIR has to name the one of the conference';
    throw new ContentError([{ file: path, words }]);
  }
  const texts = new Map(Object.entries(drafts));
  const files = Object.keys(contentFiles).map((name) => {
    const draft = texts.get(name);
    return [name, draft === undefined ? readFile(path, name) : parseContent(draft)] as const;
  });
  const values = Object.fromEntries(files.map(([name, file]) => [name, file.value]));
  const facts = fillFacts(values);
  const parsed = Content.safeParse(facts, { error: inPlainWords });
  const issues = [
    ...(parsed.error?.issues ?? []),
    ...(hasPictures ? missingPictures(facts, path) : []),
  ];
  const lacking = hasPictures ? picturesOfPages.filter((name) => !isFile(join(path, name))) : [];
  if (!parsed.success || issues.length > 0 || lacking.length > 0) {
    throw new ContentError([
      ...files.flatMap(([name, file]) => problemsIn(file, name, issues, basename(path))),
      ...lacking.map((name) => ({ file: `${basename(path)}/${name}`, words: NO_FILE })),
    ]);
  }
  const changedAt = changeOf(path);
  const content: Content = { ...parsed.data, changedAt, base: '', translations: {} };
  return { ...content, translations: readTranslations(path, values, content) };
}

/** A file that the folder may lack counts as empty. */
function readFile(folder: string, name: string): ContentFile {
  const path = join(folder, contentFileOf(name));
  return optionalFiles.includes(name) && !isFile(path) ? parseContent('{}') : readContentFile(path);
}

/** The content in each further language, or a ContentError that lists every mistake in the folders of the translations. */
function readTranslations(
  path: string,
  originals: Record<string, unknown>,
  original: Content,
): Record<string, Content> {
  const problems: ContentProblem[] = [];
  const { changedAt } = original;
  const translations: Record<string, Content> = {};
  for (const language of translationsIn(path)) {
    const below = `${basename(path)}/${language}`;
    const files = filesOf(join(path, language));
    const unknown = files.filter((file) => !contentNames.includes(file));
    const translated = Object.keys(contentFiles).map((name) => {
      const isThere = files.includes(contentFileOf(name));
      const file = isThere ? readContentFile(join(path, language, contentFileOf(name))) : undefined;
      return { name, file, ...translate(name, originals[name], file?.value) };
    });
    const values = Object.fromEntries(translated.map(({ name, value }) => [name, value]));
    const parsed = Content.safeParse(fillFacts(spokenIn(language, values)), {
      error: inPlainWords,
    });
    const mistakes = [
      ...unknown.map((file) => ({
        file: `${below}/${file}`,
        words: `there is no such file in ${basename(path)}/`,
      })),
      ...translated.flatMap(({ name, file, problems: wrong }) => {
        if (!file) return [];
        const issues = wrong.map(({ path: place, words }) => ({
          code: 'custom' as const,
          path: [...place],
          message: words,
          input: undefined,
        }));
        return problemsIn(file, name, [...issues, ...(parsed.error?.issues ?? [])], below);
      }),
    ];
    problems.push(...mistakes);
    if (parsed.success)
      translations[language] = withKeysOf(original, {
        ...parsed.data,
        changedAt,
        base: `/${language}`,
        translations: {},
      });
    else if (mistakes.length === 0) throw parsed.error;
  }
  if (problems.length > 0) throw new ContentError(problems);
  return translations;
}

/** The values with the language of a translation in place of the first language. */
function spokenIn(language: string, values: Record<string, unknown>): Record<string, unknown> {
  const { conference } = values;
  return typeof conference === 'object'
    ? { ...values, conference: { ...conference, language } }
    : values;
}

function filesOf(folder: string): string[] {
  return readdirSync(folder).filter((name) => name.endsWith('.yaml'));
}

const contentNames = Object.keys(contentFiles).map(contentFileOf);

function problemsIn(
  file: ContentFile,
  name: string,
  issues: readonly z.core.$ZodIssue[],
  below: string,
): ContentProblem[] {
  const ofFile = issues.filter((issue) => issue.path[0] === name);
  return problemsOf(file, ofFile).map((problem) => ({
    file: `${below}/${contentFileOf(name)}`,
    ...problem,
  }));
}

function changeOf(path: string): string {
  const folders = [path, ...translationsIn(path).map((language) => join(path, language))];
  const files = folders.flatMap((folder) => contentNames.map((name) => join(folder, name)));
  const times = files.map((file) => found(file)?.mtimeMs ?? 0);
  return new Date(Math.max(...times)).toISOString();
}

/** The pages always use these pictures, whatever the YAML files say. */
const picturesOfPages = [
  'favicon.svg',
  'icon-32.png',
  'icon-180.png',
  'icon-192.png',
  'icon-512.png',
  'share.png',
  'sponsor.svg',
].map((name) => `public/${name}`);

/** This reads the raw files, so that other mistakes do not hide missing pictures. */
function missingPictures(files: Record<string, unknown>, folder: string): z.core.$ZodIssue[] {
  const fields = { speakers: 'imageUrl', partners: 'logo' };
  const ofEntries = Object.entries(fields).flatMap(([name, field]) => {
    const entries = entryOf(files[name], name);
    return (Array.isArray(entries) ? entries : []).map((entry, index) => ({
      path: [name, name, index, field],
      value: entryOf(entry, field),
    }));
  });
  const drawing = entryOf(files['conference'], 'drawing');
  return [...ofEntries, { path: ['conference', 'drawing'], value: drawing }].flatMap(
    ({ path, value }) => {
      const named = picture.safeParse(value).data;
      if (named === undefined || isFile(join(folder, 'public', named))) return [];
      const message = `there is no file ${basename(folder)}/public${named}`;
      return { code: 'custom', path, message, input: named };
    },
  );
}

function entryOf(group: unknown, key: string): unknown {
  return typeof group === 'object' && group !== null ? Reflect.get(group, key) : undefined;
}

function isFile(path: string): boolean {
  return found(path)?.isFile() ?? false;
}

function found(path: string) {
  return statSync(path, { throwIfNoEntry: false });
}

function problemsOf(file: ContentFile, issues: readonly z.core.$ZodIssue[]) {
  if (file.faults.length > 0) return file.faults;
  return issues
    .flatMap((issue) => {
      const path = issue.path.slice(1);
      return issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => ({ ...file.find([...path, key]), message: 'unknown key' }))
        : { ...file.find(path), message: issue.message };
    })
    .map(({ line, path, state, typed, message: said }) => {
      // YAML has read the text as a number, without its leading zero.
      const message = said === PUT_IN_QUOTES ? said.replace('it', `"${typed}"`) : said;
      const words = state === 'there' || message === 'unknown key' ? message : `is ${state}`;
      return { line, words: path ? `${path}: ${words}` : words };
    })
    .toSorted((one, other) => one.line - other.line);
}

const PUT_IN_QUOTES = 'expected text: put it in quotes';

/** Messages for checks of the schemas that have no own message. */
function inPlainWords(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.expected === 'string') {
        if (typeof issue.input === 'number' || typeof issue.input === 'boolean') {
          return PUT_IN_QUOTES;
        }
        return isFactAlone(issue.input) ? `expected text: ${QUOTE_BRACES}` : 'expected text';
      }
      return `expected ${kinds[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return `expected one of: ${issue.values.join(', ')}`;
    case 'too_small':
      return issue.origin === 'array' ? 'the list is empty' : undefined;
    default:
      return undefined;
  }
}

/** The value that YAML makes of `{name}` without quotes. */
function isFactAlone(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.values(value)[0] === null;
}

const kinds: Partial<Record<string, string>> = {
  array: 'a list',
  object: 'a group of named entries',
  number: 'a number',
  int: 'a whole number',
};
