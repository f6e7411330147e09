import { resolve } from 'node:path';
import type { Plugin } from 'vite';
import { contentFiles } from '#contract/content.ts';
import { ContentError } from '#server/content/content-error.ts';
import { readContent } from '#server/content/read-content.ts';

const SCHEME = 'content:';
const names = Object.keys(contentFiles);

/**
 * Gives the site its words: `import home from 'content:home'` is content/home.yaml, read and checked while the site is
 * built, so that neither the files nor the code that reads them reach a visitor. The folder is seen from Vite's root.
 */
export function contentPlugin(folder = 'content'): Plugin<ContentApi> {
  let path = folder;
  return {
    name: 'content',
    api: { mistake: () => mistakeIn(path) },
    configResolved({ root }) {
      path = resolve(root, folder);
    },
    resolveId(source) {
      if (!source.startsWith(SCHEME)) return null;
      return names.includes(source.slice(SCHEME.length)) ? moduleId(source) : null;
    },
    load(id) {
      const name = names.find((known) => id === moduleId(SCHEME + known));
      if (name === undefined) return null;
      try {
        const content: Record<string, unknown> = readContent(path);
        return `export default ${JSON.stringify(content[name])};`;
      } catch (cause) {
        if (!(cause instanceof ContentError)) throw cause;
        return this.error(cause.message);
      }
    },
  };
}

/** What other plugins may ask this one. Vite loads it anew when the code that reads content/ is edited, and not them. */
export type ContentApi = {
  /** What is wrong in content/ now, with file, line and field. */
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

/** The leading zero byte keeps other plugins away, as Rollup's convention has it. */
function moduleId(source: string): string {
  return `\0${source}`;
}
