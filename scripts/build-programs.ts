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
import { basename, dirname, join, relative, resolve } from 'node:path';
import type { CodeSplittingNameFunction } from 'rolldown';
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
    // Node keeps the text of what it loads, in twice the bytes where one letter is not Latin: 12 MB of a server. Names
    // stay, because logs and stack traces have them.
    comments: false,
    minify: {
      compress: false,
      mangle: false,
      codegen: { removeWhitespace: true, asciiOnly: true },
    },
    codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: fileOf() }] },
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

/**
 * The file of a module of ours that each start of the server loads: one for each folder whose imports point one way, and one
 * for each with what each command loads, too. Node needs half a millisecond for a file, and for a file of megabytes memory
 * that it does not give back. Other modules, such as those that are loaded later, are divided by the bundler.
 */
function fileOf(): CodeSplittingNameFunction {
  const starts = new Map<string, Set<string>>();
  return (id, modules) => {
    if (starts.size === 0) {
      const { server, organiser } = mainFiles;
      mark(resolve(server), 'server');
      let later = mark(resolve(organiser), 'organiser');
      while (later.size > 0)
        later = new Set([...later].flatMap((each) => [...mark(each, 'later')]));
    }
    const by = starts.get(id);
    const [folder = '', inside] = relative('.', id).split('/');
    if (!by?.has('server') || !inside || /^\0|node_modules/.test(id)) return null;
    if (resolve(mainFiles.server) === id) return null;
    if (by.has('organiser')) return `each-${folder}`;
    return by.has('later') ? null : `server-${folder}`;

    /** Marks what a module loads at once, and returns what it may load later. */
    function mark(from: string, start: string): Set<string> {
      const later = new Set<string>();
      const todo = [from];
      for (const at of todo) {
        const known = starts.get(at) ?? new Set();
        starts.set(at, known);
        if (known.has(start)) continue;
        known.add(start);
        const info = modules.getModuleInfo(at);
        todo.push(...(info?.importedIds ?? []));
        for (const each of info?.dynamicallyImportedIds ?? []) later.add(each);
      }
      return later;
    }
  };
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
