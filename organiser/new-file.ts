import { link, rm, writeFile } from 'node:fs/promises';
import { CommandError } from './command-context.ts';

/** Writes text or bytes into a new file, for its owner only: all of it or, where the disk is full, nothing. */
export async function writeNewFile(path: string, text: string | Uint8Array): Promise<void> {
  const draft = `${path}.part`;
  try {
    await writeFile(draft, text, { mode: 0o600 });
    // A link is refused where a file is.
    await link(draft, path);
  } catch (error) {
    const code: unknown = error instanceof Error && Reflect.get(error, 'code');
    if (code === 'EEXIST') {
      throw new CommandError(`${path} is there already: choose another name.`);
    }
    throw new CommandError(`${path} cannot be written (${String(code)}).`);
  } finally {
    await rm(draft, { force: true });
  }
}
