import { existsSync } from 'node:fs';
import { link, rm, writeFile } from 'node:fs/promises';
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
  const draft = `${path}.part`;
  try {
    await writeFile(draft, '', { mode: 0o600 });
    await write(draft);
    // Unlike a rename, a link never replaces an existing file.
    await link(draft, path);
  } catch (error) {
    // Errors without a system call come from the content, not from the file.
    if (!(error instanceof Error && 'syscall' in error && 'code' in error)) throw error;
    if (error.code === 'EEXIST') throw isThere(path);
    throw new CommandError(`${path} cannot be written (${String(error.code)}).`);
  } finally {
    await rm(draft, { force: true });
  }
}

function isThere(path: string): CommandError {
  return new CommandError(`${path} exists already: choose another name.`);
}
