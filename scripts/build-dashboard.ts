import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { BUNDLE_FOLDER } from '../organiser/dashboard/bundle.ts';
import { notedSources } from './noted-sources.ts';
import { notePackages } from './bundled-packages.ts';

/** The files that the build reads beside the modules of the page. */
const settings = [
  'organiser/dashboard/vite.config.ts',
  'scripts/build-dashboard.ts',
  'scripts/plugins/content-plugin.ts',
  'contract',
  'site/base.css',
  'site/tokens.css',
  'site/text-font.css',
  'site/heading-font.css',
  'package-lock.json',
];
const note = join(BUNDLE_FOLDER, '.made-from.json');
const noted = notedSources(note, settings);
const isCurrent = noted.isCurrent();
// scripts/bootstrap.mjs only asks whether the build is current, and gets the answer as exit code.
if (process.argv.includes('--check')) process.exit(isCurrent ? 0 : 1);
if (!isCurrent) {
  const start = performance.now();
  process.stderr.write('Building the dashboard … ');
  rmSync(note, { force: true });
  const onlyOfBrowsers = {
    name: 'only-of-browsers',
    moduleParsed({ id }: { id: string }) {
      if (id.includes('__vite-browser-external')) {
        throw new Error('The page imports a module of Node.');
      }
    },
  };
  // The import is here, because most starts have nothing to build.
  const { build } = await import('vite');
  const configFile = 'organiser/dashboard/vite.config.ts';
  // Node reads the configuration itself; otherwise Vite would bundle it first, with timings on a slow machine.
  await build({
    configFile,
    configLoader: 'native',
    logLevel: 'error',
    plugins: [noted.plugin, onlyOfBrowsers],
  });
  notePackages(BUNDLE_FOLDER, noted.modules);
  noted.write();
  process.stderr.write(`done in ${((performance.now() - start) / 1000).toFixed(1)} s\n`);
}
