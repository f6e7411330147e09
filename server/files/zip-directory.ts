import type { FileHandle } from 'node:fs/promises';
import { promisify } from 'node:util';
import { crc32, inflateRaw } from 'node:zlib';
import { readAt } from './read-at.ts';

export type ZipEntry = {
  name: string;
  packedBytes: number;
  unpackedBytes: number;
  isEncrypted: boolean;
  /** 0: stored as it is; 8: deflated. */
  method: number;
  crc32: number;
  /** The position of the entry's own header, which its bytes follow. */
  position: number;
};

// https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT, 4.3.12 and 4.3.16. Numbers are little-endian.
const END = 0x06054b50;
const END_MAGIC = Buffer.from('504b0506', 'hex');
const END_BYTES = 22;
const ENTRY = 0x02014b50;
const ENTRY_BYTES = 46;
const LOCAL = 0x04034b50;
const LOCAL_BYTES = 30;
const LONGEST_COMMENT = 0xffff;
/** Room for thousands of entries; the directory is the only part of an archive that is read into memory. */
const LARGEST_DIRECTORY = 1024 * 1024;

/**
 * The entries in the directory at the end of a zip archive; none is unpacked. Undefined if the file is no valid archive.
 * Archives of more than 4 GB (zip64) do not occur here.
 */
export async function readZipDirectory(
  file: FileHandle,
  size: number,
): Promise<ZipEntry[] | undefined> {
  const end = await findEnd(file, size);
  if (!end) return undefined;
  const count = end.record.readUInt16LE(10);
  const bytes = end.record.readUInt32LE(12);
  const start = end.record.readUInt32LE(16);
  // With bytes before or inside the archive, other programs could find other entries.
  if (start + bytes !== end.position || bytes > LARGEST_DIRECTORY) return undefined;
  return readEntries(await readAt(file, start, bytes), count);
}

const inflate = promisify(inflateRaw);

/**
 * Unpacks one entry of at most `most` bytes. Undefined if it is larger, or differs from the directory, so that other
 * programs might read something else.
 */
export async function readZipEntry(
  file: FileHandle,
  entry: ZipEntry,
  most: number,
): Promise<Buffer | undefined> {
  const { packedBytes, unpackedBytes, method } = entry;
  if (unpackedBytes > most || packedBytes > most || entry.isEncrypted) return undefined;
  const start = await zipEntryStart(file, entry);
  if (start === undefined) return undefined;
  const packed = await readAt(file, start, packedBytes);
  const bytes = await unpack(packed, method, unpackedBytes);
  return bytes?.length === unpackedBytes && crc32(bytes) === entry.crc32 ? bytes : undefined;
}

/** The position of the bytes of an entry; undefined if its own header differs from the directory. */
export async function zipEntryStart(
  file: FileHandle,
  { name, method, position }: ZipEntry,
): Promise<number | undefined> {
  const header = await readAt(file, position, LOCAL_BYTES);
  if (header.length < LOCAL_BYTES || header.readUInt32LE(0) !== LOCAL) return undefined;
  const nameBytes = header.readUInt16LE(26);
  const ownName = await readAt(file, position + LOCAL_BYTES, nameBytes);
  if (ownName.toString('utf8') !== name || header.readUInt16LE(8) !== method) return undefined;
  return position + LOCAL_BYTES + nameBytes + header.readUInt16LE(28);
}

/** It never unpacks more than the entry's stated size. */
async function unpack(packed: Buffer, method: number, bytes: number): Promise<Buffer | undefined> {
  if (method === 0) return packed;
  if (method !== 8) return undefined;
  return inflate(packed, { maxOutputLength: Math.max(1, bytes) }).catch(() => undefined);
}

/** Whether a file ends like an archive: programs open it as an archive even if it begins like another file. */
export async function endsAsArchive(file: FileHandle, size: number): Promise<boolean> {
  return (await findEnd(file, size)) !== undefined;
}

/**
 * Whether the end of a file contains an end record anywhere: many programs also accept one with bytes after it.
 */
export async function hasArchiveEnd(file: FileHandle, size: number): Promise<boolean> {
  const { tail } = await readTail(file, size);
  const at = tail.indexOf(END_MAGIC);
  return at >= 0 && at + END_BYTES <= tail.length;
}

/** The end record is valid if its comment reaches exactly to the end of the file. */
async function findEnd(file: FileHandle, size: number) {
  const { tailStart, tail } = await readTail(file, size);
  for (let at = tail.length - END_BYTES; at >= 0; at--) {
    const isEnd = tail.readUInt32LE(at) === END;
    if (isEnd && at + END_BYTES + tail.readUInt16LE(at + 20) === tail.length) {
      return { position: tailStart + at, record: tail.subarray(at, at + END_BYTES) };
    }
  }
  return undefined;
}

/** The end of a file, a little more than 64 KiB. */
async function readTail(file: FileHandle, size: number) {
  const tailStart = Math.max(0, size - END_BYTES - LONGEST_COMMENT);
  return { tailStart, tail: await readAt(file, tailStart, size - tailStart) };
}

function readEntries(directory: Buffer, count: number): ZipEntry[] | undefined {
  const entries: ZipEntry[] = [];
  let at = 0;
  while (at < directory.length) {
    if (at + ENTRY_BYTES > directory.length || directory.readUInt32LE(at) !== ENTRY)
      return undefined;
    const nameEnd = at + ENTRY_BYTES + directory.readUInt16LE(at + 28);
    entries.push({
      name: directory.toString('utf8', at + ENTRY_BYTES, nameEnd),
      packedBytes: directory.readUInt32LE(at + 20),
      unpackedBytes: directory.readUInt32LE(at + 24),
      isEncrypted: (directory.readUInt16LE(at + 8) & 1) === 1,
      method: directory.readUInt16LE(at + 10),
      crc32: directory.readUInt32LE(at + 16),
      position: directory.readUInt32LE(at + 42),
    });
    at = nameEnd + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  return at === directory.length && entries.length === count ? entries : undefined;
}
