import { readFileSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';

/**
 * The notes of a conference's folder about the saves in dashboards: the newest that it has of each file, and the two texts of
 * each file while pages are built with newer ones. It is a hidden file of the folder, because it is about this copy of the folder.
 */
const FILE = '.saves.json';

const FolderSaves = z.object({
  has: z.record(z.string(), z.string()),
  /** By the names of files; an empty text: there is no such file. */
  changing: z.optional(
    z.record(z.string(), z.strictObject({ before: z.string(), after: z.string() })),
  ),
});
export type Changing = NonNullable<z.output<typeof FolderSaves>['changing']>;
export type FolderSaves = z.output<typeof FolderSaves>;

/** A file that is missing or damaged knows of no save. */
export function readFolderSaves(folder: string): FolderSaves {
  try {
    return FolderSaves.parse(JSON.parse(readFileSync(join(folder, FILE), 'utf8')));
  } catch {
    return { has: {} };
  }
}

export async function writeFolderSaves(folder: string, saves: FolderSaves): Promise<void> {
  const draft = join(folder, `${FILE}.part`);
  await rm(draft, { force: true });
  await writeFile(draft, `${JSON.stringify(saves, undefined, 2)}\n`, { flag: 'wx', mode: 0o644 });
  await rename(draft, join(folder, FILE));
}

/** The folder has a save of a file, and with it all earlier ones. */
export async function noteSave(folder: string, file: string, id: string): Promise<void> {
  const saves = readFolderSaves(folder);
  await writeFolderSaves(folder, { ...saves, has: { ...saves.has, [file]: id } });
}
