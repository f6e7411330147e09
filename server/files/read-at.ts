import type { FileHandle } from 'node:fs/promises';

/** Bytes of a file from `position`; fewer than `length` only at the end of the file. */
export async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await file.read(buffer, filled, length - filled, position + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}

/** The text of a file in blocks. Each block begins with the end of the previous one, so a match can cross the border. */
export async function* textBlocks(
  file: FileHandle,
  bytes: number,
  { blockBytes, overlap }: { blockBytes: number; overlap: number },
): AsyncGenerator<{ from: number; text: string }, void> {
  for (let start = 0; start < bytes; start += blockBytes) {
    const from = Math.max(0, start - overlap);
    const block = await readAt(file, from, start - from + blockBytes);
    yield { from, text: block.toString('latin1') };
  }
}
