import { createHash } from 'node:crypto';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { insertAbstractFile } from '#server/abstract/abstract-files.ts';
import { findAbstractByReference } from '#server/abstract/abstracts.ts';
import type { ScanState } from '#server/database/abstract-tables.ts';
import { inTransaction } from '#server/database/database.ts';
import { type Answer, readAnswer } from './answer.ts';
import { aPdf } from './sample-files.ts';
import type { TestServer } from './test-server.ts';

export const SUBMIT = '/api/form-submission/submit';

/** An invented author's form; each call invents another person. */
let count = 0;
export function aForm(traits: Record<string, string> = {}): Record<string, string> {
  count += 1;
  return {
    titlePrefix: 'Dr',
    name: `Ilmari Väisänen ${count}`,
    phone: '+358 9 5550 117',
    email: `ilmari.${count}@lab.example`,
    organizationName: 'Institute of Slow Polymers',
    country: 'Finland',
    interestedInId: 'advanced-composites',
    sessionId: 'smart-polymers',
    ...traits,
  };
}

type Submitted = {
  form?: Record<string, string>;
  name?: string;
  bytes?: Buffer;
  headers?: Record<string, string>;
};

/** Sends an abstract as the page does. */
export async function submit(
  server: Pick<TestServer, 'origin'>,
  { form = aForm(), name = 'abstract.pdf', bytes = aPdf(400, name), headers = {} }: Submitted = {},
): Promise<Answer> {
  const body = new FormData();
  for (const [field, text] of Object.entries(form)) body.append(field, text);
  body.append('abstractFile', new Blob([new Uint8Array(bytes)]), name);
  return readAnswer(await fetch(`${server.origin}${SUBMIT}`, { method: 'POST', headers, body }));
}

/** Records the finding of a scanner about the file of an abstract. */
export async function recordScan(
  { db }: Pick<TestServer, 'db'>,
  reference: string,
  found: { scan: ScanState; scan_finding?: string },
): Promise<void> {
  await db
    .updateTable('abstract_files')
    .set(found)
    .where('id', 'in', (is) =>
      is.selectFrom('abstracts').select('file_id').where('reference', '=', reference),
    )
    .execute();
}

/** Adds a version of the file of an abstract, which is the newest then. */
export async function aVersion(
  { db, files, clock, organising }: TestServer,
  reference: string,
  kind: 'submitted' | 'final' = 'submitted',
): Promise<string> {
  count += 1;
  const bytes = aPdf(400, `version ${count}`);
  const key = organising.payments.newId();
  const path = join(files.dataDir, 'uploads', key);
  await writeFile(path, bytes);
  await files.store.put(key, path, bytes.length);
  const abstract = await findAbstractByReference(db, reference);
  const abstractId = abstract?.id ?? '';
  await inTransaction(db, async (tx) => {
    await insertAbstractFile(tx, {
      id: key,
      abstractId,
      kind,
      fileName: `${key}.pdf`,
      bytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      fileKey: key,
      fileStore: files.store.id,
      activeContent: undefined,
      createdAt: clock.now().toISOString(),
      actor: 'author',
    });
    await tx.updateTable('abstracts').set({ file_id: key }).where('id', '=', abstractId).execute();
  });
  return key;
}

/** One part of a multipart body that is written by hand. */
export function part(headers: string, content: string | Buffer = ''): Buffer {
  return Buffer.concat([
    Buffer.from(`--BOUNDARY\r\n${headers}\r\n\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ]);
}

export function textPart(name: string, text: string | Buffer): Buffer {
  return part(`Content-Disposition: form-data; name="${name}"`, text);
}

export function filePart(fileName: string, content: Buffer, name = 'abstractFile'): Buffer {
  return part(`Content-Disposition: form-data; name="${name}"; filename="${fileName}"`, content);
}

export const endOfForm = Buffer.from('--BOUNDARY--\r\n');

export function formParts(form = aForm()): Buffer[] {
  return Object.entries(form).map(([name, text]) => textPart(name, text));
}

/** The files and rows of abstracts; the lists and counts are empty when an upload has left nothing behind. */
export async function remainsOf({ files, db }: TestServer) {
  const rows = await db.selectFrom('abstracts').select('id').execute();
  const mails = await db.selectFrom('outbox').select('id').execute();
  return {
    uploads: await readdir(join(files.dataDir, 'uploads')),
    stored: await files.listStored(),
    rows: rows.length,
    mails: mails.length,
  };
}
