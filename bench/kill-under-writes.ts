/**
 * Kills the server with SIGKILL in the middle of writes, again and again on the same data, and then counts: every
 * registration and every checkout that was acknowledged must be there exactly once, and nothing may be incomplete.
 *
 *     npm run kill-under-writes -- [rounds, 20 unless told]
 *
 * DATABASE_URL makes it use PostgreSQL. It needs a built site (npm start builds it) and talks to 127.0.0.1 only.
 */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../scripts/free-port.ts';
import { type ExportedRecord, exportedRecords } from './exported-records.ts';
import { startServer } from './server-process.ts';

const rounds = Number(process.argv[2] ?? 20);
const WRITERS = 8;
const dataDir = mkdtempSync(join(tmpdir(), 'plenary-kill-'));
const port = await freePort();
const origin = `http://127.0.0.1:${port}`;
const env = {
  ...process.env,
  DATA_DIR: dataDir,
  PORT: String(port),
};

const acknowledged = { registrations: new Set<string>(), checkouts: new Set<string>() };
const attempted = new Set<string>();
let slowestStart = 0;

for (let round = 0; round < rounds; round++) {
  const began = performance.now();
  const server = await startServer(env);
  slowestStart = Math.max(slowestStart, performance.now() - began);
  let isUp = true;
  const writers = Array.from({ length: WRITERS }, async (_, writer) => {
    for (let n = 0; isUp; n++) await write(`r${round}w${writer}n${n}`);
  });
  await pause(100 + Math.random() * 600);
  server.kill('SIGKILL');
  isUp = false;
  await once(server, 'exit');
  await Promise.all(writers);
}

const server = await startServer(env);
const problems = audit(await exportedRecords(env));
server.kill('SIGTERM');
await once(server, 'exit');
rmSync(dataDir, { recursive: true });

for (const problem of problems.slice(0, 20)) console.error(problem);
console.log(
  `${rounds} kills: ${attempted.size} people tried, ${acknowledged.registrations.size} registrations and ` +
    `${acknowledged.checkouts.size} checkouts acknowledged, ${problems.length} problems; ` +
    `slowest start ${Math.round(slowestStart)} ms`,
);
process.exitCode = problems.length === 0 && acknowledged.checkouts.size > 0 ? 0 : 1;

/** One visitor registers and asks for a checkout. A request without an answer was not acknowledged. */
async function write(who: string): Promise<void> {
  const person = {
    name: `Visitor ${who}`,
    email: `${who}@kill.example`,
    phone: '+49 30 5550',
    instituteOrUniversity: 'Institute of Sudden Endings',
    country: 'Germany',
    presentationType: 'SPEAKER',
    registrationType: 'REGISTRATION_ONLY',
  };
  attempted.add(person.email);
  try {
    if (await post('/api/registration/register', person)) {
      acknowledged.registrations.add(person.email);
    }
    const checkout = '/api/payment/create-checkout-session?pricingConfigId=speaker';
    if (await post(checkout, person)) acknowledged.checkouts.add(person.email);
  } catch {
    // The connection broke because the server was killed.
  }
}

async function post(path: string, body: unknown): Promise<boolean> {
  const response = await fetch(`${origin}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(10_000),
  });
  await response.text();
  return response.ok;
}

function audit(lines: ExportedRecord[]): string[] {
  const found: string[] = [];
  const of = (type: string) => Map.groupBy(byType(lines, type), (line) => line.email);
  const registrations = of('registration');
  const orders = of('order');
  const payments = of('payment');

  for (const email of acknowledged.registrations) {
    if (!registrations.has(email)) found.push(`lost registration of ${email}`);
  }
  for (const email of acknowledged.checkouts) {
    if (!orders.has(email)) found.push(`lost order of ${email}`);
    if (payments.get(email)?.[0]?.['state'] !== 'OPEN') found.push(`no open payment: ${email}`);
  }
  for (const [name, groups] of Object.entries({ registrations, orders, payments })) {
    for (const [email, group] of groups) {
      if (group.length > 1) found.push(`${group.length} ${name} of ${email}`);
      if (!attempted.has(email)) found.push(`${name} of ${email}, who never was here`);
    }
  }
  for (const email of orders.keys()) {
    if (!registrations.has(email)) found.push(`order without registration: ${email}`);
  }
  for (const email of payments.keys()) {
    if (!orders.has(email)) found.push(`payment without order: ${email}`);
  }
  return found;
}

function byType(lines: ExportedRecord[], type: string): ExportedRecord[] {
  return lines.filter((line) => line.type === type);
}
