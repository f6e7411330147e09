/**
 * Kills the server with SIGKILL in the middle of registrations, checkouts and uploads, again and again on the same data,
 * and then counts: everything that was acknowledged must be there exactly once, with the state, reference and digest that
 * its visitor got; nothing may be incomplete or left over on the disk; and everybody with a record must have their mails.
 *
 *     npm run test:kill -- [kills, 20 unless told]
 *
 * DATABASE_URL makes it use PostgreSQL; the database has to be empty.
 */
import { createHash, randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { aForm, submit } from '#tests/support/author.ts';
import { openDatabase } from '#server/database/database.ts';
import { startServerProcess } from '#tests/support/server-process.ts';
import { aCheckout, aPerson } from '#tests/support/visitor.ts';
import { halfStored } from './stored-state.ts';

const [kills = '20'] = process.argv.slice(2);
const LARGEST_FILE = 3_000_000;
/** Longer than the lease of a mail whose sender died. */
const LAST_MAIL_MS = 5 * 60_000;

/** Mail addresses of those who tried, and what each of them was told. */
const tried = new Set<string>();
const registered = new Set<string>();
const opened = new Set<string>();
const submitted = new Map<string, { reference: string; sha256: string }>();

const server = await startServerProcess();
const { path, body } = await aCheckout(server);
let slowestStart = 0;
for (let kill = 0; kill < Number(kills); kill++) {
  let isUp = true;
  const visit = async (act: () => Promise<void>) => {
    // The connection breaks because of the kill: nothing was acknowledged.
    while (isUp) await act().catch(() => undefined);
  };
  const visitors = [1, 2, 3, 4, 5, 6].map(() => visit(registerAndOpen));
  const authors = [1, 2, 3].map(() => visit(sendAbstract));
  await pause(100 + Math.random() * 900);
  await server.kill();
  isUp = false;
  await Promise.all([...visitors, ...authors]);
  await server.start();
  slowestStart = Math.max(slowestStart, server.readyMs());
}
const problems = await wrongRecords();
await server.stop();
const url = process.env['DATABASE_URL'];
const db = openDatabase({ url, dataDir: server.dataDir, log: console.error });
problems.push(...(await halfStored(db, server.dataDir)));
await server.start();
const mails = await mailsOnceSent();
await db.destroy();
await server.close();

for (const problem of problems.slice(0, 20)) console.error(problem);
console.log(
  `${url ? 'PostgreSQL' : 'SQLite'}: ${kills} kills, ${tried.size} people tried; acknowledged: ` +
    `${registered.size} registrations, ${opened.size} checkouts, ${submitted.size} abstracts; ` +
    `${mails} mails sent; ${problems.length} problems; slowest start ${Math.round(slowestStart)} ms`,
);
const isTried = registered.size > 0 && opened.size > 0 && submitted.size > 0;
process.exitCode = problems.length === 0 && isTried ? 0 : 1;

async function registerAndOpen(): Promise<void> {
  const person = aPerson();
  const { presentationType, registrationType } = body;
  tried.add(person.email);
  const call = { ...person, presentationType, registrationType };
  if ((await server.post('/api/registration/register', call)).status === 200)
    registered.add(person.email);
  if ((await server.post(path, { ...body, ...person })).status === 200) opened.add(person.email);
}

async function sendAbstract(): Promise<void> {
  const form = aForm();
  const email = String(form['email']);
  tried.add(email);
  const noise = randomBytes(1000 + Math.floor(Math.random() * LARGEST_FILE));
  const bytes = Buffer.concat([Buffer.from('%PDF-1.7\n'), noise]);
  const { status, json } = await submit(server, { form, bytes });
  if (status !== 200) return;
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  submitted.set(email, { reference: String(json['reference']), sha256 });
}

async function wrongRecords(): Promise<string[]> {
  const found: string[] = [];
  const records = Map.groupBy(await server.exported(), ({ type, email }) => `${type} of ${email}`);
  for (const email of registered) {
    if (!records.has(`registration of ${email}`)) found.push(`lost registration of ${email}`);
  }
  for (const email of opened) {
    if (!records.has(`order of ${email}`)) found.push(`lost order of ${email}`);
    const [payment] = records.get(`payment of ${email}`) ?? [];
    if (payment?.['state'] !== 'OPEN') found.push(`no open payment: ${email}`);
  }
  for (const [email, { reference, sha256 }] of submitted) {
    const [abstract] = records.get(`abstract of ${email}`) ?? [];
    if (abstract?.['reference'] !== reference) found.push(`lost abstract of ${email}`);
    if (abstract?.['sha256'] !== sha256) found.push(`other bytes than ${email} sent`);
  }
  for (const [name, [record, ...more]] of records) {
    if (more.length > 0) found.push(`${more.length} more: ${name}`);
    if (!tried.has(record?.email ?? '')) found.push(`nobody tried: ${name}`);
    if (record?.['isIntact'] === false) found.push(`broken file: ${name}`);
  }
  return found;
}

/** Waits until every mail that is due has been sent. Each has one file, however often it was sent. */
async function mailsOnceSent(): Promise<number> {
  const deadline = Date.now() + LAST_MAIL_MS;
  const all = db.selectFrom('outbox').select('sent_at').where('withdrawn_at', 'is', null);
  let rows = await all.execute();
  while (rows.some(({ sent_at }) => sent_at === null) && Date.now() < deadline) {
    await pause(1000);
    rows = await all.execute();
  }
  const files = readdirSync(join(server.dataDir, 'mail')).filter((name) => name.endsWith('.eml'));
  if (files.length !== rows.length) problems.push(`${files.length} of ${rows.length} mails sent`);
  return files.length;
}
