import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';
import * as z from 'zod/mini';
import { type BackupIdentity, decrypted, isEncrypted } from './encryption.ts';

/**
 * A backup is a tar.gz that any machine can open: `backup.json`, then `rows/<table>/<number>.jsonl`, then `files/<key>`,
 * and at the end `checksums.json` with the SHA-256 of each earlier part. It can be encrypted.
 */
export const Header = z.object({
  format: z.literal(1),
  createdAt: z.string(),
  /** The last migration of the tables in the backup. */
  migration: z.string(),
  /** The digest of that migration. */
  checksum: z.string(),
});
export type Header = z.infer<typeof Header>;

export const Checksums = z.record(z.string(), z.string());
export const Row = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));

export const HEADER = 'backup.json';
export const CHECKSUMS = 'checksums.json';

export type Part = { name: string; bytes: Buffer };

/** The file is no backup, or it is damaged; the message names the mistake. */
export class BackupBroken extends Error {}

export const digestOfPart = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** The parts of a backup, one at a time; none is larger than one abstract's file or a few hundred rows. */
export async function* partsOf(
  path: string,
  identities: readonly BackupIdentity[] = [],
): AsyncGenerator<Part, void> {
  const isLocked = await isEncrypted(path);
  if (isLocked && identities.length === 0) {
    throw new BackupBroken(`${path} is encrypted: add --identity with the file of its identity`);
  }
  const archive = extract();
  const bytes = createReadStream(path);
  const reading = pipeline(
    isLocked ? decrypted(bytes, identities) : bytes,
    createGunzip(),
    archive,
  );
  reading.catch(() => undefined);
  try {
    for await (const entry of archive) {
      yield { name: entry.header.name, bytes: await buffer(entry) };
    }
    await reading;
  } catch (cause) {
    const words = isLocked
      ? 'does not open: it is damaged, or encrypted for another identity'
      : 'cannot be read as a backup';
    throw new BackupBroken(`${path} ${words}`, { cause });
  }
}
