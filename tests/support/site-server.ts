import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import * as z from 'zod/mini';
import { siteFolders } from '#server/content/folders.ts';
import { fixtureSettings } from '#tests/support/fixture-settings.ts';
import { freePort } from '../../scripts/free-port.ts';

/** A server as `npm start` runs it, with an empty data folder. */
export type SiteServer = {
  origin: string;
  dataDir: string;
  /** Everything the server has printed, newest last. */
  output(): string;
  /** Runs an organiser's command beside the server and returns its output. */
  organiser(...command: string[]): Promise<string>;
  /** Opens the organiser's dashboard beside the server; `address` has the token. */
  dashboard(): Promise<{ address: string; stop(): Promise<void> }>;
  /** Serves the dashboard for colleagues at this origin, on its port. */
  office(origin: string): Promise<{ address: string; stop(): Promise<void> }>;
  /** The organiser's export: one record for each registration, order and payment. */
  exportRecords(): Promise<ExportedRecord[]>;
  stop(): Promise<void>;
};

export type ExportedRecord = z.output<typeof ExportedRecord>;
const ExportedRecord = z.looseObject({ type: z.string() });

/** Settings in addition to those of every test server. */
export type Settings = Record<string, string>;

/** Starts a server; `flags` are arguments such as `--calls-only`, which needs no built site. */
export async function startSite(
  settings: Settings = {},
  flags: readonly string[] = [],
): Promise<SiteServer> {
  const { CONTENT_DIR = fixtureSettings.CONTENT_DIR, SITE_DIR } = settings;
  const page = join(siteFolders({ CONTENT_DIR, SITE_DIR }).build, 'client/index.html');
  if (flags.length === 0 && !existsSync(page)) {
    throw new Error(
      'The site of the tests is not built: npm run pretest builds it, and npm test runs pretest first.',
    );
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'plenary-e2e-'));
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const env = {
    ...fixtureSettings,
    PATH: process.env['PATH'],
    PORT: String(port),
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    RATE_LIMIT: 'off',
    DRAIN_SECONDS: '0',
    ...settings,
  };
  const server = spawn(process.execPath, ['scripts/run-program.mjs', 'server', ...flags], {
    env,
    stdio: 'pipe',
  });
  let output = '';
  for (const stream of [server.stdout, server.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  try {
    await ready(server, () => output);
  } catch (error) {
    // Another program has taken the free port meanwhile.
    if ('PORT' in settings || !output.includes('is in use by another program')) throw error;
    await rm(dataDir, { recursive: true, force: true });
    return startSite(settings, flags);
  }

  const organiser = async (...command: string[]) => {
    const args = ['scripts/run-program.mjs', 'organiser', ...command];
    return (await promisify(execFile)(process.execPath, args, { env })).stdout;
  };
  /** Starts a dashboard, and waits for its address. */
  async function opened(command: readonly string[], more: Settings = {}) {
    const child = spawn(process.execPath, ['scripts/run-program.mjs', 'organiser', ...command], {
      env: { ...env, ...more },
    });
    let words = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => (words += text));
    }
    const deadline = Date.now() + 60_000;
    for (;;) {
      const address = /^http\S+|(?<=ready at )http[^\s,]+/m.exec(words)?.[0];
      if (address !== undefined) return { address, stop: () => end(child) };
      if (child.exitCode !== null || Date.now() > deadline) {
        throw new Error(`The dashboard did not start:\n${words}`);
      }
      await pause(50);
    }
  }

  return {
    origin,
    dataDir,
    output: () => output,
    organiser,
    dashboard: () => opened(['dashboard']),
    office(at) {
      const { port: ownPort } = new URL(at);
      return opened(['dashboard', '--web'], { ORGANISER_ORIGIN: at, ORGANISER_PORT: ownPort });
    },
    async exportRecords() {
      const lines = (await organiser('export', '--format', 'jsonl')).split('\n').filter(Boolean);
      return lines.map((line) => ExportedRecord.parse(JSON.parse(line)));
    },
    async stop() {
      await end(server);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Reads the server's output, because on the chosen port the server of another test may answer. */
async function ready(server: ChildProcess, output: () => string): Promise<void> {
  const deadline = Date.now() + 90_000;
  while (Date.now() < deadline) {
    if (server.exitCode !== null) throw new Error(`The server did not start:\n${output()}`);
    if (output().includes(' is ready.\n')) return;
    await pause(50);
  }
  server.kill('SIGKILL');
  throw new Error(`The server was not ready after 90 s:\n${output()}`);
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const gone = once(server, 'exit');
  server.kill('SIGTERM');
  const deadline = setTimeout(() => server.kill('SIGKILL'), 12_000);
  await gone;
  clearTimeout(deadline);
}
