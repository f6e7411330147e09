import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export type InstantServer = Awaited<ReturnType<typeof startInstantServer>>;

/** Starts `instant-server.ts` in a process and data folder of its own; its log is discarded. */
export async function startInstantServer(databaseUrl: string | undefined) {
  const dataDir = mkdtempSync(join(tmpdir(), 'plenary-bench-'));
  const { DATABASE_URL: _, ...env } = process.env;
  const child = spawn(process.execPath, ['bench/instant-server.ts'], {
    env: { ...env, DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [port] = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line'),
    once(child, 'exit').then(() => {
      throw new Error('bench/instant-server.ts did not start: run it by hand to see why');
    }),
  ]);
  return {
    origin: `http://127.0.0.1:${port}`,
    dataDir,
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'exit');
      rmSync(dataDir, { recursive: true });
    },
  };
}

/** Sends what a page sends, and returns the answer's JSON. */
export async function post(origin: string, path: string, body: unknown): Promise<unknown> {
  const answer = await fetch(`${origin}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path} is answered with ${answer.status}`);
  return answer.json();
}
