import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';

const LONGEST_START_MS = 60_000;

/** The server as `npm start` runs it, on 127.0.0.1 and a port of its own; resolves once it is ready. Without limits unless `env` wants them. */
export async function startServer(
  env: NodeJS.ProcessEnv & { PORT: string; DATA_DIR: string },
): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['server/main.ts'], {
    // Without limits there are no ceilings either: what is measured is far beyond them.
    env: { RATE_LIMIT: 'off', ...env, HOST: '127.0.0.1' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let words = '';
  child.stderr
    .setEncoding('utf8')
    .on('data', (more: string) => (words = (words + more).slice(-4000)));
  const deadline = Date.now() + LONGEST_START_MS;
  while (child.exitCode === null && Date.now() < deadline) {
    const answer = await fetch(`http://127.0.0.1:${env.PORT}/readyz`).catch(() => undefined);
    if (answer?.ok) return child;
    await pause(25);
  }
  child.kill('SIGKILL');
  throw new Error(`the server was not ready in time: ${words}`);
}
