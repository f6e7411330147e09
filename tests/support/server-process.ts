import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as z from 'zod/mini';
import { freePort } from '../../scripts/free-port.ts';
import { type Answer, get, post } from './answer.ts';

/** Every record has a type and its person's address; further fields depend on the type. */
const ExportedRecord = z.looseObject({ type: z.string(), email: z.string() });
export type ExportedRecord = z.infer<typeof ExportedRecord>;

/** The built site in a process of its own, as `npm start` runs it. */
export type ServerProcess = {
  origin: string;
  dataDir: string;
  /** The time of the last start until /readyz answered. */
  readyMs: () => number;
  pid: () => number;
  isAlive: () => boolean;
  /** Bytes of memory of the process, as Linux counts them. */
  memory: () => number;
  post: (path: string, body?: unknown) => Promise<Answer>;
  get: (path: string) => Promise<Answer>;
  /**
   * Runs an organiser's command beside the server and returns its output. The error of a failed command contains the
   * output.
   */
  organiser: (...command: string[]) => Promise<string>;
  /** All stored data, by the organiser's export. */
  exported: () => Promise<ExportedRecord[]>;
  /** SIGKILL. */
  kill: () => Promise<void>;
  /** Starts the server again on the same port and data. */
  start: () => Promise<void>;
  /** Stops the server in an orderly way, and starts the next version, which has one more migration. */
  update: () => Promise<void>;
  /** An orderly stop. */
  stop: () => Promise<void>;
  /** Stops the server and removes its data. */
  close: () => Promise<void>;
};

const project = fileURLToPath(new URL('../..', import.meta.url));
const LONGEST_START_MS = 180_000;

const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const AS_NEXT_VERSION = new URL('../faults/as-next-version.mjs', import.meta.url).href;

/**
 * Starts a server on 127.0.0.1 with its own data folder. Limits and quotas are off unless `settings` turn them on; `flags`
 * are arguments such as `--calls-only`, which needs no built site, `root` is the folder of another version, and
 * `nodeFlags` are those of Node, by default those of `npm run serve`.
 */
export async function startServerProcess(
  settings: Record<string, string> = {},
  flags: readonly string[] = [],
  root = project,
  nodeFlags: readonly string[] = flagsOf(root),
): Promise<ServerProcess> {
  const dataDir = settings['DATA_DIR'] ?? mkdtempSync(join(tmpdir(), 'plenary-process-'));
  const port = settings['PORT'] ?? String(await freePort());
  const env: NodeJS.ProcessEnv = { ...process.env, RATE_LIMIT: 'off', ...settings };
  Object.assign(env, { HOST: '127.0.0.1', PORT: port, DATA_DIR: dataDir });
  const origin = `http://127.0.0.1:${port}`;
  let child: ChildProcess;
  let readyMs = 0;
  const isAlive = () => child.exitCode === null && child.signalCode === null;
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    if (!isAlive()) return;
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
  };
  const start = async () => {
    const began = performance.now();
    const args = [...nodeFlags, ...programOf(root, 'server', env), ...flags];
    child = launch(root, dataDir, env, args);
    await ready(origin, isAlive, join(dataDir, 'server.log'));
    readyMs = performance.now() - began;
  };
  const organiser = async (...command: string[]) => {
    const args = [...programOf(root, 'organiser', env), ...command];
    const options = { cwd: root, env, maxBuffer: 1 << 30 };
    const run = promisify(execFile)(process.execPath, args, options);
    return (await run).stdout;
  };
  await start();
  return {
    origin,
    dataDir,
    readyMs: () => readyMs,
    pid: () => child.pid ?? 0,
    isAlive,
    memory: () => {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
      return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024;
    },
    post: (path, body) => post(`${origin}${path}`, body),
    get: (path) => get(`${origin}${path}`),
    organiser,
    exported: async () => {
      const lines = (await organiser('export')).split('\n').filter(Boolean);
      return lines.map((line) => ExportedRecord.parse(JSON.parse(line)));
    },
    kill: () => end('SIGKILL'),
    start,
    update: async () => {
      await end('SIGTERM');
      env['NODE_OPTIONS'] = `${settings['NODE_OPTIONS'] ?? ''} --import=${AS_NEXT_VERSION}`;
      await start();
    },
    stop: () => end('SIGTERM'),
    close: async () => {
      await end('SIGTERM');
      rmSync(dataDir, { recursive: true });
    },
  };
}

/** The log goes into a file, because a pipe would occupy the process that measures. */
function launch(
  root: string,
  dataDir: string,
  env: NodeJS.ProcessEnv,
  args: readonly string[],
): ChildProcess {
  const log = openSync(join(dataDir, 'server.log'), 'a');
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'ignore', log] });
  closeSync(log);
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

const Manifest = z.object({ scripts: z.object({ serve: z.string() }) });

function flagsOf(root: string): string[] {
  const { scripts } = Manifest.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
  return scripts.serve.split(' ').filter((word) => word.startsWith('--'));
}

/** The bundle, as people run it; 1.0.0 has none, and a bundle does not read the hook of the next version. */
function programOf(root: string, name: 'server' | 'organiser', env: NodeJS.ProcessEnv): string[] {
  const bundled = 'scripts/run-program.mjs';
  const isNext = env['NODE_OPTIONS']?.includes(AS_NEXT_VERSION);
  return existsSync(join(root, bundled)) && !isNext ? [bundled, name] : [`${name}/main.ts`];
}

async function ready(origin: string, isAlive: () => boolean, log: string): Promise<void> {
  const deadline = Date.now() + LONGEST_START_MS;
  while (isAlive() && Date.now() < deadline) {
    const answer = await fetch(`${origin}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    await pause(10);
  }
  throw new Error(`the server did not start: ${readFileSync(log, 'utf8').slice(-4000)}`);
}
