/**
 * Shows how long each public call takes with 300, 3,000, 30,000 and 300,000 registrations in the tables, each with an
 * order and an open checkout, on SQLite and on PostgreSQL. The four servers are asked in turns, one request at a time.
 *
 *     npm run bench:growth -- [rounds, 10 unless told] [requests of each call a round, 10 unless told]
 *
 * Needs PostgreSQL (Debian: apt-get install postgresql); it starts one of its own.
 */
import pg from 'pg';
import { startPostgres } from '../scripts/postgres.ts';
import { ask, calls, type Filled } from './growth-calls.ts';
import { closeWith, quantileOf, tableOf } from './in-turns.ts';
import { fillFile, fillingStatements, rowsOfOnePerson, valueOf } from './registration-rows.ts';
import { post, startInstantServer } from './start-instant-server.ts';

const SIZES = [300, 3000, 30_000, 300_000];
/** How much slower than with the smallest table the median of a call may be with the largest one, as noise. */
const BAR = 1.5;
const [rounds = '10', requests = '10'] = process.argv.slice(2);
const missed: string[] = [];

await measure('SQLite', undefined);
const postgres = await startPostgres([]);
try {
  await measure('PostgreSQL', postgres.url);
} finally {
  await postgres.stop();
}
closeWith(missed);

async function measure(engine: string, url: string | undefined): Promise<void> {
  const all: Filled[] = [];
  try {
    for (const size of SIZES) all.push(await fill(size, url));
    // While a table was filled the servers closed their idle connections; this gives time to notice it.
    await new Promise((rest) => setTimeout(rest, 200));
    const rows: string[][] = [];
    for (const [name, call] of Object.entries(calls)) {
      const times = new Map(all.map(({ size }) => [size, [] as number[]]));
      for (let round = 0; round <= Number(rounds); round++) {
        for (const filled of all) {
          for (let request = 0; request < Number(requests); request++) {
            const began = performance.now();
            await ask(name, call, filled);
            // The first round warms up.
            if (round > 0) times.get(filled.size)?.push(performance.now() - began);
          }
        }
      }
      rows.push(rowOf(engine, name, times));
    }
    console.log(`\n${engine}, median (95th percentile) in ms\n`);
    const head = ['call', ...SIZES.map((size) => size.toLocaleString('en')), 'largest : smallest'];
    console.log(tableOf(head, rows));
  } finally {
    for (const { server } of all) await server.stop();
  }
}

function rowOf(engine: string, name: string, times: Map<number, number[]>): string[] {
  const columns = SIZES.map((size) => times.get(size) ?? []);
  const medians = columns.map((column) => quantileOf(column, 0.5));
  const ratio = (medians.at(-1) ?? 0) / (medians[0] ?? 1);
  if (ratio > BAR) missed.push(`${name} on ${engine} ${ratio.toFixed(2)}`);
  const cells = columns.map(
    (column, at) => `${medians[at]?.toFixed(1)} (${quantileOf(column, 0.95).toFixed(1)})`,
  );
  return [name, ...cells, ratio.toFixed(2)];
}

async function fill(size: number, url: string | undefined): Promise<Filled> {
  process.stderr.write(`filling ${url ? 'PostgreSQL' : 'SQLite'} with ${size}\n`);
  const own = url && (await newDatabase(url, `size_${size}`));
  const server = await startInstantServer(own);
  const rows = await rowsOfOnePerson(server, own);
  const choice = { registrationType: 'REGISTRATION_ONLY', presentationType: 'SPEAKER' };
  const options = await post(server.origin, '/api/registration/get-pricing-config', choice);
  const [{ totalPrice: speakerPrice }] = options as [{ totalPrice: number }];
  if (own === undefined) fillFile(server.dataDir, rows, size);
  else await run(own, fillingStatements(rows, size));
  const ref = rows.opened.payment.values['provider_ref'] ?? null;
  return { server, size, session: (n) => String(valueOf(ref, n)), speakerPrice };
}

async function newDatabase(url: string, name: string): Promise<string> {
  await run(url, [`create database ${name}`]);
  return Object.assign(new URL(url), { pathname: `/${name}` }).href;
}

async function run(url: string, statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}
