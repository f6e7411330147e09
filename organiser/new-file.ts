import { cleanFileName } from '#server/abstract/file-name.ts';
import { createReadStream, existsSync } from 'node:fs';
import { link, mkdir, rm, writeFile } from 'node:fs/promises';
import { type Sheet, writeXlsx } from '#documents/spreadsheet.ts';
import type { ZipEntry } from '#documents/zip-file.ts';
import { draftPath } from '#server/files/draft-path.ts';
import { writeRefusal } from '#server/files/write-refusal.ts';
import { CommandError } from './command-context.ts';

/** Writes a new file that only its owner can read. If the disk is full, no file stays. */
export async function writeNewFile(
  path: string,
  content: string | Uint8Array | AsyncIterable<string | Uint8Array>,
): Promise<void> {
  await intoNewFile(path, (draft) => writeFile(draft, content));
}

/** Like `writeNewFile`, but `write` fills a draft, which gets its final name at the end. */
export async function intoNewFile(
  path: string,
  write: (draft: string) => Promise<void>,
): Promise<void> {
  if (existsSync(path)) throw isThere(path);
  const draft = draftPath(path);
  try {
    await writeFile(draft, '', { flag: 'wx', mode: 0o600 });
    await write(draft);
    // Unlike a rename, a link never replaces an existing file.
    await link(draft, path);
  } catch (error) {
    throw cannotWrite(path, error);
  } finally {
    await rm(draft, { force: true });
  }
}

/** Refuses a file that cannot be written, for work that cannot be undone once it is done. */
export async function refuseUnwritable(path: string): Promise<void> {
  if (existsSync(path)) throw isThere(path);
  const draft = draftPath(path);
  try {
    await writeFile(draft, '', { flag: 'wx', mode: 0o600 });
  } catch (error) {
    throw cannotWrite(path, error);
  } finally {
    await rm(draft, { force: true });
  }
}

/** The entry of an archive with a workbook, which is first written beside the draft of the archive. */
export async function* workbookEntry(
  draft: string,
  name: string,
  sheets: readonly Sheet[],
): AsyncGenerator<ZipEntry, void> {
  const path = `${draft}.xlsx`;
  try {
    await writeXlsx(path, sheets);
    yield { name, isPacked: true, chunks: createReadStream(path) };
  } finally {
    await rm(path, { force: true });
  }
}

/** Makes a folder for files, if it is not there. */
export async function makeFolderFor(path: string): Promise<void> {
  await mkdir(path, { recursive: true }).catch((error: unknown) => {
    const why = writeRefusal(error);
    throw why === undefined ? error : new CommandError(`${path} cannot be made, because ${why}.`);
  });
}

/** The sentence about a file that the operating system refuses to write; other errors stay as they are. */
export function cannotWrite(path: string, error: unknown): unknown {
  const why = writeRefusal(error);
  if (why === undefined) return error;
  if (Reflect.get(Object(error), 'code') === 'EEXIST') return isThere(path);
  return new CommandError(`${path} cannot be written, because ${why}.`);
}

function isThere(path: string): CommandError {
  return new CommandError(`${path} exists already: choose another name.`);
}

/** A name for the file or folder of a person, which is none of `taken`, and joins them: two people may have one name. */
export function freeNameFor(person: string, otherwise: string, taken: Set<string>): string {
  const wanted = cleanFileName(person.replaceAll(/[/\\]/g, '-')) || otherwise;
  for (let count = 1; ; count++) {
    const name = count === 1 ? wanted : `${wanted} ${count}`;
    if (taken.has(name.toLowerCase())) continue;
    taken.add(name.toLowerCase());
    return name;
  }
}
