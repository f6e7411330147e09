import type { Db } from '#server/database/database.ts';
import { type Quota, quotaReached } from '#server/http/quota.ts';
import type { AppError } from '#server/errors.ts';
import { countFiles } from './abstract-files.ts';

const HOUR_SECONDS = 60 * 60;
const DAY_MS = 24 * HOUR_SECONDS * 1000;
/** The limit for one mail address. */
const MOST_MAILS_PER_AUTHOR_AND_DAY = 20;

/** The number of abstracts, and of their bytes, that everybody together may send. */
export type UploadQuotas = Record<'uploads' | 'uploadBytes', Pick<Quota, 'reserve' | 'hasRoom'>>;

function tooMany(): AppError {
  return quotaReached('manyAbstracts', HOUR_SECONDS);
}

function tooLarge(): AppError {
  return quotaReached('manyBytes', 24 * HOUR_SECONDS);
}

/**
 * Called before an upload begins. It reserves nothing: a visitor whose upload never ends would take the quota from the
 * others.
 */
export async function refuseWithoutRoom({ uploads, uploadBytes }: UploadQuotas): Promise<void> {
  if (!(await uploads.hasRoom())) throw tooMany();
  if (!(await uploadBytes.hasRoom())) throw tooLarge();
}

/** Reserves the quota for an abstract of this many bytes, so that a flood fills neither disk nor mailbox. */
export async function reserveUpload(
  { uploads, uploadBytes }: UploadQuotas,
  bytes: number,
): Promise<Disposable> {
  using reserved = new DisposableStack();
  if (!reserved.use(await uploads.reserve())) throw tooMany();
  if (!reserved.use(await uploadBytes.reserve(bytes))) throw tooLarge();
  return reserved.move();
}

/** Whether an author gets a mail. If many abstracts name one address within a day, a stranger may have sent them. */
export async function getsMail(db: Db, now: Date, email: string): Promise<boolean> {
  const count = await countFiles(db, new Date(now.getTime() - DAY_MS), email);
  return count < MOST_MAILS_PER_AUTHOR_AND_DAY;
}
