import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';
import * as z from 'zod/mini';

/**
 * A backup is a tar.gz that any machine can open: `backup.json`, then `rows/<table>/<number>.jsonl`, then `files/<key>`,
 * and at the end `checksums.json` with the SHA-256 of each earlier part.
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
export async function* partsOf(path: string): AsyncGenerator<Part, void> {
  const archive = extract();
  const reading = pipeline(createReadStream(path), createGunzip(), archive);
  reading.catch(() => undefined);
  try {
    for await (const entry of archive) {
      yield { name: entry.header.name, bytes: await buffer(entry) };
    }
    await reading;
  } catch (cause) {
    throw new BackupBroken(`${path} cannot be read as a backup`, { cause });
  }
}
