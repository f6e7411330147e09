import type { Db } from '#server/database/database.ts';
import { HOUR } from '#contract/time-spans.ts';
import { type Clock, timestamp } from '#server/identity.ts';

/** A mail server that is away for this time needs a person. */
const MOST_AWAY_MS = HOUR;

/** The waiting mails that the mail server took none of: it is away, or it refuses the login of the settings. */
export type MailOutage = { count: number; trouble: string };

/**
 * The reason why mails of any address wait; undefined if there is none. A refused login is reported at once, because it
 * does not end by itself. Troubles with one address or one mail do not count.
 */
export async function findMailOutage(db: Db, clock: Clock): Promise<MailOutage | undefined> {
  const rows = await db
    .selectFrom('outbox')
    .select(({ fn }) => ['trouble', fn.countAll().as('count')])
    .where('sent_at', 'is', null)
    .where('dead_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .where('digest_id', 'is', null)
    .where('trouble', 'is not', null)
    .where((is) =>
      is.and([
        is('trouble', 'not like', 'EENVELOPE%'),
        is('trouble', 'not like', 'EMESSAGE%'),
        is('trouble', 'not like', 'fault:%'),
        is.or([
          is('created_at', '<=', timestamp(clock(), -MOST_AWAY_MS)),
          is('trouble', 'like', 'EAUTH%'),
          is('trouble', 'like', 'EOAUTH%'),
        ]),
      ]),
    )
    .groupBy('trouble')
    .orderBy('count', 'desc')
    .orderBy('trouble')
    .execute();
  const [first] = rows;
  if (!first) return undefined;
  return {
    count: rows.reduce((sum, { count }) => sum + Number(count), 0),
    trouble: first.trouble ?? '',
  };
}
