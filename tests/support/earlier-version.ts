import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as z from 'zod/mini';

/** Writes the files of a commit into an empty folder, and gives it packages. */
export function checkOut(commit: string, root: string): void {
  const archive = execFileSync('git', ['archive', commit], { maxBuffer: 1 << 30 });
  execFileSync('tar', ['--extract', '--directory', root], { input: archive });
  const wanted = Object.entries(manifestIn(root).dependencies ?? {});
  // The packages of this checkout save a minute, and an earlier version runs with their later corrections.
  const isCompatible = wanted.every(([name, version]) => line(installed(name)) === line(version));
  if (isCompatible) linkPackages(root);
  else execFileSync(process.execPath, ['scripts/bootstrap.mjs'], { cwd: root, stdio: 'pipe' });
}

/** The version of a package that this checkout has, also if only its tests need it. */
function installed(name: string): string | undefined {
  const folder = join('node_modules', name);
  return existsSync(folder) ? manifestIn(folder).version : undefined;
}

const Manifest = z.object({
  name: z.string(),
  version: z.optional(z.string()),
  dependencies: z.optional(z.record(z.string(), z.string())),
  workspaces: z.optional(z.array(z.string())),
});

function manifestIn(folder: string) {
  return Manifest.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')));
}

/** The part of a version that changes with an incompatible one: 5 of 5.12.8, 0.29 of 0.29.9. */
function line(version: string | undefined): string | undefined {
  return /^(?:0\.)*\d+/.exec(version ?? '')?.[0];
}

function linkPackages(root: string): void {
  const modules = join(root, 'node_modules');
  mkdirSync(modules);
  for (const own of manifestIn(root).workspaces ?? []) {
    symlinkSync(join(root, own), join(modules, manifestIn(join(root, own)).name));
  }
  for (const name of readdirSync('node_modules')) {
    if (name.startsWith('.') || existsSync(join(modules, name))) continue;
    symlinkSync(resolve('node_modules', name), join(modules, name));
  }
}
