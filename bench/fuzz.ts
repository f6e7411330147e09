/**
 * Sends malformed requests to every call of the contract, the same ones for the same seed, and counts the answers:
 * no 5xx, no hang, errors always with a message, no internals. Afterwards nothing in tables or files is incomplete,
 * nothing refused is stored, and nothing acknowledged is missing.
 *
 *     npm run fuzz -- [requests, 20000 unless told] [seed, 1 unless told]
 *
 * DATABASE_URL makes it use PostgreSQL; the database has to be empty. It needs a built site (npm start builds it) and
 * talks to 127.0.0.1 only.
 */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '#server/database/database.ts';
import { freePort } from '../scripts/free-port.ts';
import { fuzzCalls } from './fuzz-calls.ts';
import { misstored } from './stored-state.ts';
import { startServer } from './server-process.ts';

const [count = '20000', seed = '1'] = process.argv.slice(2);
const dataDir = mkdtempSync(join(tmpdir(), 'plenary-fuzz-'));
const port = await freePort();
const server = await startServer({ ...process.env, PORT: String(port), DATA_DIR: dataDir });
const began = performance.now();
const result = await fuzzCalls(`http://127.0.0.1:${port}`, Number(seed), Number(count));
const seconds = (performance.now() - began) / 1000;
const isAlive = server.exitCode === null && server.signalCode === null;
server.kill('SIGTERM');
if (isAlive) await once(server, 'exit');

const url = process.env['DATABASE_URL'];
const db = openDatabase({ url, dataDir, log: console.error });
const kept = await misstored(db, dataDir, result);
await db.destroy();
rmSync(dataDir, { recursive: true });

const { sent, statuses, outages, refused, references } = result;
const problems = [...result.problems, ...kept.problems];
for (const problem of problems.slice(0, 20)) console.error(problem);
if (outages.size > 0) console.log('answers of 5xx, each of which is a problem:');
for (const [outage, times] of outages) console.log(`  ${times} times ${outage}`);
const counts = [...statuses]
  .toSorted(([a], [b]) => a - b)
  .map(([status, times]) => `${status}: ${times}`);
console.log(
  `${url === undefined ? 'SQLite' : 'PostgreSQL'}: ${sent} malformed requests, seed ${seed}, in ${Math.round(seconds)} s: ` +
    `${problems.length} problems; ${counts.join(', ')}`,
);
console.log(
  `kept: ${kept.rows.join(', ')}; nothing of ${refused.size} refused names, ` +
    `${references.size} abstracts acknowledged${kept.problems.length === 0 ? ' and there, nothing half' : ''}`,
);
process.exitCode = problems.length === 0 && isAlive && sent === Number(count) ? 0 : 1;
