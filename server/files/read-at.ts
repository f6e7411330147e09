import type { FileHandle } from 'node:fs/promises';

/** The text of a block is small enough for V8's young objects, which are collected often. */
const BLOCK_BYTES = 64 * 1024;

/** Bytes of a file from `position`; fewer than `length` only at the end of the file. */
export function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  return fillFrom(file, position, Buffer.alloc(length));
}

/**
 * The text of a file in blocks, from `begin` on. Each block begins with the end of the previous one, so a match can cross the border. All
 * blocks are read into one buffer: the garbage collector would let those of large files pile up.
 */
export async function* textBlocks(
  file: FileHandle,
  bytes: number,
  overlap: number,
  begin = 0,
): AsyncGenerator<{ from: number; text: string }, void> {
  const buffer = Buffer.alloc(overlap + BLOCK_BYTES);
  for (let start = begin; start < bytes; start += BLOCK_BYTES) {
    const from = Math.max(begin, start - overlap);
    const block = await fillFrom(file, from, buffer.subarray(0, start - from + BLOCK_BYTES));
    yield { from, text: block.toString('latin1') };
  }
}

/** Reads into a buffer, and returns the part of it that was filled. */
async function fillFrom(file: FileHandle, position: number, buffer: Buffer): Promise<Buffer> {
  let filled = 0;
  while (filled < buffer.length) {
    const { bytesRead } = await file.read(
      buffer,
      filled,
      buffer.length - filled,
      position + filled,
    );
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}
