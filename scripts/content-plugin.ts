import type { Plugin } from 'vite';
import { type Content, contentFiles, inLanguage, languagesOf } from '#contract/content.ts';
import { registerTexts } from '#contract/content/feature-texts.ts';
import { Labels, labelSections } from '#contract/content/shapes/labels-shape.ts';
import { isPublic } from '#contract/content/shapes/prices-shape.ts';
import { texts } from '#features/texts.ts';
import { ContentError } from '#server/content/content-error.ts';
import { readContent } from '#server/content/read-content.ts';
import { directionOf, languageBase } from '#contract/content/languages.ts';
import { checkMarkdown, renderContent } from '#server/content/render-content.ts';

registerTexts(texts);

const SCHEME = 'content:';
const names = [
  ...Object.keys(contentFiles),
  'conference-details',
  'organiser',
  'language',
  'own-pages',
  'addresses',
  'menu',
  ...labelSections.map(labelModule),
];

/** Each section of the labels is a module of its own, so a page loads no labels of another page. */
function labelModule(section: string): string {
  return `labels/${section}`;
}

/**
 * Gives the site its texts in one language: `import home from 'content:home'` imports content/home.yaml. The build reads and checks the
 * files, so visitors get neither the files nor the code that reads them.
 */
export function contentPlugin(
  folder: string,
  read: () => Content,
  language?: string,
): Plugin<ContentApi> {
  let made: { of: Content; modules: Record<string, unknown> } | undefined;
  const modules = () => {
    const content = read();
    if (made?.of !== content) {
      made = { of: content, modules: modulesOf(content, { folder, language }) };
    }
    return made.modules;
  };
  return {
    name: 'content',
    api: { mistake: () => mistakeIn(folder) },
    resolveId(source) {
      if (!source.startsWith(SCHEME)) return null;
      return names.includes(source.slice(SCHEME.length)) ? moduleId(source) : null;
    },
    load(id) {
      const name = names.find((known) => id === moduleId(SCHEME + known));
      if (name === undefined) return null;
      try {
        const module = modules()[name];
        return isOfNames(name) ? namedExports(module) : `export default ${JSON.stringify(module)};`;
      } catch (cause) {
        if (!(cause instanceof ContentError)) throw cause;
        return this.error(cause.message);
      }
    },
  };
}

/** The labels in English, for pages that do not belong to the conference's site. */
export function englishLabels(): Plugin {
  const sections: [string, unknown][] = Object.entries(Labels.parse({}));
  return {
    name: 'english-labels',
    resolveId: (source) => (source.startsWith(`${SCHEME}labels/`) ? moduleId(source) : null),
    load(id) {
      const found = sections.find(([section]) => id === moduleId(SCHEME + labelModule(section)));
      return found ? namedExports(found[1]) : null;
    },
  };
}

/** The labels of a section, each with its name. The build writes a label into the code that reads it, as if it were there. */
function namedExports(values: unknown): string {
  const entries = Object.entries(Object(values));
  return [
    ...entries.map(([, value], at) => `const value${at} = ${JSON.stringify(value)};`),
    `export { ${entries.map(([name], at) => `value${at} as ${name}`).join(', ')} };`,
    `export default { ${entries.map(([name], at) => `${name}: value${at}`).join(', ')} };`,
  ].join('\n');
}

function isOfNames(name: string): boolean {
  return name === 'language' || labelSections.some((section) => labelModule(section) === name);
}

/**
 * Splits the conference: every page loads the common facts in a script, and a few pages load the details. The facts of
 * mails, receipts and PDF files are in no script.
 */
function modulesOf(
  all: Content,
  { folder, language = all.language }: { folder: string; language: string | undefined },
): Record<string, unknown> {
  const { base } = languageOf(all, language);
  const rendered = renderContent(inLanguage(all, language), folder, base);
  const { conference, agenda, labels, ownPages, prices, ...content } = rendered;
  const { name, shortName, fullTitle, copyrightYear, city, country, countryCode } = conference;
  const { phrases: _phrases, ...dates } = conference.dates;
  const { drawing, secretary, brandLine } = conference;
  const { note: venueNote, ...venue } = conference.venue;
  const facts = { name, shortName, dates, venue, city, country, countryCode };
  const { accommodation, deadlines, description, opening, places } = conference;
  const { organiser, sponsor, statistics, waitingList, ways } = conference;
  const details = {
    accommodation,
    brandLine,
    copyrightYear,
    deadlines,
    description,
    fullTitle,
    opening,
    places,
    sponsor,
    statistics,
    venueNote,
    waitingList,
    ways,
    ...(conference.status && { status: conference.status }),
  };
  // The reference of an abstract is for its author and the committee.
  const days = agenda.days.map((day) => ({
    ...day,
    items: day.items.map(({ abstract: _abstract, ...item }) => item),
  }));
  return {
    ...content,
    prices: { ...prices, presentationTypes: prices.presentationTypes.filter(isPublic) },
    agenda: { days },
    conference: { ...facts, drawing, secretary },
    'conference-details': details,
    organiser,
    'own-pages': ownPages,
    language: languageOf(all, language),
    ...Object.fromEntries(
      Object.entries(labels).map(([section, words]) => [labelModule(section), words]),
    ),
  };
}

/** The language of the pages, the beginning of their addresses, and the other languages. */
function languageOf(all: Content, language: string) {
  const [first, ...others] = languagesOf(all);
  const pathOf = (tag: string) => (tag === first ? '' : languageBase(tag));
  return {
    language,
    direction: directionOf(language),
    locale: localeName(language),
    base: pathOf(language),
    languages:
      others.length === 0
        ? []
        : languagesOf(all).map((tag) => ({
            tag,
            base: pathOf(tag),
            name: ownNameOf(tag),
            locale: localeName(tag),
          })),
  };
}

/** The name of a language in this language, without its country: Deutsch. */
function ownNameOf(tag: string): string {
  const { language } = new Intl.Locale(tag);
  const name = new Intl.DisplayNames(tag, { type: 'language' }).of(language) ?? language;
  // Some languages write their names with a small first letter.
  return name.slice(0, 1).toLocaleUpperCase(tag) + name.slice(1);
}

/** The language with its country, as link previews want it: de_DE. */
function localeName(tag: string): string {
  const { language, region } = new Intl.Locale(tag).maximize();
  return `${language}_${region}`;
}

/**
 * The plugin's interface for other plugins. After a change of the code that reads content/, Vite reloads this plugin,
 * but not the others.
 */
export type ContentApi = {
  /** The current mistake in content/, with file, line and field. */
  mistake: () => string | undefined;
};

function mistakeIn(folder: string): string | undefined {
  try {
    checkMarkdown(readContent(folder), folder);
    return undefined;
  } catch (error) {
    if (error instanceof ContentError) return error.message;
    throw error;
  }
}

/** The modules that are made of the conference's folder, here or by theme-plugin.ts. */
export function isContentModule(id: string): boolean {
  return [SCHEME, 'theme:'].some((scheme) => id.startsWith(moduleId(scheme)));
}

/** By Rollup's convention the leading zero byte keeps other plugins away. */
function moduleId(source: string): string {
  return `\0${source}`;
}
