import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { contentFileOf, sentenceFiles } from '#contract/content.ts';
import { isGroup } from '#contract/content/content-edits.ts';
import { readContentText } from '#server/content/content-file.ts';
import { valuesIn } from '#server/content/edit-yaml.ts';
import { ActionImpossible } from '#server/operations/plan.ts';
import { translationsIn } from '#server/content/translation.ts';
import { type EditedName, editedNames, titles, translatedNames } from './edited-files.ts';

/** A file that dashboards change. */
export type FolderFile = {
  /** As the page calls it: `prices`, `de/prices`, `pages/travel.md`. */
  key: string;
  /** In the folder: `prices.yaml`, `de/prices.yaml`, `pages/travel.md`. */
  file: string;
  title: string;
  /** The name of a file with a form; absent: a page in Markdown, which is edited as a text. */
  name?: EditedName;
  /** The language of a translation. */
  language?: string;
};

/** The files of a folder that dashboards change, also those that a folder does without. */
export function folderFiles(folder: string): FolderFile[] {
  const languages = translationsIn(folder);
  const pages = pagesIn(folder);
  return [
    ...editedNames.map((name) => ownFile(name)),
    ...pages.map((page) => pageFile(page)),
    ...languages.flatMap((language) => [
      ...translatedNames
        .filter((name) => isWithWords(name) || existsSync(join(folder, contentFileOf(name))))
        .map((name) => ownFile(name, language)),
      ...pages.map((page) => pageFile(page, language)),
    ]),
  ];
}

/** The file that a page names; a page in Markdown may be new. */
export function folderFile(folder: string, key: string): FolderFile | undefined {
  const found = folderFiles(folder).find((each) => each.key === key);
  if (found) return found;
  const [, page] = /^pages\/(.*)$/.exec(key) ?? [];
  return page === undefined || !isPage(page) ? undefined : pageFile(page);
}

/** The file of a save; a page may be gone by now. */
export function fileOfSave(folder: string, file: string): FolderFile | undefined {
  return folderFiles(folder).find((each) => each.file === file) ?? folderFile(folder, file);
}

/** Which file of dashboards a name is, whatever this folder has; undefined for any other file. */
export function namedInFolder(file: string): Pick<FolderFile, 'name' | 'language'> | undefined {
  const own = withoutLanguage(file);
  const name = editedNames.find((each) => contentFileOf(each) === own);
  if (name === undefined && !isPageFile(own)) return undefined;
  return {
    ...(name !== undefined && { name }),
    ...(own !== file && { language: file.slice(0, -own.length - 1) }),
  };
}

/** Whether a file can be called so, whatever this folder has. */
export function isFileKey(key: string): boolean {
  const own = withoutLanguage(key);
  return editedNames.some((name) => name === own) || isPageFile(own);
}

function withoutLanguage(path: string): string {
  return path.replace(/^[a-z]{2,3}(?:-[A-Za-z]{2,4})?\//, '');
}

function isPageFile(path: string): boolean {
  return path.startsWith('pages/') && isPage(path.slice('pages/'.length));
}

/** The name of the file is the address of the page. */
function isPage(name: string): boolean {
  return name.length <= 60 && /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*\.md$/.test(name);
}

function ownFile(name: EditedName, language?: string): FolderFile {
  const file = contentFileOf(name);
  if (language === undefined) return { key: name, file, title: titles[name], name };
  return {
    key: `${language}/${name}`,
    file: `${language}/${file}`,
    title: titles[name],
    name,
    language,
  };
}

function pageFile(page: string, language?: string): FolderFile {
  const file = `${language === undefined ? '' : `${language}/`}pages/${page}`;
  const title = `Page /${page.slice(0, -'.md'.length)}`;
  return { key: file, file, title, ...(language !== undefined && { language }) };
}

/** The product has words for these, also where the first language has no such file. */
function isWithWords(name: string): boolean {
  return name === 'labels' || sentenceFiles.includes(name);
}

function pagesIn(folder: string): string[] {
  const pages = join(folder, 'pages');
  if (!existsSync(pages)) return [];
  return readdirSync(pages).filter(isPage).toSorted();
}

/** The text of a file, empty if the folder does without it. */
export function readEdited(folder: string, { name, file }: FolderFile): string {
  const path = join(folder, file);
  if (!existsSync(path)) return '';
  const { text, words } = readContentText(path);
  if (text === undefined) throw new ActionImpossible(`${file}: ${words}.`);
  if (name !== undefined && !isGroup(valuesIn(text))) {
    throw new ActionImpossible(
      `${file} has a mistake that only its owner can mend: organiser check names its line.`,
    );
  }
  return text;
}
