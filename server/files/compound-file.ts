import type { FileHandle } from 'node:fs/promises';
import { readAt } from './read-at.ts';

// [MS-CFB] 2.6.1: an entry of the directory is 128 bytes, and sectors are multiples of that, so every entry lies on one.
const ENTRY_BYTES = 128;
const NAME_LENGTH_AT = 64;
const TYPE_AT = 66;
const STORAGE = 1;
const STREAM = 2;
const BLOCK_BYTES = 512 * ENTRY_BYTES;

/** The places where Word and Excel keep macros, in capitals. */
const MACROS = new Set(['MACROS', 'VBA', '_VBA_PROJECT', '_VBA_PROJECT_CUR']);

/**
 * Whether an old Office document (compound file) brings macros. It looks at every place where a directory entry can
 * be instead of following the chains of sectors, which a malformed file would lead astray.
 */
export async function hasMacros(file: FileHandle, size: number): Promise<boolean> {
  for (let start = 0; start < size; start += BLOCK_BYTES) {
    const block = await readAt(file, start, BLOCK_BYTES);
    for (let at = 0; at + ENTRY_BYTES <= block.length; at += ENTRY_BYTES) {
      const name = nameOfEntry(block, at);
      if (name !== undefined && MACROS.has(name.toUpperCase())) return true;
    }
  }
  return false;
}

function nameOfEntry(block: Buffer, at: number): string | undefined {
  const type = block[at + TYPE_AT];
  if (type !== STORAGE && type !== STREAM) return undefined;
  // In bytes, with the zero at its end.
  const length = block.readUInt16LE(at + NAME_LENGTH_AT);
  if (length < 4 || length > 64) return undefined;
  return block.toString('utf16le', at, at + length - 2);
}
