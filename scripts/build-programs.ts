import {
  existsSync,
  globSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { constants, setPriority } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { notePackages } from './bundled-packages.ts';
import { digestOf, mainFiles, presentBundle } from './run-program.mjs';

/**
 * Bundles the server, the commands, the build of the pages and their threads, with all packages, into build/programs.
 * scripts/run-program.mjs runs them: they start in less than half the time, and need a fifth less memory.
 */
const programs = 'build/programs';
const note = join(programs, 'made-from.json');
/** The program of each thread; a module in the folder of each names its file. */
const threads = globSync('{documents,features/*}/*-thread.ts').filter(
  (path) => basename(path) !== 'worker-thread.ts',
);

const isCurrent = presentBundle() !== undefined;
// scripts/bootstrap.mjs only asks whether the build is current, and gets the answer as exit code.
if (process.argv.includes('--check')) process.exit(isCurrent ? 0 : 1);
// The bundler's threads, which start later, have the same priority.
if (process.argv.includes('--beside-a-server')) setPriority(constants.priority.PRIORITY_LOW);
if (!isCurrent) await build();

async function build(): Promise<void> {
  const start = performance.now();
  process.stderr.write('Bundling the programs … ');
  // The import is here, because most starts have nothing to build.
  const { rolldown } = await import('rolldown');
  const bundle = await rolldown({
    input: {
      ...mainFiles,
      ...Object.fromEntries(threads.map((path) => [basename(path, '-thread.ts'), path])),
    },
    platform: 'node',
    logLevel: 'silent',
    plugins: [{ name: 'places-of-the-modules', transform: placeAsTheModule }],
  });
  const made = join(programs, `new-${process.pid}`);
  const { output } = await bundle.write({
    dir: made,
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name]-[hash].mjs',
    sourcemap: true,
    sourcemapExcludeSources: true,
    // A package that is CommonJS may ask for its folder, and cannot use import.meta.
    banner: `globalThis.projectFolder = process.getBuiltinModule('node:url').fileURLToPath(new URL('../../..', import.meta.url));`,
  });
  const modules = output.flatMap((part) => (part.type === 'chunk' ? part.moduleIds : []));
  notePackages(made, modules);
  const sources = [...modules, 'package-lock.json', 'scripts/build-programs.ts']
    .map((path) => relative('.', path))
    .filter((path) => existsSync(path) && !path.includes('node_modules/'))
    .toSorted();
  const digest = digestOf(sources);
  const previous = existsSync(note) ? JSON.parse(readFileSync(note, 'utf8')).digest : undefined;
  // A server that runs still loads parts of the bundle before.
  for (const folder of readdirSync(programs, { withFileTypes: true })) {
    const isKept = folder.name === previous || isBeingMade(folder.name);
    if (folder.isDirectory() && !isKept) rmSync(join(programs, folder.name), { recursive: true });
  }
  const place = join(programs, digest);
  try {
    renameSync(made, place);
  } catch (error) {
    if (!existsSync(place)) throw error;
    rmSync(made, { recursive: true });
  }
  const words = `${note}.new-${process.pid}`;
  writeFileSync(words, JSON.stringify({ digest, sources }));
  renameSync(words, note);
  process.stderr.write(`done in ${((performance.now() - start) / 1000).toFixed(1)} s\n`);
}

/** `npm run build` may run while the server makes a bundle, too (bundle-later.mjs). */
function isBeingMade(name: string): boolean {
  const [, pid] = /^new-(\d+)$/.exec(name) ?? [];
  try {
    return pid !== undefined && process.kill(Number(pid), 0);
  } catch {
    return false;
  }
}

/** Files beside a module stay where they are, so the bundle asks for them from the module's place. Lines stay the same. */
function placeAsTheModule(code: string, id: string) {
  if (/\b__(?:dirname|filename)\b/.test(code)) {
    const path = relative('.', id);
    const placed = code
      .replaceAll(/\b__dirname\b/g, `(projectFolder + ${JSON.stringify(dirname(path))})`)
      .replaceAll(/\b__filename\b/g, `(projectFolder + ${JSON.stringify(path)})`);
    return { code: placed, map: null };
  }
  if (!code.includes('import.meta.')) return undefined;
  const place = `new URL('../../../${relative('.', id)}', import.meta.url)`;
  return {
    code: code.replace(
      /'([\w-]+)-thread\.ts',(\s*)import\.meta\.url|import\.meta\.(url|dirname)/g,
      (_, thread, space, word) => {
        if (thread) return `'./${thread}.mjs',${space}import.meta.url`;
        return word === 'url'
          ? `${place}.href`
          : `process.getBuiltinModule('node:url').fileURLToPath(new URL('.', ${place}))`;
      },
    ),
    map: null,
  };
}
