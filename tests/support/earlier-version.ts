import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as z from 'zod/mini';

/** Writes the files of a commit into an empty folder, with the packages that its lock file names. */
export function checkOut(commit: string, root: string): void {
  const archive = execFileSync('git', ['archive', commit], { maxBuffer: 1 << 30 });
  execFileSync('tar', ['--extract', '--directory', root], { input: archive });
  const wanted = packagesToServe(root);
  const here = packagesToServe('.');
  const isSame = [...wanted].every(([path, version]) => here.get(path) === version);
  if (isSame) linkPackages(root);
  // It has other packages than this version, and installs its own.
  else execFileSync(process.execPath, ['scripts/bootstrap.mjs'], { cwd: root, stdio: 'pipe' });
}

const LockFile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.optional(z.string()),
      /** The folder of a package of the project itself, if `link` is set. */
      resolved: z.optional(z.string()),
      link: z.optional(z.boolean()),
      dev: z.optional(z.boolean()),
      optional: z.optional(z.boolean()),
      devOptional: z.optional(z.boolean()),
    }),
  ),
});

function packagesIn(root: string) {
  const { packages } = LockFile.parse(
    JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')),
  );
  return Object.entries(packages).filter(([path]) => path.startsWith('node_modules/'));
}

function packagesToServe(root: string): Map<string, string | undefined> {
  return new Map(
    packagesIn(root)
      .filter(([, each]) => !(each.link || each.dev || each.optional || each.devOptional))
      .map(([path, { version }]) => [path, version]),
  );
}

function linkPackages(root: string): void {
  const modules = join(root, 'node_modules');
  mkdirSync(modules);
  for (const [path, { link, resolved }] of packagesIn(root)) {
    if (link && resolved) symlinkSync(join(root, resolved), join(root, path));
  }
  for (const name of readdirSync('node_modules')) {
    if (name.startsWith('.') || existsSync(join(modules, name))) continue;
    symlinkSync(resolve('node_modules', name), join(modules, name));
  }
}
