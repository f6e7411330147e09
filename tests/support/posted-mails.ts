import { inTransaction } from '#server/database/database.ts';
import { composeMail } from '#server/mail/mail-layout.ts';
import type { MailEvent } from '#server/mail/mail-kinds.ts';
import { postMessages } from '#server/mail/outbox.ts';
import { newId } from './seed.ts';
import type { TestServer } from './test-server.ts';

/** Writes mails of a kind to an address, each about an event of its own; returns the number of those that were posted. */
export function postedMails(
  { db, clock, organising: { mailLayout } }: Pick<TestServer, 'db' | 'clock' | 'organising'>,
  { kind, to, count }: { kind: MailEvent; to: string; count: number },
): Promise<number> {
  const text = { subject: 'Words', paragraphs: [] };
  return inTransaction(db, async (tx) => {
    let posted = 0;
    for (let at = 0; at < count; at += 1) {
      const about = { kind, event: newId(), reference: undefined, text };
      const mail = composeMail(mailLayout, { ...about, to: at % 2 === 0 ? to : to.toUpperCase() });
      const copy = { ...composeMail(mailLayout, about), key: `${mail.key}:secretary` };
      posted += await postMessages(tx, [mail, copy], newId, clock.now());
    }
    return posted;
  });
}
