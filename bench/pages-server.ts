import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../scripts/free-port.ts';

/** The server as visitors meet it, with a data folder that nobody else has. */
export async function startBuiltServer() {
  const dataDir = mkdtempSync(join(tmpdir(), 'plenary-pages-'));
  const port = String(await freePort());
  const child = spawn(process.execPath, ['server/main.ts'], {
    env: { ...process.env, PORT: port, HOST: '127.0.0.1', DATA_DIR: dataDir, RATE_LIMIT: 'off' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let words = '';
  child.stderr
    .setEncoding('utf8')
    .on('data', (more: string) => (words = (words + more).slice(-4000)));
  const origin = `http://localhost:${port}`;
  await ready(origin, child).catch((cause: unknown) => {
    throw new Error(`The server did not start: ${words}`, { cause });
  });
  return {
    origin,
    dataDir,
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

async function ready(origin: string, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 400 && child.exitCode === null; tries++) {
    const answer = await fetch(`${origin}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((rest) => setTimeout(rest, 25));
  }
  throw new Error('no answer at /readyz');
}
