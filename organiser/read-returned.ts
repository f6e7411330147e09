import { mkdtemp, open, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, extname, join, resolve } from 'node:path';
import { readZipDirectory, readZipEntry } from '#server/files/zip-directory.ts';
import type { ReturnedSheet } from '#server/peer-review/collect-peer-reviews.ts';
import { CommandError } from './command-context.ts';
import { cannotRead } from './given-file.ts';
import { readSheet } from './read-sheet.ts';
import { MOST_UNPACKED } from './read-workbook.ts';

/** The sheets of returned workbooks, and notes about the files for the person who gave them. */
export type Returned = { sheets: ReturnedSheet[]; notes: string[] };

/** Reads workbooks, folders of workbooks and ZIP archives of workbooks; in a folder, the latest file comes last. */
export async function readReturnedFiles(paths: readonly string[]): Promise<Returned> {
  const returned: Returned = { sheets: [], notes: [] };
  for (const typed of paths) {
    const path = resolve(typed);
    const found = await stat(path).catch(cannotRead(path));
    if (found.isDirectory()) {
      for (const each of await workbooksIn(path)) await add(returned, each, basename(each));
    } else if (extname(path).toLowerCase() === '.zip') await addArchive(returned, path);
    else await add(returned, path, basename(path));
  }
  if (returned.sheets.length === 0) {
    throw new CommandError(
      'There is no XLSX or CSV file in it: please name the returned workbooks.',
    );
  }
  return returned;
}

async function add({ sheets, notes }: Returned, path: string, name: string): Promise<void> {
  const sheet = await readSheet(path);
  const count = sheets.reduce((sum, { rows }) => sum + rows.length, sheet.rows.length);
  if (count > MOST_ROWS) {
    throw new CommandError(
      `The workbooks have more than ${MOST_ROWS} rows together, the last of them ${name}: look at that one first.`,
    );
  }
  sheets.push({ name, rows: sheet.rows });
  notes.push(...sheet.notes.map((note) => `${name}: ${note}`));
}

/** All reviews of a large conference are a tenth of them. */
const MOST_ROWS = 20_000;

/** Spreadsheet programs leave files such as "~$reviews.xlsx" beside an open workbook. */
function isWorkbook(name: string): boolean {
  return /^(?![.~]).*\.(?:xlsx|csv)$/i.test(basename(name)) && !name.startsWith('__MACOSX/');
}

async function workbooksIn(folder: string): Promise<string[]> {
  const names = (await readdir(folder, { recursive: true })).filter(isWorkbook).toSorted();
  const dated = await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name);
      return { path, at: (await stat(path)).mtimeMs };
    }),
  );
  return dated.toSorted((a, b) => a.at - b.at).map(({ path }) => path);
}

async function addArchive(returned: Returned, path: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'plenary-reviews-'));
  const file = await open(path);
  try {
    const entries = await readZipDirectory(file, (await file.stat()).size);
    if (!entries) throw new CommandError(`${path} is no ZIP archive, or is damaged.`);
    for (const entry of entries.filter(({ name }) => isWorkbook(name))) {
      const bytes = await readZipEntry(file, entry, MOST_UNPACKED);
      const name = basename(entry.name);
      if (!bytes) throw new CommandError(`${name} in ${path} is damaged or too large.`);
      const draft = join(folder, 'workbook');
      await writeFile(draft, bytes, { mode: 0o600 });
      await add(returned, draft, name).catch((error: unknown) => {
        // The organiser knows only the name in the archive.
        if (error instanceof Error) error.message = error.message.replaceAll(draft, name);
        throw error;
      });
    }
  } finally {
    await file.close();
    await rm(folder, { recursive: true });
  }
}
