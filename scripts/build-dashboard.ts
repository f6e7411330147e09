import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { BUNDLE_FOLDER } from '../organiser/dashboard/bundle.ts';
import { stampOf } from '#server/content/stamp.ts';
import { notePackages } from './bundled-packages.ts';

/** The files that the build reads beside the modules of the page. */
const settings = [
  'organiser/dashboard/vite.config.ts',
  'scripts/build-dashboard.ts',
  'scripts/content-plugin.ts',
  'contract',
  'site/base.css',
  'site/tokens.css',
  'site/text-font.css',
  'site/heading-font.css',
  'package-lock.json',
];
/** The sources of the last build and their stamp. After a change in any of them the next start builds again. */
const note = join(BUNDLE_FOLDER, '.made-from.json');
const isCurrent = (() => {
  if (!existsSync(note)) return false;
  const { sources, stamp } = JSON.parse(readFileSync(note, 'utf8'));
  return stampOf('.', sources) === stamp;
})();
// scripts/bootstrap.mjs only asks whether the build is current, and gets the answer as exit code.
if (process.argv.includes('--check')) process.exit(isCurrent ? 0 : 1);
if (!isCurrent) {
  const start = performance.now();
  process.stderr.write('Building the dashboard … ');
  rmSync(note, { force: true });
  const modules = new Set<string>();
  const all = new Set<string>();
  const noteModules = {
    name: 'note-modules',
    moduleParsed({ id }: { id: string }) {
      all.add(id);
      if (id.includes('__vite-browser-external'))
        throw new Error('The page imports a module of Node.');
      const path = relative('.', id.replace(/\?.*/, ''));
      if (existsSync(path) && !path.includes('node_modules/')) modules.add(path);
    },
  };
  // The import is here, because most starts have nothing to build.
  const { build } = await import('vite');
  const configFile = 'organiser/dashboard/vite.config.ts';
  // Node reads the configuration itself; otherwise Vite would bundle it first, with timings on a slow machine.
  await build({ configFile, configLoader: 'native', logLevel: 'error', plugins: [noteModules] });
  notePackages(BUNDLE_FOLDER, all);
  const sources = [...settings, ...[...modules].toSorted()];
  writeFileSync(note, JSON.stringify({ sources, stamp: stampOf('.', sources) }));
  process.stderr.write(`done in ${((performance.now() - start) / 1000).toFixed(1)} s\n`);
}
