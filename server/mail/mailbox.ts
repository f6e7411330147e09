import type { Db } from '#server/database/database.ts';
import { findMessage, listMessages, type PostedMessage } from './posted-messages.ts';

/** More than anybody reads; the folder has all of them. */
const MOST = 200;

/** The outbox for the sandbox's page, where testers read what nobody gets. */
export function mailboxOf(db: Db) {
  return {
    list: async () => (await listMessages(db, MOST)).map(asMail),
    read: async (id: string) => {
      const message = await findMessage(db, id);
      return message && asMail(message);
    },
  };
}

function asMail({ id, recipient, postedAt, state, content }: PostedMessage) {
  const { subject, text, html, attachments } = content;
  const names = attachments.map(({ fileName }) => fileName);
  return { id, to: recipient, subject, at: postedAt, state, text, html, attachments: names };
}
