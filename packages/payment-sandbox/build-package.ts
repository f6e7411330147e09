/**
 * Builds the package that npm publishes: `node build-package.ts [FOLDER]`, by default dist/. The sources stay as they are,
 * because the repository's tests import them at the same time, and Node runs no TypeScript below node_modules.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import manifest from './package.json' with { type: 'json' };

const here = import.meta.dirname;
const folder = resolve(process.argv[2] ?? join(here, 'dist'));
rmSync(folder, { recursive: true, force: true });

const typescript = createRequire(import.meta.url).resolve('typescript/package.json');
const compiler = join(dirname(typescript), 'bin/tsc');
const project = join(here, 'tsconfig.build.json');
execFileSync(process.execPath, [compiler, '--project', project, '--outDir', folder], {
  stdio: 'inherit',
});
chmodSync(join(folder, 'cli.js'), 0o755);

const { private: _, scripts: __, devDependencies: ___, ...published } = manifest;
const contents = {
  ...published,
  bin: { 'plenary-payment-sandbox': 'cli.js' },
  exports: { '.': { types: './sandbox.d.ts', default: './sandbox.js' } },
};
writeFileSync(join(folder, 'package.json'), `${JSON.stringify(contents, null, 2)}\n`);
for (const file of ['README.md', 'CHANGELOG.md', 'LICENSE'])
  cpSync(join(here, file), join(folder, file));
