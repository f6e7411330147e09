import { statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type * as z from 'zod/mini';
import { fillFacts } from '#contract/content/content-facts.ts';
import { picture } from '#contract/content/content-fields.ts';
import { Theme } from '#contract/content/theme-shape.ts';
import { Content, contentFileOf, contentFiles, optionalFiles } from '#contract/content.ts';
import { ContentError } from '#server/content/content-error.ts';
import {
  type ContentFile,
  NO_FILE,
  parseContent,
  QUOTE_BRACES,
  readContentFile,
} from '#server/content/content-file.ts';
import { readTheme } from '#server/content/read-theme.ts';

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
    const file = join(path, contentFileOf(name));
    const isLeftOut = optionalFiles.has(name) && !isFile(file);
    const text = draft ?? (isLeftOut ? '{}' : undefined);
    return [name, text === undefined ? readContentFile(file) : parseContent(text)] as const;
  });
  const values = fillFacts(Object.fromEntries(files.map(([name, file]) => [name, file.value])));
  const parsed = Content.safeParse(values, { error: inPlainWords });
  const theme = readTheme(join(path, 'theme'), Theme.safeParse(values['theme']).data);
  const issues: z.core.$ZodIssue[] = [
    ...(parsed.error?.issues ?? []),
    ...theme.mistakes.map(({ path: field, message }) => ({
      code: 'custom' as const,
      input: undefined,
      path: ['theme', ...field],
      message,
    })),
    ...(hasPictures ? missingPictures(values, path) : []),
  ];
  const lacking = hasPictures ? picturesOfPages.filter((name) => !isFile(join(path, name))) : [];
  const isSound = issues.length + lacking.length + theme.drawings.length === 0;
  if (parsed.success && isSound) {
    const { conference } = parsed.data;
    const looks = { ...conference.looks, ...theme.looks };
    return { ...parsed.data, conference: { ...conference, looks }, changedAt: changeOf(path) };
  }

  const below = (name: string) => `${basename(path)}/${name}`;
  throw new ContentError([
    ...files.flatMap(([name, file]) => {
      const ofFile = issues.filter((issue) => issue.path[0] === name);
      const problems = problemsOf(file, ofFile);
      return problems.map((problem) => ({ file: below(contentFileOf(name)), ...problem }));
    }),
    ...theme.drawings.map(({ file, words }) => ({ file: below(file), words })),
    ...lacking.map((name) => ({ file: below(name), words: NO_FILE })),
  ]);
}

/** Calendars say when the conference changed, and its looks are no change of it. */
function changeOf(path: string): string {
  const names = Object.keys(contentFiles).filter((name) => name !== 'theme');
  const times = names.map((name) => found(join(path, contentFileOf(name)))?.mtimeMs);
  return new Date(Math.max(...times.map((time) => time ?? 0))).toISOString();
}

/** The pages always use this picture, whatever the YAML files say. */
const picturesOfPages = ['public/sponsor.svg'];

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
