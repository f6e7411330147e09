import { inTransaction } from '#server/database/database.ts';
import { listDeadLetters, reviveDeadLetters, troubleWords } from '#server/mail/dead-letters.ts';
import { recordActivity } from '#server/operations/activities.ts';
import { ActionImpossible, type Organising, type Plan } from '#server/operations/plan.ts';
import { counted } from '#server/counted.ts';

/** Gives every mail that was given up another ten tries. */
export async function planRevivedMails({ payments, actor }: Organising): Promise<Plan> {
  const { db, clock } = payments;
  const letters = await listDeadLetters(db);
  if (letters.length === 0) throw new ActionImpossible('No mail was given up.');
  return {
    words: [
      `${counted(letters.length, 'mail')} would get ten more tries each:`,
      ...letters.map(
        ({ kind, recipient, trouble }) => `${kind} to ${recipient}: ${troubleWords(trouble)}`,
      ),
    ],
    button: `Try ${counted(letters.length, 'mail')} again`,
    async perform() {
      const count = await inTransaction(db, async (tx) => {
        const revived = await reviveDeadLetters(tx, clock());
        const words = `ten more tries for ${counted(revived, 'mail')}`;
        await recordActivity(
          tx,
          { ...payments, actor },
          { action: 'mails', reference: undefined, words },
        );
        return revived;
      });
      return [`${counted(count, 'mail')} will be tried again by the server.`];
    },
  };
}
