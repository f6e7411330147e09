import type { Db } from '#server/database/database.ts';
import { Refusal } from '#server/http/refusal.ts';
import { countAbstracts } from './abstracts.ts';

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;

/** Of everybody together; counted in the tables, so for all servers and across restarts. */
const MOST_PER_HOUR = 200;
const MOST_BYTES_PER_DAY = 5 * 1000 ** 3;
/** Of one mail address. */
const MOST_PER_AUTHOR_AND_DAY = 20;

/** Refuses more abstracts than a conference gets, so that a flood of them fills neither disk nor mailbox. */
export async function refuseFlood(db: Db, now: Date, alarm: (message: string) => void) {
  const { count } = await countAbstracts(db, now, { withinMs: HOUR });
  const { bytes } = await countAbstracts(db, now, { withinMs: DAY });
  if (count < MOST_PER_HOUR && bytes < MOST_BYTES_PER_DAY) return;
  alarm('abstracts are refused: more came than the limits for everybody together allow');
  throw new Refusal(
    'store-unavailable',
    'More abstracts arrive than we can take at the moment. Please try again in an hour.',
    { retryAfter: HOUR / 1000 },
  );
}

export async function refuseBusyAuthor(db: Db, now: Date, email: string): Promise<void> {
  const { count } = await countAbstracts(db, now, { withinMs: DAY, email });
  if (count < MOST_PER_AUTHOR_AND_DAY) return;
  throw new Refusal(
    'too-many-requests',
    'Many abstracts came from this address today. Please send the next one tomorrow, or write to us.',
    { retryAfter: HOUR / 1000 },
  );
}
