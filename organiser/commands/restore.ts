import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import {
  type BackupIdentity,
  countRecipients,
  identitiesIn,
  isEncrypted,
  KeyUnusable,
} from '#server/operations/encryption.ts';
import { BackupBroken } from '#server/operations/backup-file.ts';
import { checkBackup, NotEmpty, restoreBackup } from '#server/operations/restore-backup.ts';
import { FolderTaken, takeDataFolder } from '#server/operations/data-folder.ts';
import { openDatabase } from '#server/database/database.ts';
import { readEnv } from '#server/config/env.ts';
import { s3Settings } from '#server/config/feature-settings.ts';
import { newId, systemClock } from '#server/identity.ts';
import { installationIn } from '#server/operations/installation.ts';
import { act } from '#server/operations/act.ts';
import { systemUser } from '#server/operations/activities.ts';
import { openFileStore } from '#server/files/open-file-store.ts';
import { command, type Print, field } from '#organiser/command.ts';
import { CommandError } from '#organiser/command-context.ts';
import { cannotRead, readGivenText } from '#organiser/given-file.ts';
import { ownContent } from '#organiser/own-content.ts';
import { printTimes } from '#server/reports/wall-clock.ts';

export const restore = command({
  name: 'restore',
  exitsWith1: 'if an encrypted backup is checked without its identity',
  summary: 'Restores a backup into an empty data folder or database, on either engine.',
  notOffered: 'No server may use the data folder meanwhile.',
  fields: {
    path: field('path', 'FILE', 'Backup'),
    isCheck: field('flag', '--check', 'Only compare its checksums'),
    identity: field('path', '--identity FILE', 'File of the private key', {
      otherwise: 'none, for an archive that is not encrypted',
    }),
  },
  alone: restoreCommand,
});

type Typed = { path: string; isCheck: boolean; identity: string | undefined };

/** Restores a backup while no server uses the data folder. */
async function restoreCommand({ path, isCheck, identity }: Typed, print: Print): Promise<0 | 1> {
  await refuseUnreadable(path);
  try {
    if (isCheck && identity === undefined && (await isEncrypted(path))) {
      await print(`${await lockedWords(path)}\n`);
      return 1;
    }
    const identities =
      identity === undefined ? [] : await identitiesIn(identity, await readGivenText(identity));
    const { header, rows, files } = await (isCheck
      ? checkBackup(path, identities)
      : restoreHere(path, identities));
    const what = `${rows.toLocaleString('en')} rows, ${files.toLocaleString('en')} files, written ${timeHere(header.createdAt)}`;
    await print(isCheck ? `${path} is complete: ${what}\n` : `restored: ${what}\n`);
    return 0;
  } catch (error) {
    if (error instanceof BackupBroken || error instanceof KeyUnusable) {
      throw new CommandError(`${error.message}.`);
    }
    const isForTheOperator = error instanceof NotEmpty || error instanceof FolderTaken;
    throw isForTheOperator ? new CommandError(error.message) : error;
  }
}

/** A backup may be restored where the folder of the conference is not there yet. */
function timeHere(at: string): string {
  const zone = ownContent()?.conference.dates.timezone ?? 'UTC';
  return `${printTimes(zone)(at)} (${zone})`;
}

async function refuseUnreadable(path: string): Promise<void> {
  const file = await open(path).catch(cannotRead(path));
  await file
    .read(Buffer.alloc(1))
    .catch(cannotRead(path))
    .finally(() => file.close());
}

/** The result of a check without an identity. */
async function lockedWords(path: string): Promise<string> {
  const recipients = await countRecipients(path);
  if (recipients === undefined) throw new BackupBroken(`${path} is cut short or damaged`);
  return `${path} is encrypted for ${recipients === 1 ? 'one key' : `${recipients} keys`}; its beginning and its length can be right. Its content was NOT checked: add --identity, where the private key is.`;
}

async function restoreHere(path: string, identities: readonly BackupIdentity[]) {
  // The check comes first, because a wrong name must not leave an empty database.
  await checkBackup(path, identities);
  const env = readEnv(process.env);
  const dataDir = resolve(env.DATA_DIR);
  const folder = takeDataFolder(dataDir);
  const db = openDatabase({ url: env.DATABASE_URL, dataDir, log: (line) => console.error(line) });
  try {
    const store = await openFileStore(dataDir, s3Settings(env));
    const { fileStore, sandboxId } = installationIn(env, dataDir);
    const here = { file_store: fileStore, sandbox_id: sandboxId ?? null };
    const contents = await restoreBackup(path, { db, store, dataDir, here, identities });
    const acting = { payments: { db, clock: systemClock, newId }, actor: systemUser(process.env) };
    const words = `a backup of ${contents.header.createdAt}`;
    await act(acting, ({ record }) => record({ action: 'restore', words }));
    return contents;
  } finally {
    await db.destroy();
    folder.release();
  }
}
