import { listDeadLetters, reviveDeadLetters, troubleWords } from '#server/mail/dead-letters.ts';
import { act } from '#server/operations/act.ts';
import { ActionImpossible, type Organising, type Plan } from '#server/operations/plan.ts';
import { counted } from '#server/counted.ts';

/** Gives every mail that was given up another ten tries. */
export async function planRevivedMails(organising: Organising): Promise<Plan> {
  const letters = await listDeadLetters(organising.payments.db);
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
      const count = await act(organising, async ({ tx, moment, record }) => {
        const revived = await reviveDeadLetters(tx, moment);
        const words = `ten more tries for ${counted(revived, 'mail')}`;
        await record({ action: 'mails', words });
        return revived;
      });
      return [`${counted(count, 'mail')} will be tried again by the server.`];
    },
  };
}
