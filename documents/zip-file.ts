import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';

export type ZipEntry = {
  name: string;
  /** Whether its content is packed already, as a PDF is. */
  isPacked: boolean;
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
};

/** The most bytes that an archive of this kind can have, less room for its directory. */
export const MOST_ZIP_BYTES = 4 * 1024 ** 3 - 16 * 1024 ** 2;

/** Writes a ZIP archive piece by piece: no entry is in memory as a whole. */
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
