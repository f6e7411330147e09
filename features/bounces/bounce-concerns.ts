import { sql } from 'kysely';
import { DAY, HOUR } from '#contract/time-spans.ts';
import type { Db } from '#server/database/database.ts';
import { timestamp } from '#server/identity.ts';
import type { ConcernKind } from '#server/operations/concern.ts';
import { type Bounce, bounceWords } from './bounces.ts';

/** A single mail that did not arrive is shown this long; an address that gets none until it is corrected. */
const SINGLE_MS = 14 * DAY;
const MOST = 500;

type Shown = Bounce & { reference: string | null };

/**
 * The newest bounce of each address that somebody still has. The reference of the mail may be an order or abstract that
 * has another address by now: then the trouble is over.
 */
async function shownBounces(db: Db, now: Date): Promise<Shown[]> {
  // A subquery, because with a join SQLite would read all mails and look for a bounce of each.
  const { rows } = await sql<Shown>`with shown as (
      select b.*, (select o.reference from outbox o where o.id = b.message_id) as reference
      from mail_bounces b
      where b.lifted_at is null and (b.kind <> 'mail' or b.at > ${timestamp(now, -SINGLE_MS)})
        and not exists (select 1 from mail_bounces later where later.email = b.email
          and later.lifted_at is null and (later.at, later.message_id) > (b.at, b.message_id))
    )
    select * from shown b
    where b.reference is null
      or exists (select 1 from participants p where lower(p.email) = lower(b.email) and p.cancelled_at is null)
      or exists (select 1 from orders s where s.reference = b.reference and lower(s.payer_email) = b.email and s.cancelled_at is null)
      or exists (select 1 from abstracts a where lower(a.email) = lower(b.email) and a.withdrawn_at is null)
    order by b.at limit ${MOST}`.execute(db);
  return rows;
}

export const returnedMails: ConcernKind = {
  about: 'mails',
  subject: 'Mails',
  title: 'Mails that came back',
  find: async ({ db, clock }) =>
    (await shownBounces(db, clock())).map(({ message_id: id, kind, status, reference }) => ({
      id,
      words: `${bounceWords({ kind, status })}${reference === null ? ', to an address without an order or abstract' : ''}`,
      ...(reference !== null && { reference }),
      page: reference === null ? '/bounces' : undefined,
      command:
        kind === 'complaint'
          ? 'organiser bounces shows it; letters no longer go to this address'
          : `organiser correct ${reference ?? 'REFERENCE'} --email ADDRESS, or bounces --lift ADDRESS if it works again`,
    })),
};

export const unreadMailbox: ConcernKind = {
  about: 'mails',
  subject: 'Server',
  title: 'Mailbox of returned mails',
  find: async ({ db, clock }) => {
    const hourAgo = timestamp(clock(), -HOUR);
    const row = await db
      .selectFrom('bounce_mailbox')
      .select(['trouble', 'trouble_since as since'])
      .where('trouble_since', '<', hourAgo)
      // Without BOUNCE_IMAP_URL nobody tries.
      .where('tried_at', '>', hourAgo)
      .executeTakeFirst();
    if (!row) return [];
    return [
      {
        id: 'bounce mailbox',
        words: `mails that come back have not been read since ${row.since}: ${row.trouble}`,
        command: 'docs/settings.md describes BOUNCE_IMAP_URL',
      },
    ];
  },
};
