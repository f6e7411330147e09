import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { compact, SAMPLE_IBAN } from '#contract/content/bank-account.ts';
import { Theme } from '#contract/content/shapes/theme-shape.ts';
import { contentFileOf, contentFiles } from '#contract/content.ts';
import { readContentFile } from '#server/content/content-file.ts';
import { checkFolder } from '#server/content/content-warnings.ts';
import { siteFolders } from '#server/content/folders.ts';
import { TO_CONFIRM } from '#server/content/next-edition.ts';
import { type Untranslated, untranslatedIn } from '#server/content/untranslated.ts';
import { textsIn } from '#server/content/texts-in.ts';
import { translationsIn } from '#server/content/translation.ts';
import { command, type Print } from '#organiser/command.ts';
import { CommandError } from '#organiser/command-context.ts';

export const leftovers = command({
  name: 'leftovers',
  summary:
    "Lists the texts and pictures in the conference's folder that are still those of the sample, texts that a language lacks, and entries that contradict each other.",
  exitsWith1: 'if there are any',
  notOffered: 'It checks files that you edit before the server starts with them.',
  async alone(_, print) {
    const left = await leftoversCommand(siteFolders(process.env).content, print);
    return left === 0 ? 0 : 1;
  },
});

/** A text of the sample in a file, or a picture. A picture has no line. */
type Leftover = {
  file: string;
  line: number | undefined;
  path: (string | number)[];
  text: string;
};

/** Every text of these files is about one conference, so every text is checked. */
const ABOUT_ONE = new Set(['conference', 'speakers', 'topics', 'sessions', 'partners']);
/** In these files only sentences are checked: their headings and buttons suit any conference. */
const SENTENCES_ABOUT_ONE = new Set(['home', 'exhibition', 'agenda', 'legal']);
/** Fields whose values many conferences share, in any place. */
const SHARED = new Set(
  'accent drawing icon id imageUrl label link logo path type start end'.split(' '),
);
/** Fields whose values are shared by conferences in the same place. An address in Berlin is still the sample's. */
const SHARED_FACTS = new Set([
  'city',
  'country',
  'countryCode',
  'dates.timezone',
  'secretary.role',
  'audience.heading',
]);
/** Parts of conference.yaml that suit any conference: questions about diet and access, and numbers of documents. */
const SHARED_PARTS = new Set(['questions', 'documents']);
/** Subjects and looks of the sample: a text with such a word belongs to it, whatever the file. */
const OF_THE_SAMPLE = /polymer|composite|nano|biomedical|kettenchemie|^repeat-unit$|^honeycomb$/i;

/**
 * Prints the sentences, with file and line, and the pictures in the conference's folder that are still the sample's.
 * The warnings of `check` follow. Returns the number of all.
 */
export async function leftoversCommand(folder: string, print: Print): Promise<number> {
  const found = leftoversIn(folder);
  for (const { file, line, text } of found) {
    const source = line === undefined ? file : `${file}:${line}`;
    await print(`${basename(folder)}/${source}: ${shortened(text)}\n`);
  }
  await print(
    found.length === 0
      ? 'Nothing is left of the sample.\n'
      : `Left of the sample: ${found.length}\n`,
  );
  let lacking = 0;
  for (const [language, left] of untranslatedIn(folder)) {
    for (const { file, line, text } of left) {
      const source = line === undefined ? file : `${file}:${line}`;
      await print(`${basename(folder)}/${source}: ${shortened(text)}\n`);
    }
    if (left.length > 0) await print(`${countsOf(language, left)}\n`);
    lacking += left.length;
  }
  // A folder with a mistake has none: the build reports the mistake.
  const { questions, warnings: others } = checkFolder(folder, { now: new Date() });
  const warnings = [...questions, ...others];
  for (const words of warnings) await print(`${words}\n`);
  const unconfirmed = unconfirmedIn(folder);
  for (const words of unconfirmed) await print(`${words}\n`);
  return found.length + lacking + warnings.length + unconfirmed.length;
}

