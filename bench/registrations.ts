/**
 * Compares how many people a second can register and open a checkout over HTTP with how many times a second the bare
 * database takes the same rows: PostgreSQL by pgbench, SQLite by a loop of prepared statements. Both sides are durable
 * (fsync, synchronous=FULL), write into the same tables, and come in turns.
 *
 *     npm run bench:registrations -- [rounds, 5 unless told] [seconds each, 5 unless told]
 *
 * Needs wrk and PostgreSQL (Debian: apt-get install wrk postgresql). It starts a PostgreSQL of its own.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startPostgres } from '../scripts/postgres.ts';
import { findPostgres } from '../scripts/programs.ts';
import { closeWith, inTurns, tableOf } from './in-turns.ts';
import { bareLoop, pgbenchScript, type Rows, rowsOfOnePerson } from './registration-rows.ts';
import { type InstantServer, startInstantServer } from './start-instant-server.ts';
import { requestsPerSecond } from './wrk.ts';

const CLIENTS = 32;
const [rounds = '5', seconds = '5'] = process.argv.slice(2);
const table: string[][] = [];
const missed: string[] = [];
let first = 5e12;

// Durable by its defaults: fsync, full_page_writes and synchronous_commit are on.
const postgres = await startPostgres([]);
try {
  await measure('PostgreSQL', 0.6, postgres.url, pgbench);
} finally {
  await postgres.stop();
}
await measure('SQLite', 0.5, undefined, async (server, rows, whole) =>
  bareLoop(server.dataDir, rows, whole, Number(seconds)),
);
console.log(tableOf(['what', 'bare database/s', 'plenary over HTTP/s', 'ratio', 'bar'], table));
closeWith(missed);

type Bare = (server: InstantServer, rows: Rows, whole: boolean) => Promise<number>;

async function measure(engine: string, bar: number, url: string | undefined, bare: Bare) {
  const server = await startInstantServer(url);
  try {
    const rows = await rowsOfOnePerson(server, url);
    for (const whole of [false, true]) {
      await persons(server, whole, 2);
      const median = await inTurns(Number(rounds), {
        bare: () => bare(server, rows, whole),
        plenary: () => persons(server, whole, Number(seconds)),
      });
      const ratio = median.plenary / median.bare;
      const what = `${engine}, ${whole ? 'register and checkout' : 'register alone'}`;
      if (ratio < bar) missed.push(`${what} ${ratio.toFixed(2)}`);
      const figures = [median.bare, median.plenary].map((figure) => String(Math.round(figure)));
      table.push([what, ...figures, ratio.toFixed(2), String(bar)]);
    }
  } finally {
    await server.stop();
  }
}

/** Persons a second over HTTP. */
async function persons(server: InstantServer, whole: boolean, howLong: number): Promise<number> {
  first += 1e8;
  const requests = await requestsPerSecond({
    url: server.origin,
    connections: CLIENTS,
    seconds: howLong,
    script: 'bench/persons.lua',
    variables: { FIRST: String(first), WHOLE: whole ? 'yes' : 'no' },
  });
  return whole ? requests / 2 : requests;
}

/** Persons a second that pgbench writes, with statements prepared once, which is its fastest. */
async function pgbench(_: InstantServer, rows: Rows, whole: boolean): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'plenary-pgbench-'));
  const script = join(folder, 'person.sql');
  writeFileSync(script, pgbenchScript(rows, whole));
  const program = join(findPostgres(process.env) ?? '', 'pgbench');
  const words = `-n -M prepared -c ${CLIENTS} -j 1 -T ${seconds} -f ${script}`;
  const run = promisify(execFile)(program, [...words.split(' '), postgres.url]);
  const { stdout } = await run.finally(() => rmSync(folder, { recursive: true }));
  const figure = Number(/tps = ([\d.]+)/.exec(stdout)?.[1]);
  if (!(figure > 0)) throw new Error(`pgbench gave no figure:\n${stdout}`);
  return figure;
}
