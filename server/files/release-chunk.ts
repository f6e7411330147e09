/** In bytes. Smaller chunks may still be in use by a parser: busboy keeps text that looks like a boundary. */
const WORTH_RELEASING = 16 * 1024;

/**
 * Returns the memory of a chunk as soon as it is written. The garbage collector considers the size of its own heap and
 * hardly notices chunks: those of large files would pile up to a hundred megabytes before it runs. It releases
 * only a chunk that is its whole buffer, because nobody else can read from that buffer.
 */
export function releaseChunk({ buffer, byteLength }: Uint8Array): void {
  const isWhole = buffer instanceof ArrayBuffer && buffer.byteLength === byteLength;
  if (isWhole && byteLength >= WORTH_RELEASING) buffer.transfer(0);
}
