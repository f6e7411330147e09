import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fixtureSettings } from '#tests/support/fixture-settings.ts';

const folders = 'contract documents features packages scripts server site'.split(' ');
const files = ['package.json', 'tsconfig.json', 'vite.config.ts', 'react-router.config.ts'];

/** A copy of the project that tests edit and start. It shares the packages of the original. */
export type ProjectCopy = {
  root: string;
  /** Replaces a file by an edited one, as `sed -i` and many editors do. */
  edit: (path: string, was: string, is: string) => void;
  run: (args: string[], variables?: Record<string, string>) => Run;
  remove: () => Promise<void>;
};

export type Run = {
  /** The output so far, on both streams. */
  output: () => string;
  /** The exit code; undefined if a signal ended the process. */
  ended: Promise<number | undefined>;
  signal: (name: NodeJS.Signals) => void;
};

/** `more` are further files and folders of the project. The name of the folder is hard to read for careless programs. */
export function copyProject(more: readonly string[] = [], prefix = 'plenary ä '): ProjectCopy {
  const root = realpathSync(mkdtempSync(join(tmpdir(), prefix)));
  for (const path of [...folders, ...files, ...more])
    cpSync(path, join(root, path), { recursive: true });
  cpSync(fixtureSettings.CONTENT_DIR, join(root, 'content'), { recursive: true });
  // Each package has its own link, so that tools write their caches into the copy's node_modules.
  mkdirSync(join(root, 'node_modules'));
  for (const name of readdirSync('node_modules').filter((each) => !each.startsWith('.vite'))) {
    symlinkSync(join(process.cwd(), 'node_modules', name), join(root, 'node_modules', name));
  }
  const runs: Run[] = [];
  return {
    root,
    edit(path, was, is) {
      const text = readFileSync(join(root, path), 'utf8');
      if (!text.includes(was)) throw new Error(`${path} does not say ${was}`);
      writeFileSync(join(root, 'draft'), text.replace(was, is));
      renameSync(join(root, 'draft'), join(root, path));
    },
    run(args, variables = {}) {
      const run = startProgram(root, args, variables);
      runs.push(run);
      return run;
    },
    async remove() {
      for (const run of runs) run.signal('SIGKILL');
      await Promise.all(runs.map(({ ended }) => ended));
      rmSync(root, { recursive: true });
    },
  };
}

/** Runs Node with these arguments in a folder, which also has the data. */
export function startProgram(root: string, args: string[], variables: Record<string, string>): Run {
  const { PATH, HOME } = process.env;
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { PATH, HOME, DATA_DIR: join(root, 'data'), ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  return {
    output: () => output,
    ended: new Promise((resolve) => child.once('close', (code) => resolve(code ?? undefined))),
    signal: (name) => void child.kill(name),
  };
}
