import { inTransaction, type Tx } from '#server/database/database.ts';
import { composeMail } from '#server/mail/mail-layout.ts';
import type { MailEvent } from '#server/mail/mail-kinds.ts';
import { postMessages } from '#server/mail/outbox.ts';
import { newId } from './seed.ts';
import type { TestServer } from './test-server.ts';

type Posting = { kind: MailEvent; to: string; count: number };
type Site = Pick<TestServer, 'db' | 'clock' | 'organising'>;

/** Writes mails of a kind to an address, each about an event of its own; returns the number of those that were posted. */
export function postedMails(site: Site, posting: Posting): Promise<number> {
  return inTransaction(site.db, (tx) => postMails(tx, site, posting));
}

/** The same in a transaction of the caller. */
export async function postMails(
  tx: Tx,
  { clock, organising: { mailLayout } }: Site,
  { kind, to, count }: Posting,
): Promise<number> {
  const text = { subject: 'Words', paragraphs: [] };
  let posted = 0;
  for (let at = 0; at < count; at += 1) {
    const about = { kind, event: newId(), reference: undefined, text };
    const mail = composeMail(mailLayout, { ...about, to: at % 2 === 0 ? to : to.toUpperCase() });
    const copy = { ...composeMail(mailLayout, about), key: `${mail.key}:secretary` };
    posted += await postMessages(tx, { newId, clock: clock.now }, mail, copy);
  }
  return posted;
}
