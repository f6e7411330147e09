import type { Db } from '#server/database/database.ts';
import type { Quota } from '#server/http/quota.ts';
import { AppError } from '#server/errors.ts';
import { countAbstracts } from './abstracts.ts';

const HOUR_SECONDS = 60 * 60;
const DAY_MS = 24 * HOUR_SECONDS * 1000;
/** Of one mail address. */
const MOST_PER_AUTHOR_AND_DAY = 20;

/** How many abstracts, and how many bytes of them, everybody together may send. */
export type UploadCeilings = Record<'uploads' | 'uploadBytes', Pick<Quota, 'under' | 'hasRoom'>>;

const tooMany = {
  message: 'More abstracts arrive than we can take at the moment. Please try again in an hour.',
  retryAfter: HOUR_SECONDS,
};
const tooLarge = {
  message: 'More abstracts arrived today than we can take in a day. Please try again tomorrow.',
  retryAfter: 24 * HOUR_SECONDS,
};

/** Before an abstract is on its way. It takes no room yet: who never ends an upload would keep it from the others. */
export async function refuseWithoutRoom({ uploads, uploadBytes }: UploadCeilings): Promise<void> {
  for (const [quota, { message, retryAfter }] of [
    [uploads, tooMany],
    [uploadBytes, tooLarge],
  ] as const) {
    if (!(await quota.hasRoom())) throw new AppError('ceiling-reached', message, { retryAfter });
  }
}

/** Keeps an abstract of so many bytes, unless more come than a conference gets: a flood fills neither disk nor mailbox. */
export function underCeilings<T>(
  { uploads, uploadBytes }: UploadCeilings,
  bytes: number,
  keep: () => Promise<T>,
): Promise<T> {
  return uploads.under(() => uploadBytes.under(keep, { ...tooLarge, amount: bytes }), tooMany);
}

export async function refuseBusyAuthor(db: Db, now: Date, email: string): Promise<void> {
  const { count } = await countAbstracts(db, new Date(now.getTime() - DAY_MS), email);
  if (count < MOST_PER_AUTHOR_AND_DAY) return;
  throw new AppError(
    'too-many-requests',
    'Many abstracts came from this address today. Please send the next one tomorrow, or write to us.',
    { retryAfter: HOUR_SECONDS },
  );
}
