import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { registerTexts } from '#contract/content/feature-texts.ts';
import { isLanguage } from '#contract/content/languages.ts';
import { texts } from '#features/texts.ts';
import { englishWords, TRANSLATIONS } from '#server/content/product-words.ts';
import {
  fileOf,
  type ProductText,
  productTexts,
  reportOn,
  valueIn,
} from '#server/content/translation-problems.ts';

/**
 * `npm run translations` checks the words of the product in each language and fails if there are mistakes. With a language
 * it lists what is missing there, too. `--new pl` writes the file of a language, for translation, and `--write` the English words
 * for programs that help with translations; it also brings the other files into the order of the English words.
 */
const NAME = 'npm run translations';
const [action = '', tag = ''] = process.argv.slice(2);
registerTexts(texts);
const words = englishWords();
const languages = globSync('*.json', { cwd: TRANSLATIONS })
  .map((file) => basename(file, '.json'))
  .filter((language) => language !== 'en')
  .toSorted();

if (action === '--new') begin(tag);
else if (action === '--write') write();
else if (action === '' || languages.includes(action)) {
  process.exitCode = check(action === '' ? languages : [action]) ? 0 : 1;
} else {
  console.error(`There is no ${pathOf(action)}. ${NAME} -- --new ${action} writes it.`);
  process.exitCode = 1;
}

function begin(language: string): void {
  if (!isLanguage(language) || language === 'en' || existsSync(urlOf(language))) {
    console.error(`Expected a language that has no file yet, such as pl: ${NAME} -- --new pl`);
    process.exitCode = 1;
    return;
  }
  const all = productTexts(words, language).filter(({ isOptional }) => isOptional !== true);
  writeJson(
    language,
    fileOf(all, ({ english }) => english),
  );
  console.log(
    `${pathOf(language)} has ${all.length} texts in English. Translate each after its colon, or delete its line: it is shown in English then. ${NAME} -- ${language} says what is left.`,
  );
}

function write(): void {
  writeJson(
    'en',
    fileOf(productTexts(words, 'en'), ({ english }) => english),
  );
  for (const language of languages) {
    const file = read(language);
    writeJson(
      language,
      fileOf(productTexts(words, language), (text) => valueIn(file, text)),
    );
  }
}

/** Prints a line for each language, and its mistakes. Returns whether there are none. */
function check(chosen: readonly string[]): boolean {
  let isRight = true;
  const isOne = chosen.length === 1;
  for (const language of chosen) {
    const { missing, problems, same } = reportOn(read(language), words, language);
    const file = pathOf(language);
    if (isOne) {
      const list = (title: string, found: readonly ProductText[]) => {
        if (found.length > 0) console.log(`\n${title}:`);
        for (const { place, english } of found) console.log(`  ${place}: ${english}`);
      };
      list('Missing, and shown in English', missing);
      list('The same as in English: please look whether this is right', same);
      console.log('');
    }
    for (const problem of problems) console.error(`${file}: ${problem}`);
    // The sample is in English and German, so German is always whole.
    const isLacking = language === 'de' && missing.length > 0;
    if (isLacking)
      console.error(`${file}: ${missing.map(({ place }) => place).join(', ')}: missing`);
    const all = productTexts(words, language).filter(({ isOptional }) => isOptional !== true);
    const count = `${all.length - missing.length} of ${all.length} texts`;
    console.log(`${language}: ${count}, ${problems.length} mistakes`);
    if (problems.length > 0 || isLacking) isRight = false;
  }
  return isRight && hasCurrentEnglish();
}

function hasCurrentEnglish(): boolean {
  const english = fileOf(productTexts(words, 'en'), (text) => text.english);
  if (JSON.stringify(read('en')) === JSON.stringify(english)) return true;
  console.error(`${pathOf('en')} has other words than the program: ${NAME} -- --write`);
  return false;
}

function read(language: string): unknown {
  const file = urlOf(language);
  if (!existsSync(file)) return {};
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    throw new Error(`${pathOf(language)} is no JSON`, { cause });
  }
}

function writeJson(language: string, value: unknown): void {
  writeFileSync(urlOf(language), `${JSON.stringify(value, undefined, 2)}\n`);
}

function urlOf(language: string): URL {
  return new URL(`${language}.json`, TRANSLATIONS);
}

function pathOf(language: string): string {
  return relative('.', fileURLToPath(urlOf(language)));
}
