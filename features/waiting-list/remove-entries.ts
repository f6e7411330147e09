import { inTransaction } from '#server/database/database.ts';
import { recordActivity } from '#server/operations/activities.ts';
import { ActionImpossible, type Organising, type Plan } from '#server/operations/plan.ts';
import { timestamp } from '#server/identity.ts';
import { lockPlaces } from '#server/orders/sell/place-limits.ts';
import { moveEntry, queuedEntriesOf } from './waiting-list.ts';
import { choiceWords } from './choice-words.ts';

/** Takes an address off the waiting list. A place that was offered to it goes to the next person. */
export async function planRemoval(
  { payments, content, actor }: Organising,
  { email }: { email: string },
): Promise<Plan> {
  const { db, clock } = payments;
  const entries = await queuedEntriesOf(db, email);
  if (entries.length === 0)
    throw new ActionImpossible(`Nobody with ${email} is on the waiting list.`);
  const now = timestamp(clock());
  return {
    words: entries.map(({ name, choice, state }) => {
      const words = `${name} would be taken off the waiting list for: ${choiceWords(content.prices, choice, now)}.`;
      return state === 'OFFERED' ? `${words} The place that is offered goes to the next.` : words;
    }),
    button: `Take ${email} off the waiting list`,
    async perform() {
      const count = await inTransaction(db, async (tx) => {
        await lockPlaces(tx, content.prices);
        let removed = 0;
        for (const { id, state } of await queuedEntriesOf(tx, email)) {
          if (await moveEntry(tx, id, state, 'LEFT')) removed += 1;
        }
        const words = `${email} from the waiting list`;
        const activity = { action: 'waiting', reference: undefined, words };
        if (removed > 0) await recordActivity(tx, { ...payments, actor }, activity);
        return removed;
      });
      return [
        count === 0
          ? 'Nothing was left to remove.'
          : 'Removed. The person gets no mail about it. A place that was offered goes to the next within a minute.',
      ];
    },
  };
}
