import { dirname, resolve } from 'node:path';
import type { Plugin } from 'vite';
import { contentFiles } from '#contract/content.ts';
import { ContentError, readContent } from '#server/content/read-content.ts';

const SCHEME = 'content:';
const names = Object.keys(contentFiles);

/**
 * Gives the site its words: `import home from 'content:home'` is content/home.yaml, read and checked while the site is
 * built, so that neither the files nor the code that reads them reach a visitor. The folder is seen from Vite's root.
 */
export function contentPlugin(folder = 'content'): Plugin {
  let path = folder;
  return {
    name: 'content',
    configResolved({ root }) {
      path = resolve(root, folder);
    },
    configureServer({ watcher }) {
      watcher.add(path);
    },
    resolveId(source) {
      if (!source.startsWith(SCHEME)) return null;
      return names.includes(source.slice(SCHEME.length)) ? moduleId(source) : null;
    },
    load(id) {
      const name = names.find((known) => id === moduleId(SCHEME + known));
      if (name === undefined) return null;
      this.addWatchFile(resolve(path, `${name}.yaml`));
      try {
        const content: Record<string, unknown> = readContent(path);
        return `export default ${JSON.stringify(content[name])};`;
      } catch (cause) {
        if (!(cause instanceof ContentError)) throw cause;
        return this.error(cause.message);
      }
    },
    async hotUpdate({ file, read, server }) {
      if (dirname(file) !== path) return undefined;
      const { hot, moduleGraph, name: environment } = this.environment;
      const modules = names.flatMap(
        (name) => moduleGraph.getModuleById(moduleId(SCHEME + name)) ?? [],
      );
      // Some editors empty a file before they write it; reading it the way Vite does waits for the second step.
      await read();
      try {
        readContent(path);
        return modules;
      } catch (cause) {
        if (!(cause instanceof ContentError)) throw cause;
        // So that a page that is loaded anew shows the mistake too, and not the words from before it.
        for (const module of modules) moduleGraph.invalidateModule(module);
        if (environment === 'client') {
          server.config.logger.error(`\n${cause.message}\n`, { timestamp: true });
          hot.send({
            type: 'error',
            err: { plugin: 'content', message: cause.message, stack: '' },
          });
        }
        return [];
      }
    },
  };
}

/** The leading zero byte keeps other plugins away, as Rollup's convention has it. */
function moduleId(source: string): string {
  return `\0${source}`;
}
