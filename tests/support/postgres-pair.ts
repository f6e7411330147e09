import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '../../scripts/free-port.ts';
import { startPostgres } from '../../scripts/postgres.ts';
import { isOpen } from './open-port.ts';

/** The end of the first server: all its processes die, or they go silent and keep their connections. */
export type End = 'killed' | 'frozen';

export type PostgresPair = Awaited<ReturnType<typeof startPostgresPair>>;

export const HAPROXY = '/usr/sbin/haproxy';

/**
 * Two PostgreSQL servers behind HAProxy. Each commit waits until the second server has it. HAProxy leads to the second one
 * as soon as the first one does not answer, also while the second one is still a standby.
 */
export async function startPostgresPair() {
  const first = await startPostgres([]);
  const second = await startPostgres([], first.url);
  await run(first.url, "alter system set synchronous_standby_names = '*'");
  await run(first.url, 'select pg_reload_conf()');
  const proxy = await startProxy([first, second].map(({ url }) => new URL(url).port));
  const url = first.url.replace(`:${new URL(first.url).port}/`, `:${proxy.port}/`);
  let lost: number[] = [];
  return {
    url,
    /** Ends the first server, and makes the standby a server that writes some seconds later. */
    async lose(end: End): Promise<void> {
      lost = first.processes();
      for (const id of lost) signal(id, end === 'killed' ? 'SIGKILL' : 'SIGSTOP');
      await pause(4000);
      await run(second.url, 'select pg_promote()');
    },
    async stop(): Promise<void> {
      for (const id of lost) signal(id, 'SIGKILL');
      proxy.stop();
      await second.stop();
      await first.stop();
    },
  };
}

/** Processes of a connection end by themselves. */
function signal(id: number, name: NodeJS.Signals): void {
  try {
    process.kill(id, name);
  } catch (error) {
    if (Reflect.get(Object(error), 'code') !== 'ESRCH') throw error;
  }
}

async function run(connectionString: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(statement);
  await client.end();
}

async function startProxy([first, second]: string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'plenary-haproxy-'));
  const port = await freePort();
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(
    file,
    `defaults
  mode tcp
  timeout connect 2s
  timeout client 10m
  timeout server 10m
  timeout check 1s
listen postgres
  bind 127.0.0.1:${port}
  option pgsql-check user plenary
  server first 127.0.0.1:${first} check inter 500 fall 2 rise 1000
  server second 127.0.0.1:${second} check inter 500 backup
`,
  );
  if (!existsSync(HAPROXY))
    throw new Error('HAProxy was not found (Debian: apt-get install haproxy)');
  const child = spawn(HAPROXY, ['-db', '-f', file], { stdio: 'ignore' });
  while (!(await isOpen(port))) {
    if (child.exitCode !== null) throw new Error('HAProxy ended');
    await pause(50);
  }
  return {
    port,
    stop() {
      child.kill('SIGKILL');
      rmSync(folder, { recursive: true });
    },
  };
}
