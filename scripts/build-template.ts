import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stampOf } from '#server/content/stamp.ts';
import { notePackages } from './bundled-packages.ts';

/** Builds the scripts and styles of any conference's site (scripts/template-plugin.ts). No texts of a conference are in them. */
const sources = [
  'site',
  'contract',
  'features/texts.ts',
  ...globSync('features/*/{shape.ts,texts}').toSorted(),
  'server/content/site-template.ts',
  ...['build-template', 'content-modules', 'slots', 'template-plugin', 'theme-files'].map(
    (name) => `scripts/${name}.ts`,
  ),
  'scripts/theme-plugin.ts',
  'vite.config.ts',
  'react-router.config.ts',
  'tsconfig.json',
  'package-lock.json',
];
const folder = 'build/template';
const stampFile = join(folder, '.made-from');
const wanted = stampOf('.', sources);
const isCurrent = existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted;
// scripts/build-site.ts only asks whether the template is current, and gets the answer as exit code.
if (process.argv.includes('--check')) process.exit(isCurrent ? 0 : 1);
if (!isCurrent) await build();

async function build(): Promise<void> {
  rmSync(stampFile, { force: true });
  process.env['NODE_ENV'] = 'production';
  process.env['SITE_TEMPLATE'] = '1';
  // The import is here, because most starts have nothing to build.
  const { createBuilder } = await import('vite');
  const modules = new Set<string>();
  const noteModules = {
    name: 'note-modules',
    moduleParsed: ({ id }: { id: string }) => void modules.add(id),
  };
  const builder = await createBuilder({
    configLoader: 'native',
    logLevel: 'error',
    plugins: [noteModules],
  });
  await builder.buildApp();
  notePackages(folder, modules);
  writeFileSync(stampFile, wanted);
}
