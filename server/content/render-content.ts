import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Content, contentFileOf } from '#contract/content.ts';
import type { Markup, Statements } from '#contract/content/markup.ts';
import { ContentError, type ContentProblem } from './content-error.ts';
import { readContentFile } from './content-file.ts';
import { renderPage, renderText } from './markdown.ts';

export type RenderedPage = {
  path: string;
  title: string;
  description: string;
  intro?: string | undefined;
  html: string;
};

export type RenderedContent = Omit<Content, 'ownPages' | 'translations' | keyof Statements> &
  Statements & {
    ownPages: RenderedPage[];
    /** The pictures beside the pages, as paths below the folder. */
    pictures: string[];
  };

/**
 * The content with its Markdown as HTML, for the build of the site at `base`. Mistakes in it, such as a link to a page that is not
 * there, throw a ContentError.
 */
export function renderContent(content: Content, folder: string, base = ''): RenderedContent {
  const site = { folder, addresses: content.addresses, base };
  const problems: ContentProblem[] = [];
  const below = (name: string) => `${basename(folder)}/${name}`;

  const pages = content.ownPages.map(({ file, path, markdown, linesBefore, ...facts }) => {
    const { html, pictures, mistakes } = renderPage(markdown, site);
    for (const { line, words } of mistakes) {
      problems.push({ file: below(file), line: linesBefore + line, words });
    }
    const { title, description, intro } = facts;
    return {
      page: { path, title, description, ...(intro !== undefined && { intro }), html },
      pictures,
    };
  });

  const { keptIn, sectionsIn } = markupReader(content, site, problems);
  const { legal, privacy, pages: words } = content;
  const rendered = {
    ...content,
    legal: {
      ...legal,
      pages: legal.pages.map((page, at) => ({
        ...page,
        sections: sectionsIn('legal', ['pages', at], page.sections),
      })),
    },
    privacy: {
      ...privacy,
      page: {
        ...privacy.page,
        sections: sectionsIn('privacy', ['page'], privacy.page.sections),
        kept: {
          ...privacy.page.kept,
          entries: privacy.page.kept.entries.map(keptIn),
        },
      },
    },
    pages: {
      ...words,
      accessibility: {
        ...words.accessibility,
        sections: sectionsIn('pages', ['accessibility'], words.accessibility.sections),
      },
    },
    ownPages: pages.map(({ page }) => page),
    pictures: [...new Set(pages.flatMap(({ pictures }) => pictures))].filter((file) =>
      file.startsWith('pages/'),
    ),
  };
  if (problems.length > 0) throw new ContentError(problems);
  return rendered;
}

/** Reads the Markdown of statements, and adds its mistakes to `problems`. */
function markupReader(
  content: Content,
  site: Parameters<typeof renderText>[1] & { folder: string },
  problems: ContentProblem[],
) {
  const { folder } = site;
  const below = (name: string) => `${basename(folder)}/${name}`;
  const textIn = (name: keyof Statements, path: (string | number)[], text: string): Markup => {
    const { markup, mistakes } = renderText(text, site);
    if (mistakes.length > 0) {
      const file = contentFileOf(name);
      const { line, path: written } = readContentFile(join(folder, file)).find(path);
      const own = `${content.language}/${file}`;
      for (const words of mistakes) {
        problems.push(
          existsSync(join(folder, own))
            ? { file: below(own), words: `"${text.slice(0, 40)}…": ${words}` }
            : { file: below(file), line, words: `${written}: ${words}` },
        );
      }
    }
    return markup;
  };
  const sectionsIn = (
    name: keyof Statements,
    path: (string | number)[],
    sections: readonly { heading: string; points: string[] }[],
  ) =>
    sections.map(({ heading, points }, at) => ({
      heading,
      points: points.map((point, nth) =>
        textIn(name, [...path, 'sections', at, 'points', nth], point),
      ),
    }));
  const keptIn = (entry: Content['privacy']['page']['kept']['entries'][number], at: number) => {
    const answer = (key: 'what' | 'why' | 'basis' | 'howLong') =>
      textIn('privacy', ['page', 'kept', 'entries', at, key], entry[key]);
    return {
      title: entry.title,
      what: answer('what'),
      why: answer('why'),
      basis: answer('basis'),
      howLong: answer('howLong'),
    };
  };
  return { keptIn, sectionsIn };
}

/** Throws a ContentError that lists every mistake in the Markdown of the folder, in all languages. */
export function checkMarkdown(content: Content, folder: string): void {
  const problems = [content, ...Object.values(content.translations)].flatMap((each) => {
    try {
      renderContent(each, folder);
      return [];
    } catch (error) {
      if (error instanceof ContentError) return error.problems;
      throw error;
    }
  });
  // A translation repeats the mistakes of the texts that it has from the first language.
  const byWords = new Map(problems.map((problem) => [JSON.stringify(problem), problem]));
  if (problems.length > 0) throw new ContentError([...byWords.values()]);
}