/** "Not in de yet: 3 in de/labels.yaml, 12 in mails.yaml" */
function countsOf(language: string, left: readonly Untranslated[]): string {
  const files = Map.groupBy(left, ({ file }) => file);
  const counts = [...files].map(([file, texts]) => `${texts.length} in ${file}`);
  return `Not in ${language} yet: ${counts.join(', ')}`;
}

/** The lines that `organiser new` and `next` write above what has to be confirmed. */
export function unconfirmedIn(folder: string): string[] {
  return filesIn(folder)
    .filter((path) => /\.(?:yaml|md)$/.test(path))
    .flatMap((path) => {
      const lines = readFileSync(path, 'utf8').split('\n');
      return lines.flatMap((line, at) => {
        const text = line.trim();
        if (!text.startsWith(TO_CONFIRM)) return [];
        const words = `to be confirmed: ${text.slice(TO_CONFIRM.length)}`;
        return [`${relative(dirname(folder), path)}:${at + 1}: ${words}`];
      });
    });
}

export function leftoversIn(folder: string): Leftover[] {
  const { content: sample } = siteFolders({});
  if (folder === sample) {
    throw new CommandError(
      'This is the sample itself: make a folder of your own with "organiser new FOLDER", and name it in CONTENT_DIR.',
    );
  }
  const languages = ['', ...translationsIn(folder)];
  return [
    ...Object.keys(contentFiles).flatMap((name) => {
      const file = contentFileOf(name);
      const theirs = new Set(
        ['', ...translationsIn(sample)].flatMap((language) =>
          textsOf(join(sample, language, file)),
        ),
      );
      return languages.flatMap((language) => textsLeft(folder, join(language, file), name, theirs));
    }),
    ...picturesLeft(folder, sample),
  ];
}

function textsOf(path: string): string[] {
  return textsIn(readContentFile(path).value).flatMap(({ text }) => [text, withoutNumbers(text)]);
}

/** `organiser new` moves the days in the sentences of the sample. */
function withoutNumbers(text: string): string {
  return /\p{L}.*\b20\d\d\b/u.test(text) ? text.replaceAll(/\d+/g, '#') : text;
}

/** A text of the sample may be in another language here, if the folder began with a translation of it. */
function textsLeft(
  folder: string,
  file: string,
  name: string,
  theirs: ReadonlySet<string>,
): Leftover[] {
  const { value, find } = readContentFile(join(folder, file));
  return textsIn(value)
    .filter(
      ({ text, path }) =>
        compact(text) === SAMPLE_IBAN ||
        (theirs.has(withoutNumbers(text)) && isAboutOne(name, text, path)),
    )
    .map(({ text, path }) => ({ file, line: find(path).line, path, text }));
}

function isAboutOne(name: string, text: string, path: readonly (string | number)[]): boolean {
  if (OF_THE_SAMPLE.test(text)) return true;
  if (SHARED_FACTS.has(path.join('.')) || SHARED.has(String(path.at(-1)))) return false;
  if (SHARED_PARTS.has(String(path[0]))) return false;
  return ABOUT_ONE.has(name) || (SENTENCES_ABOUT_ONE.has(name) && text.split(' ').length > 5);
}

function picturesLeft(folder: string, sample: string): Leftover[] {
  const pictures = ['public', 'theme'].filter((name) => name === 'public' || hasDrawings(folder));
  const filesOf = (from: string) =>
    pictures.flatMap((name) => filesIn(join(from, name))).filter((path) => !path.endsWith('.yaml'));
  const digests = new Set(filesOf(sample).map(digestOf));
  return filesOf(folder)
    .filter((path) => digests.has(digestOf(path)))
    .map((path) => ({
      file: path.slice(folder.length + 1),
      line: undefined,
      path: [],
      text: 'the picture of the sample',
    }));
}

/** No page shows the drawings of a theme that has switched them off. */
function hasDrawings(folder: string): boolean {
  const { value } = readContentFile(join(folder, contentFileOf('theme')));
  return Theme.safeParse(value).data?.drawings !== 'none';
}

function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .toSorted();
}

function digestOf(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}

function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 90 ? `${line.slice(0, 88)}…` : line;
}
