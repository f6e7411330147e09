/**
 * Uploads abstracts of 25 MB to a real server, many at once, and checks two things: whether every file is stored as it was
 * sent (`organiser export` reads the store), and how much memory the server needed in addition to its idle state.
 *
 *     node bench/uploads.ts [folder | bucket, both unless told] [uploads, 40 unless told] [at once, 16 unless told]
 *
 * For the bucket it starts a pretend S3 (s3rver). It needs a built site (npm start builds it), Linux for the memory, and
 * talks to 127.0.0.1 only.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../scripts/free-port.ts';
import { exportedRecords } from './exported-records.ts';
import { residentMemory } from './resident-memory.ts';
import { sendAbstract } from './send-abstract.ts';
import { startServer } from './server-process.ts';

const FILE_BYTES = 25 * 1024 * 1024;
const MIB = 1024 * 1024;
const MEMORY_LIMIT = 100 * MIB;

const [where, count = '40', parallel = '16'] = process.argv.slice(2);
const noise = randomBytes(FILE_BYTES);
let failed = false;
for (const place of where === undefined ? ['folder', 'bucket'] : [where]) await measure(place);
process.exitCode = failed ? 1 : 0;

async function measure(place: string): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'plenary-uploads-'));
  const bucket = place === 'bucket' ? await startBucket(join(dir, 's3')) : undefined;
  const port = await freePort();
  const env = {
    ...process.env,
    DATA_DIR: join(dir, 'data'),
    PORT: String(port),
    ...bucket?.settings,
  };
  const server = await startServer(env);
  await pause(1500);
  const idle = residentMemory(server);
  let peak = idle;
  const sampler = setInterval(() => (peak = Math.max(peak, residentMemory(server))), 20);

  const began = performance.now();
  const sent = new Map<string, string>();
  let next = 0;
  const worker = async () => {
    while (next < Number(count)) {
      const email = `author.${next++}@bench.example`;
      sent.set(email, await upload(port, email));
    }
  };
  await Promise.all(Array.from({ length: Number(parallel) }, worker));
  const seconds = (performance.now() - began) / 1000;
  clearInterval(sampler);

  const stored = await exportedDigests(env);
  const identical = [...sent].filter(([email, digest]) => stored.get(email) === digest).length;
  const left = readdirSync(join(dir, 'data', 'uploads')).length;
  for (const child of [server, bucket?.child]) {
    child?.kill('SIGTERM');
    if (child) await once(child, 'exit');
  }
  rmSync(dir, { recursive: true });

  const growth = peak - idle;
  const mbPerSecond = (Number(count) * FILE_BYTES) / 1e6 / seconds;
  console.log(
    `${place}: ${count} uploads of 25 MB, ${parallel} at once: ${identical} identical in the store, ${left} left over; ` +
      `memory ${inMib(idle)} MiB idle, ${inMib(peak)} at most: +${inMib(growth)} MiB; ${Math.round(mbPerSecond)} MB/s`,
  );
  if (identical !== Number(count) || left > 0 || growth > MEMORY_LIMIT) failed = true;
}

/** Sends one abstract and returns the digest of its file. */
async function upload(port: number, email: string): Promise<string> {
  const start = Buffer.from(`%PDF-1.7\n% ${email}\n`);
  const file = Buffer.concat([start, noise.subarray(start.length)]);
  const { status, body } = await sendAbstract({ origin: `http://127.0.0.1:${port}`, email, file });
  if (status !== 200) throw new Error(`${status}: ${body}`);
  return createHash('sha256').update(file).digest('hex');
}

/** The digests of the stored files by mail address, from `organiser export`. */
async function exportedDigests(env: NodeJS.ProcessEnv): Promise<Map<string, unknown>> {
  const abstracts = (await exportedRecords(env)).filter(({ type }) => type === 'abstract');
  return new Map(abstracts.map(({ email, sha256 }) => [email, sha256]));
}

async function startBucket(directory: string) {
  const port = await freePort();
  const args = ['-d', directory, '-a', '127.0.0.1', '-p', String(port), '-s', '--no-vhost-buckets'];
  const child = spawn(
    process.execPath,
    ['node_modules/s3rver/bin/s3rver.js', ...args, '--configure-bucket', 'plenary'],
    { stdio: 'ignore' },
  );
  const endpoint = `http://127.0.0.1:${port}`;
  await untilItAnswers(child, endpoint);
  const settings = {
    FILES_S3_BUCKET: 'plenary',
    FILES_S3_ENDPOINT: endpoint,
    FILES_S3_ACCESS_KEY_ID: 'S3RVER',
    FILES_S3_SECRET_ACCESS_KEY: 'S3RVER',
  };
  return { child, settings };
}

async function untilItAnswers(child: ChildProcess, address: string): Promise<void> {
  for (let tries = 0; tries < 400; tries++) {
    if (child.exitCode !== null) throw new Error(`the process for ${address} did not start`);
    const answer = await fetch(address).catch(() => undefined);
    if (answer) return;
    await pause(50);
  }
  throw new Error(`${address} did not answer in time`);
}

function inMib(bytes: number): number {
  return Math.round(bytes / MIB);
}
