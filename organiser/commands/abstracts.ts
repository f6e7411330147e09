import { createHash } from 'node:crypto';
import { open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { MOST_ZIP_BYTES, writeZip, type ZipEntry } from '#documents/zip-file.ts';
import { type AbstractFile, filesByAbstract } from '#server/abstract/abstract-files.ts';
import { listAbstracts } from '#server/abstract/abstracts.ts';
import type { Db } from '#server/database/database.ts';
import { features } from '#server/features.ts';
import type { FileStore } from '#server/files/file-store.ts';
import type { Organising } from '#server/operations/plan.ts';
import { abstractFacts } from '#server/reports/known-by-features.ts';
import { sheetOf } from '#server/reports/lists.ts';
import { counted } from '#server/counted.ts';
import { isIntact, readBytes } from '#server/abstract/abstract-bytes.ts';
import { intoNewFile, makeFolderFor, workbookEntry } from '#organiser/new-file.ts';
import { progressBar } from '#organiser/progress.ts';
import { scanWords } from '#organiser/scan-words.ts';
import { command, type Print, field } from '#organiser/command.ts';
import { CommandError } from '#organiser/command-context.ts';

/** The kinds of abstracts that features tell apart. */
const kinds = features().flatMap(({ watch }) => watch?.abstracts?.choices ?? []);

/** The fields about the choice of files. */
const CHOICE = {
  only: field('choice', '--only', 'Abstracts', {
    choices: kinds.map(({ value, label }) => ({ value, label })),
    otherwise: 'all that are not withdrawn',
  }),
  withWithdrawn: field('flag', '--withdrawn', 'Withdrawn abstracts too'),
  withVersions: field('flag', '--versions', 'Earlier versions too'),
  withInfected: field('flag', '--infected', 'Infected files too'),
};

export const abstractsFolder = command({
  name: 'abstracts',
  when: '--out',
  summary:
    'Saves the newest files of the abstracts that are not withdrawn, each named by its reference.',
  exitsWith1: 'if a file is damaged or infected',
  notOffered: 'A browser downloads one file: the archive.',
  fields: {
    folder: field('path', '--out FOLDER', 'Folder'),
    ...CHOICE,
  },
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
  summary:
    'Writes the newest files of the abstracts that are not withdrawn into one archive, with a list of these abstracts in list.xlsx.',
  exitsWith1: 'if a file is damaged or infected',
  subject: 'Abstracts',
  fields: {
    path: field('file', '--zip FILE.zip', 'File', { endings: ['.zip'] }),
    ...CHOICE,
  },
  async work(context, saving, print) {
    const broken = await zipAbstracts(context, await context.store(), saving, print);
    return broken === 0 ? 0 : 1;
  },
});

type Choice = {
  /** By what features know of an abstract; undefined: all. */
  only?: string | undefined;
  withWithdrawn?: boolean;
  /** Saves all versions, and not only the newest. */
  withVersions?: boolean;
  /** Saves infected files too; otherwise the output only names them. */
  withInfected: boolean;
};

/** A file with its name on the organiser's disk. */
type NamedFile = AbstractFile & { savedAs: string };

/**
 * Saves the chosen files of abstracts into a folder, each named by its reference. Returns the number of missing or
 * damaged files.
 */
export async function saveAbstracts(
  db: Db,
  store: FileStore,
  { folder, ...choice }: Choice & { folder: string },
  print: Print,
): Promise<number> {
  await makeFolderFor(folder);
  const { files } = await chosenFiles(db, choice);
  let broken = 0;
  for (const file of files) {
    const why = leftOut(file, store, choice);
    const isWhole =
      why === undefined && (await save(store, file, join(folder, file.savedAs)).catch(() => false));
    if (!isWhole) broken += 1;
    await print(`${file.savedAs}: ${why ?? words(file, isWhole)}\n`);
  }
  const names = new Set(files.map(({ savedAs }) => savedAs));
  for (const name of (await readdir(folder)).toSorted()) {
    if (names.has(name) || !/^AB\d\d-/.test(name)) continue;
    await print(`${name}: from an earlier time, not among the chosen files\n`);
  }
  return broken;
}

/**
 * Writes the files of the chosen abstracts, and a list of these abstracts, into a new archive. Returns the number of
 * missing or damaged files.
 */
export async function zipAbstracts(
  organising: Organising,
  store: FileStore,
  { path, ...choice }: Choice & { path: string },
  print: Print,
): Promise<number> {
  const { files, references } = await chosenFiles(organising.payments.db, choice);
  if (files.reduce((sum, { bytes }) => sum + bytes, 0) > MOST_ZIP_BYTES) {
    throw new CommandError(
      'The files are larger than 4 GB, too large for one archive: use --out FOLDER.',
    );
  }
  let broken = 0;
  const bar = progressBar('Abstracts', files.length);
  async function* entries(draft: string): AsyncGenerator<ZipEntry, void> {
    const list = await sheetOf(organising, 'abstracts', undefined, references);
    yield* workbookEntry(draft, 'list.xlsx', [list]);
    for (const file of files) {
      const { savedAs: name } = file;
      const why = leftOut(file, store, choice);
      const bytes =
        why === undefined ? await readBytes(store, file).catch(() => undefined) : undefined;
      const isWhole = bytes !== undefined && isIntact(bytes, file);
      if (!isWhole) broken += 1;
      if (bytes) yield { name, isPacked: true, chunks: [bytes] };
      if (!isWhole || file.activeContent !== undefined) {
        await print(`${name}: ${why ?? words(file, isWhole)}\n`);
      }
      bar.step();
    }
  }
  await intoNewFile(path, (draft) => writeZip(draft, entries(draft)));
  bar.end();
  const versions = choice.withVersions ? `, ${counted(files.length, 'file')}` : '';
  await print(
    `${path}: ${counted(references.size, 'abstract')}${versions}, ${broken} of them missing, damaged or infected\n`,
  );
  return broken;
}

/** The files of the chosen abstracts, and the references of these. */
async function chosenFiles(
  db: Db,
  { only, withWithdrawn = false, withVersions = false }: Choice,
): Promise<{ files: NamedFile[]; references: ReadonlySet<string> }> {
  const factsOf = await abstractFacts(db);
  const kind = kinds.find(({ value }) => value === only);
  const chosen = (await listAbstracts(db)).filter((abstract) => {
    if (abstract.withdrawnAt !== undefined && !withWithdrawn) return false;
    return kind === undefined || kind.fits(factsOf(abstract.id));
  });
  const versions = await filesByAbstract(
    db,
    chosen.map(({ id }) => id),
  );
  const files = chosen.flatMap(({ id, reference, fileId }) =>
    (versions.get(id) ?? [])
      .map((file, index) => ({ ...file, number: withVersions ? [`v${index + 1}`] : [] }))
      .filter((file) => withVersions || file.id === fileId)
      .map((file) => ({ ...file, savedAs: [reference, ...file.number, file.fileName].join(' ') })),
  );
  return { files, references: new Set(chosen.map(({ reference }) => reference)) };
}

/** The reason why a file is not saved; undefined if it is saved. */
function leftOut(
  { scan, scanFinding, fileStore }: AbstractFile,
  store: FileStore,
  { withInfected }: Choice,
): string | undefined {
  if (scan === 'INFECTED' && !withInfected) {
    return `INFECTED with ${scanFinding}, not saved; --infected saves it`;
  }
  return fileStore === store.id ? undefined : `NOT HERE, it is in the ${fileStore}`;
}

function words(file: AbstractFile, isWhole: boolean): string {
  if (!isWhole) return 'DAMAGED: it differs from the file that was sent';
  return `${file.bytes} bytes${scanWords(file)}`;
}

/** An earlier copy stays until the whole file is read: if the store has lost the file, the copy is the last one. */
async function save(
  store: FileStore,
  { fileKey, sha256 }: AbstractFile,
  path: string,
): Promise<boolean> {
  const hash = createHash('sha256');
  const draft = `${path}.part`;
  try {
    const file = await open(draft, 'w', 0o600);
    try {
      for await (const chunk of await store.read(fileKey)) {
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
  return hash.digest('hex') === sha256;
}
