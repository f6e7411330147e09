/**
 * Sends crooked requests to every call of the contract, for one seed after the other, and counts what came back: no
 * fault, no hang, an error always with a message, and no word of the inside.
 *
 *     npm run fuzz -- [requests, 20000 unless told] [seed, 1 unless told]
 *
 * DATABASE_URL makes it use PostgreSQL. It needs a built site (npm start builds it) and talks to 127.0.0.1 only.
 */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../scripts/free-port.ts';
import { fuzzCalls } from './fuzz-calls.ts';
import { startServer } from './server-process.ts';

const [count = '20000', seed = '1'] = process.argv.slice(2);
const dataDir = mkdtempSync(join(tmpdir(), 'plenary-fuzz-'));
const port = await freePort();
const server = await startServer({ ...process.env, PORT: String(port), DATA_DIR: dataDir });
const began = performance.now();
const { sent, statuses, problems } = await fuzzCalls(
  `http://127.0.0.1:${port}`,
  Number(seed),
  Number(count),
);
const seconds = (performance.now() - began) / 1000;
const isAlive = server.exitCode === null && server.signalCode === null;
server.kill('SIGTERM');
if (isAlive) await once(server, 'exit');
rmSync(dataDir, { recursive: true });

for (const problem of problems.slice(0, 20)) console.error(problem);
const counts = [...statuses]
  .toSorted(([a], [b]) => a - b)
  .map(([status, times]) => `${status}: ${times}`);
console.log(
  `${sent} crooked requests, seed ${seed}, in ${Math.round(seconds)} s: ${problems.length} problems; ${counts.join(', ')}`,
);
process.exitCode = problems.length === 0 && isAlive && sent === Number(count) ? 0 : 1;
