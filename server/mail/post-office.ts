import type { Db } from '#server/database/database.ts';
import type { Clock } from '#server/identity.ts';
import { leaseMessage, markSent, postpone } from './outbox.ts';
import type { Mailer } from './mailer.ts';

type PostOffice = {
  db: Db;
  mailer: Mailer;
  clock: Clock;
  from: { name: string; address: string };
  log: (message: string, error: unknown) => void;
};

/** Sends all that is due now. A mail may go out twice after a crash, never not at all. */
export async function sendDueMail({ db, mailer, clock, from, log }: PostOffice): Promise<number> {
  let sent = 0;
  for (;;) {
    const mail = await leaseMessage(db, clock());
    if (!mail) return sent;
    try {
      const { id, recipient, subject, text } = mail;
      const messageId = `<${id}@${from.address.split('@')[1]}>`;
      await mailer.send({ messageId, from, to: recipient, subject, text });
    } catch (error) {
      log('a mail could not be sent and waits for another try', error);
      await postpone(db, mail.id, clock());
      continue;
    }
    await markSent(db, mail.id, clock());
    sent += 1;
  }
}

/** Looks for mail every few seconds until it is stopped; `stop` waits for the mail that is being sent. */
export function openPostOffice(office: PostOffice, everyMs: number): { stop: () => Promise<void> } {
  let round: Promise<unknown> = Promise.resolve();
  let isBusy = false;
  const timer = setInterval(() => {
    if (isBusy) return;
    isBusy = true;
    round = sendDueMail(office)
      .catch((error: unknown) => office.log('the outbox could not be read', error))
      .finally(() => (isBusy = false));
  }, everyMs);
  return {
    async stop() {
      clearInterval(timer);
      await round;
    },
  };
}
