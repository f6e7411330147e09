import { createHash } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type KeptAbstract, listAbstracts } from '#server/abstract/abstracts.ts';
import type { Db } from '#server/database/database.ts';
import type { FileStore } from '#server/files/file-store.ts';
import { type Command, readArguments } from './command.ts';
import { CommandError, withCommandContext } from './command-context.ts';

export const abstracts: Command = {
  name: 'abstracts',
  help: `abstracts --out FOLDER [--infected]
      saves the files of all abstracts, each named by its reference; exit code 1 if one is damaged or infected; an
      infected one is saved with --infected only`,
  async run(args, print) {
    const { out, infected } = readArguments(
      args,
      { out: { type: 'string' }, infected: { type: 'boolean', default: false } },
      0,
    ).values;
    if (out === undefined) throw new CommandError('Where to? Add --out FOLDER.', 2);
    const saving = { folder: out, withInfected: infected };
    const broken = await withCommandContext(
      async ({ payments, store }) => saveAbstracts(payments.db, await store(), saving, print),
      { asksNobody: true },
    );
    return broken === 0 ? 0 : 1;
  },
};

type Saving = {
  folder: string;
  /** Infected files too; otherwise they are named and left out. */
  withInfected: boolean;
};

/** Saves the files of all abstracts into a folder, each named by its reference; returns how many are missing or damaged. */
export async function saveAbstracts(
  db: Db,
  store: FileStore,
  { folder, withInfected }: Saving,
  print: (line: string) => Promise<void>,
): Promise<number> {
  await mkdir(folder, { recursive: true });
  let broken = 0;
  for (const abstract of await listAbstracts(db)) {
    const name = `${abstract.reference} ${abstract.fileName}`;
    if (abstract.scan === 'INFECTED' && !withInfected) {
      broken += 1;
      await print(
        `${name}: INFECTED with ${abstract.scanFinding}, not saved; --infected saves it\n`,
      );
      continue;
    }
    if (abstract.fileStore !== undefined && abstract.fileStore !== store.id) {
      broken += 1;
      await print(`${name}: NOT HERE, it is in the ${abstract.fileStore}\n`);
      continue;
    }
    const isIntact = await save(store, abstract, join(folder, name)).catch(() => false);
    if (!isIntact) broken += 1;
    await print(
      `${name}: ${isIntact ? `${abstract.bytes} bytes${scanWords[abstract.scan]}${activeWords(abstract)}` : 'NOT AS IT CAME'}\n`,
    );
  }
  return broken;
}

const scanWords = {
  CLEAN: ', no virus found',
  INFECTED: ', INFECTED',
  NOT_SCANNED: '',
  GIVEN_UP: ', NOT SCANNED: the scanner did not get through it',
} as const;

function activeWords({ activeContent }: KeptAbstract): string {
  return activeContent === undefined ? '' : `, ACTIVE CONTENT: ${activeContent}`;
}

/** What was there under this name stays until the whole file is read: a store that lost it must not cost the copy too. */
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
