import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import module from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const programs = join(root, 'build/programs');

/** The programs and their sources. */
export const mainFiles = {
  server: 'server/main.ts',
  organiser: 'organiser/main.ts',
  build: 'scripts/build-site.ts',
};

/** The argument by which `npm start` asks for a bundle as soon as its first page is served. */
const BUNDLE = '--bundle';

// An older Node knows neither import.meta.main nor the TypeScript. It has to read this far to say so, which is why this file
// and the program of a release import nothing by name that is newer than Node 18.
const NODE = 24;
if (Number.parseInt(process.versions.node, 10) < NODE) {
  console.error(
    `Plenary needs Node ${NODE} or later, and this is ${process.version}: https://nodejs.org`,
  );
  process.exit(2);
}

if (import.meta.main) await run(process.argv.slice(2));

/**
 * Runs one of them: the bundle that `npm run build` has made if its sources are still the same, otherwise the
 * TypeScript. This file is plain JavaScript, because a process that strips types takes 10 MB more.
 */
export async function run([name = '', ...given]) {
  const bundle = presentBundle();
  if (bundle) nameSources(bundle);
  // A command starts in three quarters of the time if Node keeps what it has compiled. A server, which starts seldom, would take
  // 8 MB more for it. Where nobody may write, nothing is kept; the next bundle removes the folder.
  if (bundle && name === 'organiser') module.enableCompileCache(join(programs, 'compiled'));
  const args = given.filter((word) => word !== BUNDLE);
  if (!bundle && args.length < given.length) {
    (await import('./bundle-later.mjs')).bundleAfterFirstPage();
  }
  const file = bundle ? join(bundle, `${name}.mjs`) : join(root, mainFiles[name]);
  // A program reads its arguments after the path of its file.
  process.argv.splice(1, process.argv.length, file, ...args);
  await import(pathToFileURL(file).href);
}

/** The folder of the bundle; undefined if there is none, or if a source has changed since. */
export function presentBundle() {
  try {
    const { sources, digest } = JSON.parse(readFileSync(join(programs, 'made-from.json'), 'utf8'));
    return digestOf(sources) === digest ? join(programs, digest) : undefined;
  } catch {
    return undefined;
  }
}

/** A digest of the present contents of files of the project. Throws if one is missing. */
export function digestOf(paths) {
  const hash = createHash('sha256');
  for (const path of paths) hash.update(`${path}\n`).update(readFileSync(join(root, path)));
  return hash.digest('hex').slice(0, 16);
}

/** Stack traces name the TypeScript. Node's own way reads all maps at the start, which takes 40 MB; here an error reads one. */
function nameSources(folder) {
  const maps = new Map();
  const sourceOf = (site) => {
    const chunk = site.getFileName()?.startsWith('file:') ? fileURLToPath(site.getFileName()) : '';
    if (!chunk.startsWith(folder)) return String(site);
    if (!maps.has(chunk)) maps.set(chunk, mapOf(chunk));
    const origin = maps.get(chunk)?.findOrigin(site.getLineNumber(), site.getColumnNumber());
    if (!origin?.fileName) return String(site);
    const path = join(folder, origin.fileName);
    return String(site).replace(
      /file:.*:\d+:\d+/,
      `${path}:${origin.lineNumber}:${origin.columnNumber}`,
    );
  };
  Error.prepareStackTrace = (error, sites) => {
    // Stripe's package makes such an error for each request, to know its caller; the maps for it take 20 MB.
    const nameOf = error.message === '' ? String : sourceOf;
    const lines = sites.map((site) => `    at ${nameOf(site)}`);
    return [Error.prototype.toString.call(error), ...lines].join('\n');
  };
}

function mapOf(chunk) {
  try {
    return new module.SourceMap(JSON.parse(readFileSync(`${chunk}.map`, 'utf8')));
  } catch {
    return undefined;
  }
}
