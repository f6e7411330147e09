import { inTransaction } from '#server/database/database.ts';
import { findHold, type Hold, holdMails, releaseMails } from '#server/mail/hold.ts';
import { countUnsent } from '#server/mail/outbox.ts';
import { recordActivity } from '#server/operations/activities.ts';
import type { Organising, Plan } from '#server/operations/plan.ts';

const WORDS: Record<Hold, string> = {
  all: 'All mails would be on hold on all servers.',
  letters: 'Mass letters would be on hold on all servers; receipts and confirmations still go out.',
};
export const HELD: Record<Hold, string> = {
  all: 'All mails are on hold',
  letters: 'Mass letters are on hold',
};

/** Stops mails on every server, all or only letters to many, or lets them go out again. */
export async function planHold(
  { payments, actor }: Organising,
  { hold }: { hold: Hold | undefined },
): Promise<Plan> {
  const { db } = payments;
  const { count } = await countUnsent(db, []);
  const now = await findHold(db);
  return {
    words: [
      `At present ${now === undefined ? 'all mails go out' : HELD[now].toLowerCase()}; ${count === 0 ? 'none waits' : count === 1 ? '1 waits' : `${count} wait`}.`,
      hold === undefined
        ? 'They would go out, the urgent first, as fast as MAILS_PER_HOUR allows.'
        : `${WORDS[hold]} Nothing is lost: they wait until they are released.`,
    ],
    button:
      hold === undefined
        ? 'Release mails'
        : hold === 'all'
          ? 'Stop all mails'
          : 'Stop mass letters',
    async perform() {
      await inTransaction(db, async (tx) => {
        await (hold === undefined ? releaseMails(tx) : holdMails(tx, hold));
        const words = hold === undefined ? 'released' : `${hold} on hold`;
        const activity = { action: 'mails', reference: undefined, words };
        await recordActivity(tx, { ...payments, actor }, activity);
      });
      return [
        hold === undefined
          ? 'Released. The servers send the waiting mails.'
          : 'On hold. A mail that a server was handing over at this moment still goes out.',
      ];
    },
  };
}
