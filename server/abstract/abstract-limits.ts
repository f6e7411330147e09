import { type Quota, quotaReached } from '#server/http/quota.ts';
import type { AppError } from '#server/errors.ts';

const HOUR_SECONDS = 60 * 60;

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
