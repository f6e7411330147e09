/** Bytes. Smaller chunks may be a parser's own notes, which it goes on using: busboy keeps what looks like a boundary. */
const WORTH_RELEASING = 16 * 1024;

/**
 * Returns the memory of a chunk as soon as it is written. The garbage collector considers the size of its own heap and
 * hardly notices chunks: those of large files would pile up to a hundred megabytes before it runs. Only for a chunk that
 * is all of its memory, because nobody else can be reading from it then.
 */
export function releaseChunk({ buffer, byteLength }: Uint8Array): void {
  const isWhole = buffer instanceof ArrayBuffer && buffer.byteLength === byteLength;
  if (isWhole && byteLength >= WORTH_RELEASING) buffer.transfer(0);
}
