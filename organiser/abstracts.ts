import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeXlsx } from '#documents/spreadsheet.ts';
import { MOST_ZIP_BYTES, writeZip, type ZipEntry } from '#documents/zip-file.ts';
import { type KeptAbstract, listAbstracts } from '#server/abstract/abstracts.ts';
import type { Db } from '#server/database/database.ts';
import type { FileStore } from '#server/files/file-store.ts';
import type { Organising } from '#server/operations/plan.ts';
import { sheetOf } from '#server/reports/lists.ts';
import { isIntact, readBytes } from './abstract-bytes.ts';
import { intoNewFile } from './new-file.ts';
import { progressBar } from './progress.ts';
import { command, type Print, field } from './command.ts';
import { CommandError } from './command-context.ts';

const INFECTED = field('flag', '--infected', 'Infected files too');

export const abstractsFolder = command({
  name: 'abstracts',
  when: '--out',
  summary: 'Saves the files of all abstracts, each named by its reference.',
  exitsWith1: 'if a file is damaged or infected',
  notOffered: 'A browser downloads one file: the archive.',
  fields: {
    folder: field('path', '--out FOLDER', 'Folder'),
    withInfected: INFECTED,
  },
  asksNobody: true,
  async work(context, saving, print) {
    const broken = await saveAbstracts(context.payments.db, await context.store(), saving, print);
    return broken === 0 ? 0 : 1;
  },
});

export const abstractsArchive = command({
  name: 'abstracts',
  when: '--zip',
  id: 'abstracts',
  title: 'Files of abstracts',
  summary: 'Writes the files of all abstracts into one archive, with a list of them in list.xlsx.',
  exitsWith1: 'if a file is damaged or infected',
  subject: 'Abstracts',
  fields: {
    path: field('file', '--zip FILE.zip', 'File', { endings: ['.zip'] }),
    withInfected: INFECTED,
  },
  asksNobody: true,
  async work(context, saving, print) {
    const broken = await zipAbstracts(context, await context.store(), saving, print);
    return broken === 0 ? 0 : 1;
  },
});

type Saving = {
  folder: string;
  /** Saves infected files too; otherwise the output only names them. */
  withInfected: boolean;
};

/**
 * Saves the files of all abstracts into a folder, each named by its reference. Returns the number of missing or damaged
 * files.
 */
export async function saveAbstracts(
  db: Db,
  store: FileStore,
  { folder, withInfected }: Saving,
  print: Print,
): Promise<number> {
  await mkdir(folder, { recursive: true });
  let broken = 0;
  for (const abstract of await listAbstracts(db)) {
    const name = nameOf(abstract);
    const why = leftOut(abstract, store, withInfected);
    const isWhole =
      why === undefined && (await save(store, abstract, join(folder, name)).catch(() => false));
    if (!isWhole) broken += 1;
    await print(`${name}: ${why ?? words(abstract, isWhole)}\n`);
  }
  return broken;
}

/**
 * Writes the files of all abstracts, and a list of them, into a new archive. Returns the number of missing or damaged
 * files.
 */
export async function zipAbstracts(
  organising: Organising,
  store: FileStore,
  { path, withInfected }: { path: string; withInfected: boolean },
  print: Print,
): Promise<number> {
  const all = await listAbstracts(organising.payments.db);
  if (all.reduce((sum, { bytes }) => sum + bytes, 0) > MOST_ZIP_BYTES) {
    throw new CommandError(
      'The files are larger than 4 GB, too large for one archive: use --out FOLDER.',
    );
  }
  let broken = 0;
  const bar = progressBar('Abstracts', all.length);
  async function* entries(draft: string): AsyncGenerator<ZipEntry, void> {
    const list = `${draft}.xlsx`;
    try {
      await writeXlsx(list, [await sheetOf(organising, 'abstracts')]);
      yield { name: 'list.xlsx', isPacked: true, chunks: createReadStream(list) };
    } finally {
      await rm(list, { force: true });
    }
    for (const abstract of all) {
      const name = nameOf(abstract);
      const why = leftOut(abstract, store, withInfected);
      const bytes =
        why === undefined ? await readBytes(store, abstract).catch(() => undefined) : undefined;
      const isWhole = bytes !== undefined && isIntact(bytes, abstract);
      if (!isWhole) broken += 1;
      if (bytes) yield { name, isPacked: true, chunks: [bytes] };
      if (!isWhole || activeWords(abstract) !== '') {
        await print(`${name}: ${why ?? words(abstract, isWhole)}\n`);
      }
      bar.step();
    }
  }
  await intoNewFile(path, (draft) => writeZip(draft, entries(draft)));
  bar.end();
  await print(`${path}: ${all.length} abstracts, ${broken} of them missing, damaged or infected\n`);
  return broken;
}

function nameOf({ reference, fileName }: KeptAbstract): string {
  return `${reference} ${fileName}`;
}

/** The reason why a file is not saved; undefined if it is saved. */
function leftOut(
  { scan, scanFinding, fileStore }: KeptAbstract,
  store: FileStore,
  withInfected: boolean,
): string | undefined {
  if (scan === 'INFECTED' && !withInfected) {
    return `INFECTED with ${scanFinding}, not saved; --infected saves it`;
  }
  return fileStore === store.id ? undefined : `NOT HERE, it is in the ${fileStore}`;
}

function words(abstract: KeptAbstract, isWhole: boolean): string {
  if (!isWhole) return 'DAMAGED: it differs from the file that was sent';
  return `${abstract.bytes} bytes${scanWords[abstract.scan]}${activeWords(abstract)}`;
}

const scanWords = {
  CLEAN: ', no virus found',
  INFECTED: ', INFECTED',
  NOT_SCANNED: '',
  GIVEN_UP: ', NOT SCANNED: the scanner could not finish it',
} as const;

function activeWords({ activeContent }: KeptAbstract): string {
  return activeContent === undefined ? '' : `, ACTIVE CONTENT: ${activeContent}`;
}

/** An earlier copy stays until the whole file is read: if the store has lost the file, the copy is the last one. */
async function save(store: FileStore, abstract: KeptAbstract, path: string): Promise<boolean> {
  const hash = createHash('sha256');
  const draft = `${path}.part`;
  try {
    const file = await open(draft, 'w', 0o600);
    try {
      for await (const chunk of await store.read(abstract.fileKey)) {
        hash.update(chunk);
        await file.appendFile(chunk);
      }
    } finally {
      await file.close();
    }
    await rename(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
  return hash.digest('hex') === abstract.sha256;
}
