import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The command behind `npm start`. */
export const serverCommand: [string, string[]] = [process.execPath, ['server/main.ts']];

const LONGEST_START_MS = 60_000;

/** The server as `npm start` runs it, on 127.0.0.1 and a port of its own; resolves once it is ready. Without rate limits unless `env` sets them. */
export async function startServer(
  env: NodeJS.ProcessEnv & { PORT: string; DATA_DIR: string },
): Promise<ChildProcess> {
  // Into a file: through a pipe, the measuring process would be busy reading it.
  mkdirSync(env.DATA_DIR, { recursive: true, mode: 0o700 });
  const logFile = join(env.DATA_DIR, 'server.log');
  const log = openSync(logFile, 'a');
  const child = spawn(...serverCommand, {
    cwd: root,
    // Without limits there are no quotas either: what is measured is far beyond them.
    env: { RATE_LIMIT: 'off', ...env, HOST: '127.0.0.1' },
    stdio: ['ignore', 'ignore', log],
  });
  closeSync(log);
  const deadline = Date.now() + LONGEST_START_MS;
  while (child.exitCode === null && Date.now() < deadline) {
    const answer = await fetch(`http://127.0.0.1:${env.PORT}/readyz`).catch(() => undefined);
    if (answer?.ok) return child;
    await pause(25);
  }
  child.kill('SIGKILL');
  const words = readFileSync(logFile, 'utf8').slice(-4000);
  throw new Error(`the server was not ready in time: ${words}`);
}
