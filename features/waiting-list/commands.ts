import { timestamp } from '#server/identity.ts';
import { stateWords } from '#server/reports/list-cells.ts';
import { printTimes } from '#server/reports/wall-clock.ts';
import { choiceWords } from './choice-words.ts';
import { planRemoval } from './remove-entries.ts';
import { waitingEntriesIn } from './waiting-people.ts';
import { type Command, command, field } from '#organiser/command.ts';

export const waiting = command({
  name: 'waiting',
  before: 'agree',
  summary: 'Lists the waiting list in its order, with offers and their ends.',
  notOffered: 'The page of the waiting list shows it.',
  async report({ payments: { db, clock }, content }) {
    const at = printTimes(content.conference.dates.timezone);
    const now = timestamp(clock());
    const entries = (await Array.fromAsync(waitingEntriesIn(db))).flat();
    const facts = entries.map(({ choice, ...entry }) => {
      const { name, email, state, createdAt, confirmedAt, offeredUntil } = entry;
      const words = choiceWords(content.prices, choice, now);
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
