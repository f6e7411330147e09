import { createHash } from 'node:crypto';
import type { KeptAbstract } from './abstracts.ts';
import type { FileStore } from '#server/files/file-store.ts';

/** Reads a whole file: only one is in memory at a time, and the size of files has a limit. */
export async function readBytes(
  store: FileStore,
  { fileKey }: Pick<KeptAbstract, 'fileKey'>,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of await store.read(fileKey)) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

/** Whether these bytes are the file that was sent. */
export function isIntact(bytes: Buffer, { sha256 }: Pick<KeptAbstract, 'sha256'>): boolean {
  return createHash('sha256').update(bytes).digest('hex') === sha256;
}

/** The file of an abstract for other people, or the reason why they cannot have it: “the file is …”. */
export async function usableBytes(
  store: FileStore,
  file: Pick<KeptAbstract, 'fileKey' | 'sha256' | 'fileStore' | 'scan' | 'scanFinding'>,
): Promise<Buffer | string> {
  const { scan, scanFinding, fileStore } = file;
  if (scan === 'INFECTED') return `infected with ${scanFinding}`;
  if (fileStore !== store.id) return `not here, it is in the ${fileStore}`;
  const bytes = await readBytes(store, file).catch(() => undefined);
  if (bytes && isIntact(bytes, file)) return bytes;
  return 'damaged: it differs from the file that was sent';
}
