import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { replaceContentFile } from '#server/content/replace-content-file.ts';

/** The text of a file; empty: there is no such file. */
export function textOf(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

/** Replaces the text of a file. A file that the folder did without is new, and an empty one is gone. */
export async function writeText(path: string, text: string): Promise<void> {
  if (text === '') return rm(path, { force: true });
  if (!existsSync(path)) await addFile(path, '');
  await replaceContentFile(path, text);
}

/** A new file, which others who edit the folder can read, whatever the umask of this program. */
export async function addFile(path: string, content: string | Uint8Array): Promise<void> {
  const folder = dirname(path);
  const first = await mkdir(folder, { recursive: true });
  for (let made = folder; first !== undefined && made.length >= first.length; made = dirname(made))
    await chmod(made, 0o755);
  await writeFile(path, content, { flag: 'wx' });
  await chmod(path, 0o644);
}
