import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';

export type ZipEntry = {
  name: string;
  /** Whether the content is already compressed, as in a PDF. */
  isPacked: boolean;
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
};

/** The largest sum of all entries in bytes: a ZIP archive without ZIP64 has at most 4 GiB, including its directory. */
export const MOST_ZIP_BYTES = 4 * 1024 ** 3 - 16 * 1024 ** 2;

/** Writes a ZIP archive in chunks, so that no whole entry is in memory. */
export function writeZip(path: string, entries: AsyncIterable<ZipEntry>): Promise<void> {
  return pipeline(zipped(entries), createWriteStream(path));
}

async function* zipped(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array, void> {
  let made: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    made.push(piece);
  });
  const take = () => {
    const taken = made;
    made = [];
    return taken;
  };
  for await (const { name, isPacked, chunks } of entries) {
    const entry = isPacked ? new ZipPassThrough(name) : new ZipDeflate(name, { level: 3 });
    zip.add(entry);
    for await (const chunk of chunks) {
      entry.push(chunk);
      yield* take();
    }
    entry.push(new Uint8Array(), true);
    yield* take();
  }
  zip.end();
  yield* take();
}
