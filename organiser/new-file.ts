import { existsSync } from 'node:fs';
import { link, rm, writeFile } from 'node:fs/promises';
import { CommandError } from './command-context.ts';

/** Writes a new file, for its owner only, at once or as it comes: all of it or, where the disk is full, nothing. */
export async function writeNewFile(
  path: string,
  content: string | Uint8Array | AsyncIterable<string | Uint8Array>,
): Promise<void> {
  await intoNewFile(path, (draft) => writeFile(draft, content));
}

/** The same for what is written piece by piece, into a draft that gets its name at the end. */
export async function intoNewFile(
  path: string,
  write: (draft: string) => Promise<void>,
): Promise<void> {
  if (existsSync(path)) throw isThere(path);
  const draft = `${path}.part`;
  try {
    await writeFile(draft, '', { mode: 0o600 });
    await write(draft);
    // A link is refused where a file is.
    await link(draft, path);
  } catch (error) {
    // Other errors are of what was to be written.
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
