/**
 * Kills the server with SIGKILL in the middle of uploads and registrations, again and again on the same data, and then
 * counts: every acknowledged abstract must be stored once, its file intact, with the digest that its author got; every
 * acknowledged registration must be stored; nothing may be left over on the disk; and every mail that any of them caused
 * must be in the mailbox.
 *
 *     npm run kill-under-uploads -- [rounds, 50 unless told]
 *
 * DATABASE_URL makes it use PostgreSQL, an empty one. It needs a built site (npm start builds it) and talks to 127.0.0.1
 * only.
 */
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../scripts/free-port.ts';
import { type ExportedRecord, exportedRecords } from './exported-records.ts';
import { startServer } from './server-process.ts';

const rounds = Number(process.argv[2] ?? 50);
const WRITERS = 6;
const LARGEST_FILE = 3_000_000;
/** Longer than the lease of a mail whose sender died. */
const LAST_MAIL_MS = 5 * 60_000;

const dataDir = mkdtempSync(join(tmpdir(), 'plenary-kill-'));
const port = await freePort();
const origin = `http://127.0.0.1:${port}`;
const env = { ...process.env, DATA_DIR: dataDir, PORT: String(port) };

/** Mail addresses, and for abstracts what their authors were told. */
const registered = new Set<string>();
const submitted = new Map<string, { reference: string; sha256: string }>();
const tried = new Set<string>();

for (let round = 0; round < rounds; round++) {
  const server = await startServer(env);
  let isUp = true;
  const writers = Array.from({ length: WRITERS }, async (_, writer) => {
    for (let n = 0; isUp; n++) {
      const email = `r${round}w${writer}n${n}@kill.example`;
      tried.add(email);
      // The connection broke because of the kill: nothing was acknowledged.
      await (writer % 2 === 0 ? submit(email) : register(email)).catch(() => undefined);
    }
  });
  await pause(150 + Math.random() * 900);
  server.kill('SIGKILL');
  isUp = false;
  await once(server, 'exit');
  await Promise.all(writers);
}

const server = await startServer(env);
const caused = await untilAllIsSent();
const exported = await exportedRecords(env);
const problems = [...auditRecords(exported), ...auditMails(caused), ...auditFolders(exported)];
server.kill('SIGTERM');
await once(server, 'exit');
rmSync(dataDir, { recursive: true });

for (const problem of problems.slice(0, 20)) console.error(problem);
console.log(
  `${rounds} kills: ${tried.size} tried, ${submitted.size} abstracts and ${registered.size} registrations acknowledged, ` +
    `${caused.size} people owed mail, ${problems.length} problems`,
);
process.exitCode = problems.length === 0 && submitted.size > 0 && registered.size > 0 ? 0 : 1;

async function register(email: string): Promise<void> {
  const response = await fetch(`${origin}/api/registration/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      name: 'Kill Registrant',
      phone: '+49 30 5550',
      email,
      instituteOrUniversity: 'Institute of Sudden Endings',
      country: 'Germany',
      presentationType: 'SPEAKER',
      registrationType: 'REGISTRATION_ONLY',
    }),
  });
  await response.text();
  if (response.ok) registered.add(email);
}

async function submit(email: string): Promise<void> {
  const noise = randomBytes(1000 + Math.floor(Math.random() * LARGEST_FILE));
  const file = Buffer.concat([Buffer.from('%PDF-1.7\n'), noise]);
  const body = new FormData();
  const fields = {
    titlePrefix: 'Dr',
    name: 'Kill Author',
    phone: '+49 30 5550',
    email,
    organizationName: 'Institute of Sudden Endings',
    country: 'Germany',
    interestedInId: 'advanced-composites',
    sessionId: 'smart-polymers',
  };
  for (const [name, text] of Object.entries(fields)) body.append(name, text);
  body.append('abstractFile', new Blob([file]), 'a.pdf');
  const response = await fetch(`${origin}/api/form-submission/submit`, { method: 'POST', body });
  const answer: unknown = await response.json();
  if (!response.ok || typeof answer !== 'object' || answer === null) return;
  const reference = String(Reflect.get(answer, 'reference'));
  submitted.set(email, { reference, sha256: sha256(file) });
}

function auditRecords(records: ExportedRecord[]): string[] {
  const found: string[] = [];
  const of = (type: string) =>
    Map.groupBy(
      records.filter((record) => record.type === type),
      ({ email }) => email,
    );
  const abstracts = of('abstract');
  for (const [email, { reference, sha256: digest }] of submitted) {
    const [abstract] = abstracts.get(email) ?? [];
    if (!abstract) found.push(`lost abstract of ${email}`);
    else if (abstract['reference'] !== reference) found.push(`another reference: ${email}`);
    else if (abstract['sha256'] !== digest) found.push(`other bytes than ${email} sent`);
  }
  const registrations = of('registration');
  for (const email of registered) {
    if (!registrations.has(email)) found.push(`lost registration of ${email}`);
  }
  for (const [email, group] of [...abstracts, ...registrations]) {
    if (group.length > 1) found.push(`${group.length} records of ${email}`);
    if (!tried.has(email)) found.push(`a record of ${email}, who never was here`);
    if (group.some((line) => line['isIntact'] === false)) found.push(`broken file of ${email}`);
  }
  return found;
}

/** Everybody with a stored record, acknowledged or not, has to get a mail. */
async function untilAllIsSent(): Promise<Set<string>> {
  const owed = new Set(
    (await exportedRecords(env))
      .filter(({ type }) => type === 'abstract' || type === 'registration')
      .map(({ email }) => email),
  );
  const deadline = Date.now() + LAST_MAIL_MS;
  while (Date.now() < deadline && auditMails(owed).length > 0) await pause(1000);
  return owed;
}

/** Each person gets a mail, and the secretary gets one about each. */
function auditMails(owed: ReadonlySet<string>): string[] {
  const recipients = new Set<string>();
  const answersTo = new Set<string>();
  for (const name of readdirSync(join(dataDir, 'mail'))) {
    if (!name.endsWith('.eml')) continue;
    const mail = readFileSync(join(dataDir, 'mail', name), 'utf8');
    recipients.add(/^To: (.*)$/m.exec(mail)?.[1] ?? '');
    answersTo.add(/^Reply-To: (.*)$/m.exec(mail)?.[1] ?? '');
  }
  return [...owed].flatMap((email) => [
    ...(recipients.has(email) ? [] : [`no mail to ${email}`]),
    ...(answersTo.has(email) ? [] : [`no mail to the secretary about ${email}`]),
  ]);
}

/** There are as many files as abstracts, and no left-over uploads. */
function auditFolders(records: ExportedRecord[]): string[] {
  const files = readdirSync(join(dataDir, 'files')).length;
  const abstracts = records.filter(({ type }) => type === 'abstract').length;
  const uploads = readdirSync(join(dataDir, 'uploads')).length;
  return [
    ...(files === abstracts ? [] : [`${files} files of ${abstracts} abstracts`]),
    ...(uploads === 0 ? [] : [`${uploads} uploads left over`]),
  ];
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
