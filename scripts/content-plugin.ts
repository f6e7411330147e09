import type { Plugin } from 'vite';
import { type Content, contentFiles, inLanguage, languagesOf } from '#contract/content.ts';
import { labelSections } from '#contract/content/labels-shape.ts';
import { isPublic } from '#contract/content/prices-shape.ts';
import { ContentError } from '#server/content/content-error.ts';
import { readContent } from '#server/content/read-content.ts';
import { checkMarkdown, renderContent } from '#server/content/render-content.ts';

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
export function contentPlugin(folder: string, language?: string): Plugin<ContentApi> {
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
        const content = modulesOf(readContent(folder), { folder, language });
        return `export default ${JSON.stringify(content[name])};`;
      } catch (cause) {
        if (!(cause instanceof ContentError)) throw cause;
        return this.error(cause.message);
      }
    },
  };
}

/**
 * Splits the conference: every page loads the common facts in a script, and a few pages load the details. The facts of
 * mails, receipts and PDF files are in no script.
 */
function modulesOf(
  all: Content,
  { folder, language = all.language }: { folder: string; language: string | undefined },
): Record<string, unknown> {
  const rendered = renderContent(inLanguage(all, language), folder);
  const { conference, agenda, labels, ownPages, prices, ...content } = rendered;
  const { name, shortName, fullTitle, copyrightYear, city, country, countryCode } = conference;
  const { phrases: _phrases, ...dates } = conference.dates;
  const { venue, drawing, secretary, brandLine } = conference;
  const facts = { name, shortName, fullTitle, copyrightYear, dates, city, country, countryCode };
  const { accommodation, deadlines, description, opening, places } = conference;
  const { organiser, sponsor, statistics, waitingList } = conference;
  const details = {
    accommodation,
    deadlines,
    description,
    opening,
    places,
    sponsor,
    statistics,
    waitingList,
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
    conference: { ...facts, venue, drawing, secretary, brandLine },
    'conference-details': details,
    organiser,
    'own-pages': ownPages,
    language: { language, languages: languagesOf(all) },
    ...Object.fromEntries(
      Object.entries(labels).map(([section, words]) => [labelModule(section), words]),
    ),
  };
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
