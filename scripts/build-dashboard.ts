import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BUNDLE_FOLDER } from '../organiser/dashboard/bundle.ts';
import { stampOf } from '#server/content/stamp.ts';

/** The sources of the dashboard's page. After a change in any of them the next start builds again. */
const sources = [
  'organiser/dashboard/page',
  'organiser/dashboard/vite.config.ts',
  'site/ui',
  'site/base.css',
  'site/tokens.css',
  'site/fonts.css',
  'contract',
  'scripts/build-dashboard.ts',
  'package-lock.json',
];
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
  await build({ configFile: 'organiser/dashboard/vite.config.ts', logLevel: 'error' });
  writeFileSync(stampFile, wanted);
  process.stderr.write(`done in ${((performance.now() - start) / 1000).toFixed(1)} s\n`);
}
