import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { BUNDLE_FOLDER } from '../organiser/dashboard/bundle.ts';
import { stampOf } from '#server/content/stamp.ts';

/** The sources of the dashboard's page. After a change in any of them the next start builds again. */
const sources = [
  'organiser/dashboard/page',
  'organiser/dashboard/subjects.ts',
  'organiser/dashboard/vite.config.ts',
  'features/dashboard-pages.ts',
  ...globSync('features/*/site'),
  'server/markup.ts',
  'server/reports',
  'site/ui',
  'site/base.css',
  'site/tokens.css',
  'site/text-font.css',
  'site/heading-font.css',
  'contract',
  'scripts/build-dashboard.ts',
  'package-lock.json',
];
/** Fails the build if it reads a module that `sources` lacks, because no change of that module would build again. */
const onlySources = {
  name: 'only-sources',
  moduleParsed({ id }: { id: string }) {
    const path = relative('.', id);
    const isForeign = !existsSync(path) || id.includes('/node_modules/');
    const isListed = sources.some((source) => `${path}/`.startsWith(`${source}/`));
    if (isForeign || isListed) return;
    throw new Error(`Please add ${path} to the sources in scripts/build-dashboard.ts.`);
  },
};
const stampFile = join(BUNDLE_FOLDER, '.made-from');
const wanted = stampOf('.', sources);
const isCurrent = existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted;
// scripts/bootstrap.mjs only asks whether the build is current, and gets the answer as exit code.
if (process.argv.includes('--check')) process.exit(isCurrent ? 0 : 1);
if (!isCurrent) {
  const start = performance.now();
  process.stderr.write('Building the dashboard … ');
  rmSync(stampFile, { force: true });
  // The import is here, because most starts have nothing to build.
  const { build } = await import('vite');
  const configFile = 'organiser/dashboard/vite.config.ts';
  // Node reads the configuration itself; otherwise Vite would bundle it first, with timings on a slow machine.
  await build({ configFile, configLoader: 'native', logLevel: 'error', plugins: [onlySources] });
  writeFileSync(stampFile, wanted);
  process.stderr.write(`done in ${((performance.now() - start) / 1000).toFixed(1)} s\n`);
}
