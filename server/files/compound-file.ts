import type { FileHandle } from 'node:fs/promises';
import { readAt } from './read-at.ts';

// [MS-CFB] 2.6.1: an entry of the directory has 128 bytes and begins at a multiple of 128 bytes.
const ENTRY_BYTES = 128;
const NAME_LENGTH_AT = 64;
const TYPE_AT = 66;
const STORAGE = 1;
const STREAM = 2;
const BLOCK_BYTES = 512 * ENTRY_BYTES;

/** The entries in which Word and Excel keep macros, in capitals. */
const MACROS = ['MACROS', 'VBA', '_VBA_PROJECT', '_VBA_PROJECT_CUR'];
/** The entries with objects of other programs, in capitals; Word makes an empty one, too. */
const OBJECTS = ['\u0001OLE10NATIVE', '\u0001OLE', '\u0003OBJINFO'];
/** The entry that contains a new document with a password ([MS-OFFCRYPTO] 2.3). */
const ENCRYPTED = 'ENCRYPTEDPACKAGE';

/** The findings about an old Office document (compound file). */
export type CompoundFile = {
  hasMacros: boolean;
  hasObjects: boolean;
  asksForPassword: boolean;
  /** Whether the end of the file with the directory is missing. */
  isCutOff: boolean;
};

/**
 * Checks every position at which an entry of the directory can be. It does not follow the chains of sectors, because these
 * may be wrong in a malformed file.
 */
export async function inspectCompoundFile(file: FileHandle, size: number): Promise<CompoundFile> {
  const names = new Set<string>();
  let asksForPassword = false;
  for (let start = 0; start < size; start += BLOCK_BYTES) {
    const block = await readAt(file, start, BLOCK_BYTES);
    for (let at = 0; at + ENTRY_BYTES <= block.length; at += ENTRY_BYTES) {
      const name = nameOfEntry(block, at)?.toUpperCase();
      if (name === undefined) continue;
      names.add(name);
      if (name !== 'WORDDOCUMENT') continue;
      asksForPassword ||= await isEncryptedWord(file, block.readUInt32LE(at + FIRST_SECTOR_AT));
    }
  }
  const has = (wanted: readonly string[]) => wanted.some((name) => names.has(name));
  return {
    hasMacros: has(MACROS),
    hasObjects: has(OBJECTS),
    asksForPassword: asksForPassword || names.has(ENCRYPTED),
    isCutOff: await endsBeforeDirectory(file, size),
  };
}

// [MS-CFB] 2.2: the header has the size of sectors and the directory's first sector; sectors are counted from the end of the header.
const HEADER_BYTES = 512;
const BYTE_ORDER_AT = 28;
const SHIFT_AT = 30;
const DIRECTORY_AT = 48;
const FIRST_SECTOR_AT = 116;

/** The position of a sector, or of the directory; undefined if the header is not valid. */
async function startOfSector(file: FileHandle, sector?: number): Promise<number | undefined> {
  const header = await readAt(file, 0, HEADER_BYTES);
  if (header.length < HEADER_BYTES || header.readUInt16LE(BYTE_ORDER_AT) !== 0xfffe)
    return undefined;
  const shift = header.readUInt16LE(SHIFT_AT);
  if (shift !== 9 && shift !== 12) return undefined;
  return ((sector ?? header.readUInt32LE(DIRECTORY_AT)) + 1) * 2 ** shift;
}

async function endsBeforeDirectory(file: FileHandle, size: number): Promise<boolean> {
  const directory = await startOfSector(file);
  return directory !== undefined && directory + ENTRY_BYTES > size;
}

/** [MS-DOC] 2.5.2: the first words of the text's stream are a mark and a bit for encryption. */
async function isEncryptedWord(file: FileHandle, sector: number): Promise<boolean> {
  const start = await startOfSector(file, sector);
  if (start === undefined) return false;
  const base = await readAt(file, start, 12);
  return (
    base.length === 12 && base.readUInt16LE(0) === 0xa5ec && (base.readUInt16LE(10) & 0x100) !== 0
  );
}

function nameOfEntry(block: Buffer, at: number): string | undefined {
  const type = block[at + TYPE_AT];
  if (type !== STORAGE && type !== STREAM) return undefined;
  // The length is in bytes and includes the zero at the end.
  const length = block.readUInt16LE(at + NAME_LENGTH_AT);
  if (length < 4 || length > 64) return undefined;
  return block.toString('utf16le', at, at + length - 2);
}
