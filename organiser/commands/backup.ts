import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import * as z from 'zod/mini';
import { systemClock, timestamp } from '#server/identity.ts';
import { KeyUnusable, newIdentityFile } from '#server/operations/encryption.ts';
import { BackupBroken } from '#server/operations/backup-file.ts';
import { recordBackup, recordCopy } from '#server/operations/backup-times.ts';
import { writeBackup } from '#server/operations/write-backup.ts';
import { backupBucket } from '#server/config/feature-settings.ts';
import { recipients as Recipients } from '#server/config/settings.ts';
import { elsewhereWords } from '#server/files/files-elsewhere.ts';
import { versionWords } from '#server/files/missing-files.ts';
import {
  bucketTrouble,
  putIntoBucket,
  type S3Settings,
  s3StoreId,
} from '#server/files/s3-store.ts';
import { command, type Print, field } from '#organiser/command.ts';
import { type CommandContext, CommandError } from '#organiser/command-context.ts';
import { cannotWrite, writeNewFile } from '#organiser/new-file.ts';

export const backup = command({
  name: 'backup',
  summary:
    'Writes all rows and files of this moment into one new archive, encrypted for its recipients, and reads it back; the server may run.',
  notOffered: 'A backup belongs on another disk than the downloads of a browser.',
  fields: {
    path: field('file', 'FILE', 'File'),
    recipients: field('text', '--recipient age1…', 'Public keys that it is encrypted for', {
      hint: 'several are separated by commas',
      otherwise: 'BACKUP_RECIPIENTS',
    }),
  },
  async work(context, { path, recipients }, print) {
    const broken = await backupCommand(context, path, print, recipients);
    return broken === 0 ? 0 : 1;
  },
});

export const backupCopied = command({
  name: 'backup',
  when: '--copied',
  summary: 'Records that the newest backup is on another machine, after a copy by other means.',
  notOffered: 'The timer of backups calls it.',
  async work({ payments: { db } }, _, print) {
    const copied = await recordCopy(db);
    if (copied === undefined) throw new CommandError('No backup was made yet.');
    await print(`The backup of ${copied} is on another machine.\n`);
  },
});

export const backupIdentity = command({
  name: 'backup',
  when: '--new-identity',
  summary:
    'Makes a pair of keys for encrypted backups. It needs no installation: keep FILE away from the server.',
  notOffered: 'The private key belongs on another machine than the server.',
  fields: { path: field('file', '--new-identity FILE', 'File of the private key') },
  async alone({ path }, print) {
    const { text, recipient } = await newIdentityFile(timestamp(systemClock()));
    await writeNewFile(path, text);
    await print(
      `${path} opens the backups that are encrypted for this public key:\n\n${recipient}\n\nWithout the file nobody can open them: keep a copy of it on paper.\n`,
    );
  },
});

/**
 * Writes a backup, puts an encrypted one into the bucket of the settings, and prints its numbers of rows and files. Returns
 * the number of missing or damaged files of abstracts.
 */
export async function backupCommand(
  { payments, store, env }: CommandContext,
  typed: string,
  print: Print,
  typedRecipients?: string,
): Promise<number> {
  const { db, clock } = payments;
  const recipients =
    typedRecipients === undefined ? env.BACKUP_RECIPIENTS : recipientsIn(typedRecipients);
  const isNamedEncrypted = typed.endsWith('.age');
  if (isNamedEncrypted && recipients.length === 0) {
    throw new CommandError(
      `${typed} would not be encrypted: add --recipient, set BACKUP_RECIPIENTS, or leave out .age.`,
    );
  }
  const path = recipients.length > 0 && !isNamedEncrypted ? `${typed}.age` : typed;
  if (existsSync(path)) throw new CommandError(`${path} exists already: choose another name.`);
  const at = timestamp(clock());
  const written = await writeBackup(db, await store(), path, at, recipients).catch(
    (error: unknown) => {
      const isForTheOperator = error instanceof KeyUnusable || error instanceof BackupBroken;
      throw isForTheOperator
        ? new CommandError(`No backup was made. ${error.message}.`)
        : cannotWrite(path, error);
    },
  );
  await recordBackup(db, at);
  const rows = written.rows.toLocaleString('en');
  const files = written.files.toLocaleString('en');
  const keys = recipients.length === 1 ? 'one key' : `${recipients.length} keys`;
  const encrypted = recipients.length > 0 ? `, encrypted for ${keys}` : '';
  await print(`${path}: ${rows} rows, ${files} files${encrypted}, read back and complete\n`);
  const elsewhere = elsewhereWords(written.elsewhere);
  if (elsewhere !== undefined) await print(`${elsewhere}\n`);
  if (written.broken.length > 0) {
    const versions = await versionWords(db);
    for (const key of written.broken) {
      await print(`damaged or missing: ${versions.get(key) ?? 'an abstract'} (file ${key})\n`);
    }
  }
  const bucket = backupBucket(env);
  if (bucket && recipients.length > 0) {
    await putElsewhere(bucket, path);
    await recordCopy(db);
    await print(`copied to the ${s3StoreId(bucket)}\n`);
  }
  return written.broken.length;
}

function recipientsIn(text: string): string[] {
  const { data, error } = z.safeParse(Recipients, text);
  if (data) return data;
  throw new CommandError(`--recipient ${error.issues[0]?.message}.`);
}

/** The most that a store takes in one request. */
const MOST_BYTES = 5 * 1024 ** 3;

async function putElsewhere(bucket: S3Settings, path: string): Promise<void> {
  const { size: bytes } = await stat(path);
  const noCopy = `The backup is complete, but it is not in the ${s3StoreId(bucket)}`;
  if (bytes > MOST_BYTES) {
    throw new CommandError(
      `${noCopy}: it has more than 5 GB, so copy it by a program of your own (docs/backup.md, A copy on another machine).`,
    );
  }
  const [sha256, md5] = [createHash('sha256'), createHash('md5')];
  for await (const chunk of createReadStream(path)) {
    sha256.update(chunk);
    md5.update(chunk);
  }
  const file = { path, bytes, sha256: sha256.digest('base64'), md5: md5.digest('base64') };
  await putIntoBucket(bucket, basename(path), file).catch((error: unknown) => {
    throw new CommandError(
      `${noCopy}, which does not answer as it should: ${bucketTrouble(error)}.`,
    );
  });
}
