import { globSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { notePackages } from './bundled-packages.ts';
import { notedSources } from './noted-sources.ts';

/** Builds the scripts and styles of any conference's site (scripts/plugins/template-plugin.ts). No texts of a conference are in them. */
const settings = [
  'site',
  'contract',
  'features/texts.ts',
  ...globSync('features/*/{shape.ts,texts}').toSorted(),
  ...[
    'build-template',
    'content-modules',
    'noted-sources',
    'slots',
    'plugins/template-plugin',
    'theme-files',
  ].map((name) => `scripts/${name}.ts`),
  'scripts/plugins/theme-plugin.ts',
  'vite.config.ts',
  'react-router.config.ts',
  'tsconfig.json',
  'package-lock.json',
];
const folder = 'build/template';
const note = join(folder, '.made-from.json');
/** Style sheets and routes are no modules, so the site's folder is a setting, too. */
const noted = notedSources(note, settings);
const isCurrent = noted.isCurrent();
// scripts/build-site.ts only asks whether the template is current, and gets the answer as exit code.
if (process.argv.includes('--check')) process.exit(isCurrent ? 0 : 1);
if (!isCurrent) await build();

async function build(): Promise<void> {
  rmSync(note, { force: true });
  process.env['NODE_ENV'] = 'production';
  process.env['SITE_TEMPLATE'] = '1';
  // The import is here, because most starts have nothing to build.
  const { createBuilder } = await import('vite');
  const builder = await createBuilder({
    configLoader: 'native',
    logLevel: 'error',
    plugins: [noted.plugin],
  });
  await builder.buildApp();
  notePackages(folder, noted.modules);
  noted.write();
}
