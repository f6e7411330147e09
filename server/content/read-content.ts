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
  NOTHING,
  parseContent,
  QUOTE_BRACES,
  readContentFile,
} from '#server/content/content-file.ts';
import { joinPages, pageIn, type PageFile, readPageFiles } from './own-pages.ts';
import { translate, translationsIn } from './translation.ts';

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
  const pageFiles = hasPictures ? readPageFiles(path) : [];
  const { facts, pages, mistakes } = readPages(pageFiles, values, basename(path));
  const parsed = Content.safeParse(facts, { error: inPlainWords });
  const site = parsed.success ? joinPages(parsed.data, pages) : undefined;
  const issues = [
    ...(parsed.error?.issues ?? []),
    ...(hasPictures ? [...(site?.issues ?? []), ...missingPictures(facts, path)] : []),
  ];
  const lacking = hasPictures ? picturesIn(facts).filter((name) => !isFile(join(path, name))) : [];
  const problems = [
    ...files.flatMap(([name, file]) => problemsIn(file, name, issues, basename(path))),
    ...mistakes,
    ...(site?.doubled ?? []).map(({ file, words }) => ({
      file: `${basename(path)}/${file}`,
      words,
    })),
    ...lacking.map((name) => ({ file: `${basename(path)}/${name}`, words: NO_FILE })),
  ];
  if (!site || problems.length > 0) throw new ContentError(problems);
  const changedAt = changeOf(path);
  const translations = readTranslations(path, { values, pageFiles }, changedAt);
  return { ...site.content, changedAt, translations };
}

function readFile(folder: string, name: string): ContentFile {
  const path = join(folder, contentFileOf(name));
  return optionalFiles.includes(name) && !isFile(path) ? NOTHING : readContentFile(path);
}

/** The values with their facts, and the pages in Markdown, or the mistakes in their front matter. */
function readPages(files: readonly PageFile[], values: Record<string, unknown>, below: string) {
  const { ownPages, ...facts } = fillFacts({
    ...values,
    ownPages: files.map(({ matter, markdown }) => ({ matter: matter.value, markdown })),
  });
  const read = files.map((file, at) => {
    const { page, issues } = pageIn(file, entryOf(ownPages, String(at)), inPlainWords);
    const problems = problemsOf(file.matter, issues);
    return { page, mistakes: problems.map((one) => ({ file: `${below}/${file.file}`, ...one })) };
  });
  return {
    facts,
    pages: read.flatMap(({ page }) => page ?? []),
    mistakes: read.flatMap(({ mistakes }) => mistakes),
  };
}

/** The content in each further language, or a ContentError that lists every mistake in the folders of the translations. */
function readTranslations(
  path: string,
  { values: originals, pageFiles }: { values: Record<string, unknown>; pageFiles: PageFile[] },
  changedAt: string,
): Record<string, Content> {
  const problems: ContentProblem[] = [];
  const translations: Record<string, Content> = {};
  for (const language of translationsIn(path)) {
    const below = `${basename(path)}/${language}`;
    const files = filesOf(join(path, language));
    const unknown = files.filter((file) => !contentNames.includes(file));
    const translated = Object.keys(contentFiles).map((name) => {
      const isThere = files.includes(contentFileOf(name));
      const file = isThere ? readContentFile(join(path, language, contentFileOf(name))) : undefined;
      return { name, file, ...translate(originals[name], file?.value) };
    });
    const values = Object.fromEntries(translated.map(({ name, value }) => [name, value]));
    const own = readPageFiles(join(path, language), `${language}/`);
    // A page without a translation is there in the first language.
    const chosen = pageFiles.map((page) => own.find((other) => other.path === page.path) ?? page);
    const {
      facts,
      pages,
      mistakes: ofPages,
    } = readPages(pageFiles.length > 0 ? chosen : [], spokenIn(language, values), basename(path));
    const parsed = Content.safeParse(facts, { error: inPlainWords });
    const mistakes = [
      ...ofPages,
      ...own
        .filter((page) => !pageFiles.some((first) => first.path === page.path))
        .map(({ file }) => ({
          file: `${basename(path)}/${file}`,
          words: `there is no such page in ${basename(path)}/`,
        })),
      ...unknown.map((file) => ({
        file: `${below}/${file}`,
        words: `there is no such file in ${basename(path)}/`,
      })),
      ...translated.flatMap(({ name, file, problems: wrong }) => {
        if (!file) return [];
        const issues = wrong.map(({ path: place, words }) => ({
          code: 'custom' as const,
          path: [name, ...place],
          message: words,
          input: undefined,
        }));
        return problemsIn(file, name, [...issues, ...(parsed.error?.issues ?? [])], below);
      }),
    ];
    problems.push(...mistakes);
    if (parsed.success) {
      const { content } = joinPages(parsed.data, pages);
      translations[language] = { ...content, changedAt, translations: {} };
    } else if (mistakes.length === 0) throw parsed.error;
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
].map((name) => `public/${name}`);

/** An advertisement has a picture, too. */
function picturesIn(files: Record<string, unknown>): string[] {
  const sponsor = entryOf(files['conference'], 'sponsor');
  return sponsor ? [...picturesOfPages, 'public/sponsor.svg'] : picturesOfPages;
}

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
  const levels = entryOf(files['partners'], 'sponsors');
  const ofLevels = (Array.isArray(levels) ? levels : []).flatMap((level, nth) => {
    const entries = entryOf(level, 'entries');
    return (Array.isArray(entries) ? entries : []).map((entry, index) => ({
      path: ['partners', 'sponsors', nth, 'entries', index, 'logo'],
      value: entryOf(entry, 'logo'),
    }));
  });
  const drawing = entryOf(files['conference'], 'drawing');
  return [...ofEntries, ...ofLevels, { path: ['conference', 'drawing'], value: drawing }].flatMap(
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
