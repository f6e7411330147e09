import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stampOf } from '#server/content/stamp.ts';

/**
 * The sources of a build: `settings`, and the modules that it read, which `plugin` notes. `write` writes them with their stamp
 * into a file beside the output, and after a change in any of them the build is not current any more.
 */
export function notedSources(file: string, settings: readonly string[]) {
  const modules = new Set<string>();
  return {
    /** The ids of all modules, also of those in packages. */
    modules,
    plugin: {
      name: 'note-modules',
      moduleParsed: ({ id }: { id: string }) => void modules.add(id),
    },
    isCurrent(): boolean {
      if (!existsSync(file)) return false;
      const { sources, stamp } = JSON.parse(readFileSync(file, 'utf8'));
      return stampOf('.', sources) === stamp;
    },
    write(): void {
      const own = [...modules]
        .map((id) => relative('.', id.replace(/\?.*/, '')))
        .filter((path) => existsSync(path) && !path.includes('node_modules/'));
      const sources = [...settings, ...new Set(own.toSorted())];
      writeFileSync(file, JSON.stringify({ sources, stamp: stampOf('.', sources) }));
    },
  };
}
