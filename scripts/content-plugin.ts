import type { Plugin } from 'vite';
import { type Content, contentFiles } from '#contract/content.ts';
import { ContentError } from '#server/content/content-error.ts';
import { readContent } from '#server/content/read-content.ts';

const SCHEME = 'content:';
const names = [...Object.keys(contentFiles), 'conference-details', 'organiser'];

/**
 * Gives the site its texts: `import home from 'content:home'` imports content/home.yaml. The build reads and checks the
 * files, so visitors get neither the files nor the code that reads them.
 */
export function contentPlugin(folder: string): Plugin<ContentApi> {
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
        const content = modulesOf(readContent(folder));
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
function modulesOf({ conference, agenda, ...content }: Content): Record<string, unknown> {
  const { name, shortName, fullTitle, copyrightYear, dates, city, country, countryCode } =
    conference;
  const { venue, drawing, secretary, brandLine } = conference;
  const facts = { name, shortName, fullTitle, copyrightYear, dates, city, country, countryCode };
  const { accommodation, deadlines, description, opening } = conference;
  const { organiser, sponsor, statistics, waitingList } = conference;
  const details = {
    accommodation,
    deadlines,
    description,
    opening,
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
    agenda: { days },
    conference: { ...facts, venue, drawing, secretary, brandLine },
    'conference-details': details,
    organiser,
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
    readContent(folder);
    return undefined;
  } catch (error) {
    if (error instanceof ContentError) return error.message;
    throw error;
  }
}

export function isContentModule(id: string): boolean {
  return id.startsWith(moduleId(SCHEME));
}

/** By Rollup's convention the leading zero byte keeps other plugins away. */
function moduleId(source: string): string {
  return `\0${source}`;
}
