import type { Db } from '#server/database/database.ts';
import type { Ceiling } from '#server/http/ceiling.ts';
import { Refusal } from '#server/http/refusal.ts';
import { countAbstracts } from './abstracts.ts';

const HOUR_SECONDS = 60 * 60;
const DAY_MS = 24 * HOUR_SECONDS * 1000;
/** Of one mail address. */
const MOST_PER_AUTHOR_AND_DAY = 20;

/** How many abstracts, and how many bytes of them, everybody together may send. */
export type UploadCeilings = Record<'uploads' | 'uploadBytes', Pick<Ceiling, 'under'>>;

/** Takes an abstract of so many bytes, unless more come than a conference gets: a flood fills neither disk nor mailbox. */
export function underCeilings<T>(
  { uploads, uploadBytes }: UploadCeilings,
  bytes: number,
  take: () => Promise<T>,
): Promise<T> {
  const otherwise = {
    message: 'More abstracts arrive than we can take at the moment. Please try again in an hour.',
    retryAfter: HOUR_SECONDS,
  };
  return uploads.under(() => uploadBytes.under(take, { ...otherwise, amount: bytes }), otherwise);
}

export async function refuseBusyAuthor(db: Db, now: Date, email: string): Promise<void> {
  const { count } = await countAbstracts(db, new Date(now.getTime() - DAY_MS), email);
  if (count < MOST_PER_AUTHOR_AND_DAY) return;
  throw new Refusal(
    'too-many-requests',
    'Many abstracts came from this address today. Please send the next one tomorrow, or write to us.',
    { retryAfter: HOUR_SECONDS },
  );
}
