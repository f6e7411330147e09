import { readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type * as z from 'zod/mini';
import { languageBase } from '#contract/content/languages.ts';
import { fillFacts } from '#contract/content/content-facts.ts';
import { picture } from '#contract/content/content-fields.ts';
import { Theme } from '#contract/content/shapes/theme-shape.ts';
import {
  Content,
  contentFileOf,
  contentFiles,
  optionalFiles,
  sentenceFiles,
} from '#contract/content.ts';
import { nearestWord } from '#contract/nearest-word.ts';
import { ContentError, type ContentProblem } from '#server/content/content-error.ts';
import {
  type ContentFile,
  misnamed,
  NO_FILE,
  NOTHING,
  parseContent,
  type Place,
  QUOTE_BRACES,
  readContentFile,
  snakeCase,
} from '#server/content/content-file.ts';
import { readTheme } from './read-theme.ts';
import { joinPages, pageIn, type PageFile, readPageFiles } from './own-pages.ts';
import { languageIn, sentencesFor, withSentences } from './product-sentences.ts';
import { translate, translationsIn, withKeysOf } from './translation.ts';
import { valueAdvice } from './value-advice.ts';

/**
 * Reads every file of the folder, or throws a ContentError that lists every mistake in any of them. If the folder has a
 * folder public/, the pictures have to be there. A text in `drafts` takes the place of a file, by its key; `newPictures`
 * are about to be in public/.
 */
export function readContent(
  folder: string | URL,
  options: {
    hasPictures?: boolean;
    drafts?: Partial<Record<keyof typeof contentFiles, string>>;
    newPictures?: readonly string[];
  } = {},
): Content {
  const { hasPictures = true, drafts = {}, newPictures = [] } = options;
  const path = folder instanceof URL ? fileURLToPath(folder) : folder;
  if (!found(path)?.isDirectory()) {
    const words = 'there is no such folder, and CONTENT_DIR has to name the one of the conference';
    throw new ContentError([{ file: path, words }]);
  }
  const { files, written, values } = readFiles(path, drafts);
  const pageFiles = hasPictures ? readPageFiles(path) : [];
  const { facts, pages, mistakes } = readPages(pageFiles, values, basename(path));
  const parsed = Content.safeParse(facts, { error: inPlainWords });
  const bases = translationsIn(path).map(languageBase);
  const site = parsed.success ? joinPages(parsed.data, pages, bases) : undefined;
  const theme = readTheme(join(path, 'theme'), Theme.safeParse(values['theme'] ?? {}).data);
  const issues = [
    ...(parsed.error?.issues ?? []),
    ...theme.mistakes.map(({ path: field, message }) => issueAt(['theme', ...field], message)),
    ...(hasPictures ? [...(site?.issues ?? []), ...missingPictures(facts, path, newPictures)] : []),
  ];
  const inFolder = (file: string, words: string) => ({ file: `${basename(path)}/${file}`, words });
  const lacking = hasPictures ? picturesIn(facts).filter((name) => !isFile(join(path, name))) : [];
  const problems = [
    ...files.flatMap(([name, file]) => problemsIn(file, name, issues, basename(path))),
    ...mistakes,
    ...unreadFiles(path).map((name) => inFolder(name, unknownFile(name))),
    ...unreadFolders(path, [...FOLDERS, ...translationsIn(path)]).map((name) =>
      inFolder(`${name}/`, unknownFolder(name)),
    ),
    ...[...theme.drawings, ...(site?.doubled ?? [])].map(({ file, words }) =>
      inFolder(file, words),
    ),
    ...lacking.map((name) => inFolder(name, NO_FILE)),
  ];
  if (!site || problems.length > 0) throw new ContentError(problems);
  const content: Content = {
    ...site.content,
    conference: withLooks(site.content.conference, theme.looks),
    changedAt: changeOf(path),
    base: '',
    optionWords: {},
    translations: {},
  };
  return {
    ...content,
    translations: readTranslations(path, { values: written, pageFiles }, content),
  };
}

function withLooks(
  conference: Content['conference'],
  { emblemDrawing, ...theme }: ReturnType<typeof readTheme>['looks'],
): Content['conference'] {
  const { accent } = conference.looks.palette.light;
  // Icons and PDF files have no text around the emblem that could give it a colour.
  const emblem = emblemDrawing && {
    ...emblemDrawing,
    svg: emblemDrawing.svg.replaceAll('currentColor', accent),
  };
  return { ...conference, looks: { ...conference.looks, ...theme, emblemDrawing: emblem } };
}

function issueAt(path: PropertyKey[], message: string): z.core.$ZodIssue {
  return { code: 'custom', input: undefined, path, message };
}

/** The files with their values, as written and with the product's sentences. */
function readFiles(folder: string, drafts: object) {
  const texts = new Map<string, string>(Object.entries(drafts));
  const files = Object.keys(contentFiles).map((name) => {
    const draft = texts.get(name);
    return [name, draft === undefined ? readFile(folder, name) : parseContent(draft)] as const;
  });
  const written = Object.fromEntries(files.map(([name, file]) => [name, file.value]));
  const language = languageIn(written);
  const values = Object.fromEntries(
    files.map(([name, file]) => [
      name,
      file.faults.length > 0 ? undefined : withSentences(name, file.value, language),
    ]),
  );
  return { files, written, values };
}

function readFile(folder: string, name: string): ContentFile {
  const path = join(folder, contentFileOf(name));
  const isOptional = optionalFiles.includes(name) || sentenceFiles.includes(name);
  const isLeftOut = isOptional && !isFile(path) && misnamed(path) === undefined;
  return isLeftOut ? NOTHING : readContentFile(path);
}

/** Files in YAML that are none of a conference's, such as exhibtion.yaml, so that nothing would read them. */
function unreadFiles(folder: string): string[] {
  const known = Object.keys(contentFiles)
    .map(contentFileOf)
    .filter((file) => !file.includes('/'));
  const meant = known.map((file) => misnamed(join(folder, file)));
  return readdirSync(folder).filter(
    (name) => /^[^.].*\.ya?ml$/i.test(name) && !known.includes(name) && !meant.includes(name),
  );
}

const FOLDERS = ['pages', 'public', 'theme'];

/** Folders with files in YAML, such as english/, and misspelt ones, so that nothing would read them. */
function unreadFolders(folder: string, read: readonly string[]): string[] {
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  return names.filter(
    (name) =>
      !name.startsWith('.') &&
      !read.includes(name) &&
      (nearestFolder(name) !== undefined ||
        readdirSync(join(folder, name)).some((file) => /\.ya?ml$/i.test(file))),
  );
}

function nearestFolder(name: string): string | undefined {
  return nearestWord(FOLDERS, name.toLowerCase());
}

function unknownFolder(name: string): string {
  const meant = nearestFolder(name);
  const advice =
    meant === undefined
      ? 'the folder of a translation is called as the tag of its language, such as de'
      : `did you mean ${meant}/?`;
  return `no folder of a conference has this name: ${advice}`;
}

function unknownFile(name: string): string {
  const meant = nearestFile(name);
  const advice = meant === undefined ? 'delete it' : `did you mean ${meant}?`;
  return `no file of a conference has this name: ${advice}`;
}

function nearestFile(name: string): string | undefined {
  const typed = name
    .replace(/\.ya?ml$/i, '')
    .toLowerCase()
    .replaceAll(/[ _]/g, '-');
  const known = new Map(
    Object.keys(contentFiles).map((key) => [basename(contentFileOf(key), '.yaml'), key]),
  );
  const key = known.get(nearestWord([...known.keys()], typed) ?? '');
  return key && contentFileOf(key);
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
function readTranslations(path: string, first: First, original: Content): Record<string, Content> {
  const problems: ContentProblem[] = [];
  const translations: Record<string, Content> = {};
  for (const language of translationsIn(path)) {
    const { mistakes, parsed, pages } = readTranslation(path, language, first, original);
    problems.push(...mistakes);
    if (parsed.success) {
      const { content } = joinPages(parsed.data, pages);
      translations[language] = withKeysOf(original, {
        ...content,
        changedAt: original.changedAt,
        base: languageBase(language),
        optionWords: {},
        translations: {},
      });
    } else if (mistakes.length === 0) throw parsed.error;
  }
  if (problems.length > 0) throw new ContentError(problems);
  return translations;
}

/** The values and the pages of the folder in the first language. */
type First = { values: Record<string, unknown>; pageFiles: PageFile[] };

function readTranslation(
  path: string,
  language: string,
  { values: originals, pageFiles }: First,
  original: Content,
) {
  const translated = translatedFiles(path, language, originals, original.language);
  const own = readPageFiles(join(path, language), `${language}/`);
  // A page without a translation is there in the first language.
  const chosen = pageFiles.map((page) => {
    const other = own.find(({ path: address }) => address === page.path);
    if (!other) return page;
    const { value } = translate('pages', page.matter.value, other.matter.value);
    return { ...other, matter: { ...other.matter, value } };
  });
  const values = Object.fromEntries(translated.map(({ name, value }) => [name, value]));
  const spoken = spokenIn(language, values);
  const {
    facts,
    pages,
    mistakes: ofPages,
  } = readPages(pageFiles.length > 0 ? chosen : [], spoken, basename(path));
  const parsed = Content.safeParse(facts, { error: inPlainWords });
  const added = (parsed.data?.addresses ?? []).filter(
    (address) => !original.addresses.includes(address),
  );
  const below = `${basename(path)}/${language}`;
  const inFolder = (file: string, words: string) => ({ file: `${below}/${file}`, words });
  const read = translated.flatMap(({ file, name }) => (file ? contentFileOf(name) : []));
  const mistakes = [
    ...ofPages,
    ...(added.length > 0
      ? [
          inFolder(
            contentFileOf('pages'),
            `has texts of ${added.join(', ')}, which the first language leaves out: delete them`,
          ),
        ]
      : []),
    ...own
      .filter((page) => !pageFiles.some((first) => first.path === page.path))
      .map(({ file }) => ({
        file: `${basename(path)}/${file}`,
        words: `there is no such page in ${basename(path)}/`,
      })),
    ...unreadFolders(join(path, language), ['pages']).map((name) =>
      inFolder(`${name}/`, 'a translation has no such folder: delete it'),
    ),
    ...filesOf(join(path, language))
      .filter((file) => !read.includes(file))
      .map((file) => inFolder(file, `there is no such file in ${basename(path)}/`)),
    ...translated.flatMap(({ name, file, problems: wrong }) => {
      if (!file) return [];
      const issues = wrong.map(({ path: place, words }) => issueAt([...place], words));
      return problemsIn(file, name, [...issues, ...(parsed.error?.issues ?? [])], below);
    }),
  ];
  return { mistakes, parsed, pages };
}

/** The values of each file with the texts of its translation, if there is one. */
function translatedFiles(
  path: string,
  language: string,
  originals: Record<string, unknown>,
  first: string,
) {
  const files = filesOf(join(path, language));
  return Object.keys(contentFiles).map((name) => {
    const base = sentencesFor(name, originals[name], { first, language });
    const isKnown = base !== undefined || name === 'labels';
    const isThere = isKnown && files.includes(contentFileOf(name));
    const file = isThere ? readContentFile(join(path, language, contentFileOf(name))) : undefined;
    // The labels that a translation leaves out are those of the product, whatever the first language has.
    if (name === 'labels') {
      return { name, file, value: withSentences(name, file?.value, language), problems: [] };
    }
    return { name, file, ...translate(name, base, file?.value) };
  });
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

/** The files with words and facts: the looks are no change of the conference. */
const contentNames = Object.keys(contentFiles)
  .filter((name) => name !== 'theme')
  .map(contentFileOf);

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

/** An advertisement has a picture. The build makes the icons and the picture to share if they are missing. */
function picturesIn(files: Record<string, unknown>): string[] {
  return entryOf(files['conference'], 'sponsor') ? ['public/sponsor.svg'] : [];
}

/** This reads the raw files, so that other mistakes do not hide missing pictures. */
function missingPictures(
  files: Record<string, unknown>,
  folder: string,
  coming: readonly string[],
): z.core.$ZodIssue[] {
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
      if (named === undefined || coming.includes(named)) return [];
      if (isFile(join(folder, 'public', named))) return [];
      return issueAt(path, `there is no file ${basename(folder)}/public${named}`);
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
  const unknown = issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => unknownKey(file, issue.path.slice(1), key, issue.message))
      : [],
  );
  const meant = unknown.map((each) => each.meant);
  const others = issues
    .filter(({ code }) => code !== 'unrecognized_keys')
    .map((issue) => {
      const { line, path, state, typed } = file.find(issue.path.slice(1));
      const missing = state === 'missing' ? issue.path : undefined;
      return { line, path, words: wordsOf(issue, state, typed), missing };
    })
    // A misspelt key is not also missing.
    .filter(({ path, words }) => !words.startsWith('is missing') || !meant.includes(path));
  return [...others, ...unknown.map((each) => ({ ...each, missing: undefined }))]
    .map(({ line, path, words, missing }) => {
      return { line, words: path ? `${path}: ${words}` : words, at: path, missing };
    })
    .toSorted((one, other) => one.line - other.line);
}

function wordsOf(
  { code, message }: z.core.$ZodIssue,
  state: Place['state'],
  typed: string | undefined,
): string {
  if (state === 'noted') return 'is empty, because # begins a note: put the text in quotes';
  if (state === 'missing' && code === 'custom') {
    // A check of several entries says why this one is needed.
    return message.startsWith('is missing') ? message : `is missing: ${message}`;
  }
  if (state !== 'there') return `is ${state}`;
  // YAML has read the text as a number, without its leading zero.
  if (message === PUT_IN_QUOTES) return message.replace('it', `"${typed}"`);
  const advice = typed === undefined ? undefined : valueAdvice(message, typed);
  if (advice === undefined) return message;
  const value = message.includes(', and found') ? '' : `, and found "${typed}"`;
  return `${message}${value}: ${advice}`;
}

/** A key that is in no schema, and the one that was probably meant. `known` has all keys of its group. */
function unknownKey(file: ContentFile, path: readonly PropertyKey[], key: string, known: string) {
  const { line, path: written, state } = file.find([...path, key]);
  const { path: parent } = file.find(path);
  const group = parent === '' ? '' : `${parent}.`;
  const [, before, after] = /^(\w+):(.+)$/.exec(key) ?? [];
  if (after !== undefined) {
    const words = `there is no space after the colon: write "${before}: ${after}"`;
    return { line, path: '', words, meant: `${group}${before}` };
  }
  // In { label: Talks, posters } the comma ends the text.
  if (state === 'empty' && key.includes(' ') && !known.includes(key)) {
    return {
      line,
      path: '',
      words: `put a text with a comma in quotes: ", ${key}"`,
      meant: undefined,
    };
  }
  const typed = snakeCase(key).replace(/^_/, '').replaceAll(/[ -]/g, '_').replaceAll(/\W/g, '');
  const meant = nearestWord(known.split(' '), typed);
  const words = meant === undefined ? 'unknown key' : `unknown key: did you mean "${meant}"?`;
  return { line, path: written, words, meant: meant && `${group}${meant}` };
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
        if (isFactAlone(issue.input)) return `expected text: ${QUOTE_BRACES}`;
        return Array.isArray(issue.input)
          ? 'expected text, and found a list: remove the dash or the brackets'
          : 'expected text';
      }
      return `expected ${kinds[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return `expected one of: ${issue.values.join(', ')}`;
    case 'too_small':
      return issue.origin === 'array' ? 'the list is empty' : undefined;
    case 'unrecognized_keys':
      return knownKeys(issue.inst).map(snakeCase).join(' ');
    default:
      return undefined;
  }
}

/** The keys of the schema of a group. */
function knownKeys(schema: z.core.$ZodRawIssue['inst']): string[] {
  const shape = schema && 'shape' in schema._zod.def ? schema._zod.def.shape : undefined;
  return typeof shape === 'object' && shape !== null ? Object.keys(shape) : [];
}

/** The value that YAML makes of `{name}` without quotes. */
function isFactAlone(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.values(value)[0] === null;
}

const kinds: Partial<Record<string, string>> = {
  array: 'a list: a dash before each entry, or [one, two]',
  object: 'a group of named entries',
  boolean: 'true or false',
  number: 'a number',
  int: 'a whole number',
};
