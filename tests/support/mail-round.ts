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
