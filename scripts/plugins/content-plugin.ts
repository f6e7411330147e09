import type { Plugin } from 'vite';
import type { Content } from '#contract/content.ts';
import { registerTexts } from '#contract/content/feature-texts.ts';
import { Labels, labelSections } from '#contract/content/shapes/labels-shape.ts';
import { texts } from '#features/texts.ts';
import { ContentError } from '#server/content/content-error.ts';
import { readContent } from '#server/content/read-content.ts';
import { checkMarkdown } from '#server/content/render-content.ts';
import { contentModules, contentNames, labelModule } from '../content-modules.ts';

registerTexts(texts);

const SCHEME = 'content:';
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
      made = { of: content, modules: contentModules(content, { folder, language }) };
    }
    return made.modules;
  };
  return {
    name: 'content',
    api: { mistake: () => mistakeIn(folder) },
    resolveId(source) {
      if (!source.startsWith(SCHEME)) return null;
      return contentNames.includes(source.slice(SCHEME.length)) ? moduleId(source) : null;
    },
    load(id) {
      const name = contentNames.find((known) => id === moduleId(SCHEME + known));
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
  return exportsOf(entries.map(([name, value]) => [name, JSON.stringify(value)]));
}

/** The code of a module with these names and their values in JavaScript. */
export function exportsOf(values: [name: string, code: string][]): string {
  return [
    ...values.map(([, code], at) => `const value${at} = ${code};`),
    `export { ${values.map(([name], at) => `value${at} as ${name}`).join(', ')} };`,
    `export default { ${values.map(([name], at) => `${name}: value${at}`).join(', ')} };`,
  ].join('\n');
}

function isOfNames(name: string): boolean {
  return name === 'language' || labelSections.some((section) => labelModule(section) === name);
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
