import type { Content } from '#contract/content.ts';
import { timestamp } from '#server/identity.ts';
import { stateWords } from '#server/reports/list-cells.ts';
import { printTimes } from '#server/reports/wall-clock.ts';
import { awaitedWords } from './awaited.ts';
import { waitingEntriesIn } from './waiting-people.ts';
import { type Command, command, field } from '#organiser/command.ts';
import { act } from '#server/operations/act.ts';
import { ActionImpossible, type Organising, type Plan } from '#server/operations/plan.ts';
import { lockPlaces } from '#server/orders/sell/place-limits.ts';
import { moveEntry, queuedEntriesOf, type WaitingEntry } from './waiting-list.ts';

export const waiting = command({
  name: 'waiting',
  before: 'agree',
  summary: 'Lists the waiting list in its order, with offers and their ends.',
  notOffered: 'The page of the waiting list shows it.',
  async report({ payments: { db, clock }, content }) {
    const at = printTimes(content.conference.dates.timezone);
    const now = timestamp(clock());
    const entries = (await Array.fromAsync(waitingEntriesIn(db))).flat();
    const facts = entries.map((entry) => {
      const { name, email, state, createdAt, confirmedAt, offeredUntil } = entry;
      const words = wordsOf(content, entry, now);
      return { name, email, choice: words, state, createdAt, confirmedAt, offeredUntil };
    });
    return {
      facts,
      lines: facts.map(
        ({ name, email, choice, state, createdAt, confirmedAt, offeredUntil = '' }) => {
          const isOpen = confirmedAt === undefined && state === 'WAITING';
          const offered = state === 'OFFERED' ? ` until ${at(offeredUntil)}` : '';
          const until = isOpen ? ', address not confirmed' : offered;
          return `${at(createdAt)}  ${stateWords(state)}${until}  ${name}  ${email}  ${choice}`;
        },
      ),
      none: 'Nobody is on the waiting list.',
    };
  },
});

export const removeWaiting = command({
  name: 'waiting',
  when: '--remove',
  id: 'remove-waiting',
  isEnding: true,
  title: 'Take somebody off the waiting list',
  summary:
    'Takes an address off the waiting list. A place that was offered to it goes to the next.',
  subject: 'People',
  fields: { email: field('email', '--remove EMAIL', 'Email') },
  asksProviders: false,
  plan: planRemoval,
});

export const commands: readonly Command[] = [waiting, removeWaiting];

/** Takes an address off the waiting list. A place that was offered to it goes to the next person. */
async function planRemoval(organising: Organising, { email }: { email: string }): Promise<Plan> {
  const { payments, content } = organising;
  const entries = await queuedEntriesOf(payments.db, email);
  if (entries.length === 0)
    throw new ActionImpossible(`Nobody with ${email} is on the waiting list.`);
  const now = timestamp(payments.clock());
  return {
    words: entries.map((entry) => {
      const { name, state } = entry;
      const words = `${name} would be taken off the waiting list for: ${wordsOf(content, entry, now)}.`;
      return state === 'OFFERED' ? `${words} The place that is offered goes to the next.` : words;
    }),
    button: `Take ${email} off the waiting list`,
    async perform() {
      const count = await act(organising, async ({ tx, record }) => {
        await lockPlaces(tx, content.prices);
        let removed = 0;
        for (const { id, state } of await queuedEntriesOf(tx, email)) {
          if (await moveEntry(tx, id, state, 'LEFT')) removed += 1;
        }
        const words = `${email} from the waiting list`;
        if (removed > 0) await record({ action: 'waiting', words });
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

/** A participant who waits for more has a place, unlike the others. */
function wordsOf({ prices }: Content, entry: WaitingEntry, now: string): string {
  const words = awaitedWords(prices, entry, now);
  return entry.participantId === undefined ? words : `besides the own place: ${words}`;
}
