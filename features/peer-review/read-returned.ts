import { type FileHandle, mkdtemp, open, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, extname, join, relative, resolve } from 'node:path';
import { readZipDirectory, readZipEntry, type ZipEntry } from '#server/files/zip-directory.ts';
import type { ColumnNames } from '#server/files/sheet-table.ts';
import type { ReturnedSheet } from './collect-peer-reviews.ts';
import { CommandError } from '#organiser/command-context.ts';
import { cannotRead } from '#organiser/given-file.ts';
import { readSheet } from '#organiser/read-sheet.ts';
import { MOST_UNPACKED } from '#organiser/read-workbook.ts';

/** The sheets of returned workbooks, and notes about the files for the person who gave them. */
export type Returned = { sheets: ReturnedSheet[]; notes: string[] };

type Reading = {
  columns: ColumnNames<string>;
  sheets: ReturnedSheet[];
  notes: string[];
  /** The names of files that are not read. */
  unread: string[];
  /** The number of files of editors and systems. */
  byPrograms: number;
  /** A private folder for what comes out of archives. */
  drafts: string;
};

/**
 * Reads workbooks, folders of workbooks and ZIP archives of workbooks, also archives in them; in a folder, the latest
 * file comes last. A note names every file that is not read.
 */
export async function readReturnedFiles(
  paths: readonly string[],
  columns: ColumnNames<string>,
): Promise<Returned> {
  const drafts = await mkdtemp(join(tmpdir(), 'plenary-reviews-'));
  const reading: Reading = { columns, sheets: [], notes: [], unread: [], byPrograms: 0, drafts };
  try {
    const names = paths.map((typed) => basename(typed));
    for (const [at, typed] of paths.entries()) {
      const path = resolve(typed);
      const name = names.indexOf(names[at] ?? '') === at ? basename(path) : typed;
      if ((await stat(path).catch(cannotRead(path))).isDirectory()) await addFolder(reading, path);
      else if (kindOf(name) === 'archive') await addArchive(reading, path, name, 1);
      else await addSheet(reading, path, name);
    }
  } finally {
    await rm(drafts, { recursive: true });
  }
  const { sheets, unread, byPrograms } = reading;
  const left = [
    ...(unread.length === 0
      ? []
      : [
          `Files that are not read, because they are no XLSX, CSV or ZIP file: ${unread.join(', ')}.`,
        ]),
    ...(byPrograms === 0
      ? []
      : [`Hidden files and lock files of programs that are not read: ${byPrograms}.`]),
  ];
  if (sheets.length === 0) {
    throw new CommandError(
      ['There is no XLSX or CSV file in it: please name the returned workbooks.', ...left].join(
        '\n',
      ),
    );
  }
  return { sheets, notes: [...left, ...reading.notes] };
}

/** All reviews of a large conference are a tenth of them. */
const MOST_ROWS = 20_000;
/** An archive in an archive in an archive. */
const DEEPEST = 3;

type Kind = 'sheet' | 'archive' | 'program' | 'other';

/** Spreadsheet programs leave files such as "~$reviews.xlsx" beside an open workbook. */
function kindOf(name: string): Kind {
  const parts = name.split(/[/\\]/);
  const last = parts.at(-1) ?? '';
  const isHidden = parts.some((part) => part.startsWith('.') || part === '__MACOSX');
  if (isHidden || last.startsWith('~') || /^(?:thumbs\.db|desktop\.ini)$/i.test(last)) {
    return 'program';
  }
  const ending = extname(last).toLowerCase();
  if (['.xlsx', '.xlsm', '.xltx', '.csv', '.tsv'].includes(ending)) return 'sheet';
  return ending === '.zip' ? 'archive' : 'other';
}

async function addSheet(reading: Reading, path: string, name: string): Promise<void> {
  const { columns, sheets, notes } = reading;
  const read = await readSheet(path, columns);
  const count = sheets.reduce((sum, { rows }) => sum + rows.length, read.rows.length);
  if (count > MOST_ROWS) {
    throw new CommandError(
      `The workbooks have more than ${MOST_ROWS} rows together, the last of them ${name}: look at that one first.`,
    );
  }
  sheets.push({ name: read.name === '' ? name : `${name}, sheet “${read.name}”`, rows: read.rows });
  notes.push(...read.notes.map((note) => `${name}: ${note}`));
}

async function addFolder(reading: Reading, folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .toSorted();
  const dated = await Promise.all(
    files
      .filter((name) => isToRead(reading, name))
      .map(async (name) => {
        const path = join(folder, name);
        return { name, path, at: (await stat(path).catch(cannotRead(path))).mtimeMs };
      }),
  );
  for (const { name, path } of dated.toSorted((a, b) => a.at - b.at)) {
    if (kindOf(name) === 'archive') await addArchive(reading, path, name, 1);
    else await addSheet(reading, path, name);
  }
}

/** Whether a file can have workbooks; the others are noted. */
function isToRead(reading: Reading, name: string, shown = name): boolean {
  const kind = kindOf(name);
  if (kind === 'program') reading.byPrograms += 1;
  if (kind === 'other') reading.unread.push(shown);
  return kind === 'sheet' || kind === 'archive';
}

async function addArchive(
  reading: Reading,
  path: string,
  name: string,
  depth: number,
): Promise<void> {
  const file = await open(path).catch(cannotRead(path));
  try {
    const entries = await readZipDirectory(file, (await file.stat()).size);
    if (!entries) throw new CommandError(`${name} is no ZIP archive, or is damaged.`);
    for (const entry of entries.filter((each) => !each.name.endsWith('/'))) {
      const shown = `${name}/${entry.name}`;
      if (!isToRead(reading, entry.name, shown)) continue;
      await addEntry(reading, file, entry, { name: shown, depth });
    }
  } finally {
    await file.close();
  }
}

async function addEntry(
  reading: Reading,
  file: FileHandle,
  entry: ZipEntry,
  { name, depth }: { name: string; depth: number },
): Promise<void> {
  if (entry.isEncrypted) {
    throw new CommandError(`${name} asks for a password: unpack it, and name the folder.`);
  }
  const bytes = await readZipEntry(file, entry, MOST_UNPACKED);
  if (!bytes)
    throw new CommandError(`${name} is damaged or too large: unpack it, and name the folder.`);
  const draft = join(reading.drafts, `level ${depth}`);
  await writeFile(draft, bytes, { mode: 0o600 });
  if (kindOf(entry.name) === 'archive') {
    if (depth < DEEPEST) return addArchive(reading, draft, name, depth + 1);
    throw new CommandError(
      `${name} is an archive in too many others: unpack it, and name the folder.`,
    );
  }
  await addSheet(reading, draft, name).catch((error: unknown) => {
    // The organiser knows only the name in the archive.
    if (error instanceof Error) error.message = error.message.replaceAll(draft, name);
    throw error;
  });
}
