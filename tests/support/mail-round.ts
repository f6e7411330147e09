import { openDatabase } from '#server/database/database.ts';
import type { Mailer } from '#server/mail/mailer.ts';
import { heldKinds } from '#server/mail/mail-kinds.ts';
import { sendDueMail } from '#server/mail/outbox-worker.ts';
import type { TestServer } from './test-server.ts';

/** One round of the outbox worker of a test server, with another mailer. */
export function mailRound(
  { db, clock, content }: Pick<TestServer, 'db' | 'clock' | 'content'>,
  send: Mailer['send'],
  hasRoom = async () => true,
  hasRoomForLetters = hasRoom,
): Promise<number> {
  return sendDueMail({
    db,
    mailer: { send },
    clock: clock.now,
    held: heldKinds(content.mails),
    hasRoom,
    hasRoomForLetters,
    from: { name: 'Summit', address: 'robot@summit.example' },
    replyTo: 'secretary@summit.example',
    log: () => undefined,
    alarm: () => undefined,
  });
}

/**
 * Makes waiting mails due now at a server in another process. Mails about an order otherwise wait for half a minute.
 */
export async function sendMailsNow(where: { dataDir: string; url?: string | undefined }) {
  const db = openDatabase({ url: undefined, ...where, log: () => undefined });
  const next_attempt_at = new Date(0).toISOString();
  await db.updateTable('outbox').set({ next_attempt_at }).where('attempts', '=', 0).execute();
  await db.destroy();
}
