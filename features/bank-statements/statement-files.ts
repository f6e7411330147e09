import type { FileHandle } from 'node:fs/promises';
import { basename } from 'node:path';
import { readZipDirectory, readZipEntry, type ZipEntry } from '#server/files/zip-directory.ts';
import { MOST_BYTES, oneLine, StatementRefused, TOO_LARGE } from './statement.ts';

export type StatementFile = {
  /** The name in the archive; undefined for a file that is none. */
  name?: string;
  bytes: Uint8Array;
};

/** More days than a year has. */
const MOST_FILES = 400;

/**
 * The file itself, or the files of a ZIP archive: many banks pack one statement for each day. An Excel file is an archive,
 * too, and stays one file. Throws StatementRefused.
 */
export async function statementFiles(file: FileHandle): Promise<StatementFile[]> {
  const { size } = await file.stat();
  if (size > MOST_BYTES) throw new StatementRefused(TOO_LARGE);
  const bytes = await file.readFile();
  if (!bytes.subarray(0, 4).equals(Buffer.from('PK\x03\x04'))) return [{ bytes }];
  const entries = await readZipDirectory(file, size);
  if (!entries || entries.some(({ name }) => OFFICE.test(name))) return [{ bytes }];
  const packed = entries.filter(({ name }) => !BESIDE.test(name));
  if (packed.length === 0) throw new StatementRefused('has no statement in it');
  if (packed.length > MOST_FILES) throw new StatementRefused(TOO_LARGE);
  if (packed.some(({ isEncrypted }) => isEncrypted)) {
    throw new StatementRefused('is packed with a password: unpack it');
  }
  return unpacked(file, packed);
}

/** The parts of Excel and OpenDocument files. */
const OFFICE = /^(?:\[Content_Types\]\.xml|mimetype)$/;

/** Folders, the statement for people, and files that a Mac and Windows add. */
const BESIDE = /(?:\/|\.pdf)$|(?:^|\/)(?:__MACOSX\/|\.(?!\.?\/)|Thumbs\.db|desktop\.ini)/i;

async function unpacked(file: FileHandle, entries: readonly ZipEntry[]): Promise<StatementFile[]> {
  const files: StatementFile[] = [];
  let left = MOST_BYTES;
  for (const entry of entries) {
    if (entry.unpackedBytes > left) throw new StatementRefused(TOO_LARGE);
    const bytes = await readZipEntry(file, entry, left);
    if (!bytes) throw new StatementRefused('is a damaged ZIP archive: download it again');
    left -= bytes.length;
    files.push({ name: oneLine(basename(entry.name)).slice(0, 60), bytes });
  }
  return files.toSorted((one, other) => ((one.name ?? '') < (other.name ?? '') ? -1 : 1));
}
