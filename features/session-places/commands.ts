import { type Command, command, field } from '#organiser/command.ts';
import { ActionImpossible } from '#server/operations/plan.ts';
import { inOneLine } from '#contract/content/languages.ts';
import { sessionsIn, timeOf } from './sessions.ts';
import { listSessionRows, type SessionRow } from './sessions-list.ts';

const sessions = command({
  name: 'sessions',
  before: 'report',
  title: 'Sessions with places',
  summary:
    'Lists the items of the agenda with places: how many people have signed up, wait and came; or the people of one item with their hours.',
  subject: 'Lists and files',
  fields: {
    item: field('text', 'ITEM', 'Item', {
      hint: 'its id in agenda.yaml',
      otherwise: 'all, without names',
    }),
  },
  async report({ payments: { db }, content }, { item }) {
    const all = sessionsIn(content);
    const rows = await listSessionRows(db, content);
    if (item !== undefined) {
      const own = rows.filter(({ session }) => session === item);
      if (own.length === 0 && !all.some(({ id }) => id === item)) {
        const known = all.map(({ id }) => id).join(', ');
        throw new ActionImpossible(
          `There is no item “${item}” with places in agenda.yaml${known === '' ? '' : `: they are ${known}`}.`,
        );
      }
      return {
        facts: own.map(({ key: _key, ...row }) => row),
        lines: own.map(lineOf),
        none: 'Nobody has signed up.',
      };
    }
    const facts = all.map((session) => {
      const { id, title, room, places } = session;
      const own = rows.filter((row) => row.session === id);
      const count = (state: SessionRow['state']) => own.filter((row) => row.state === state).length;
      const came = own.filter(({ cameAt }) => cameAt !== undefined);
      const hours = came.reduce((sum, row) => sum + (row.hours ?? 0), 0);
      const counts = { signedUp: count('SIGNED_UP'), waiting: count('WAITING') };
      return {
        id,
        title,
        room,
        time: timeOf(session),
        places,
        ...counts,
        came: came.length,
        hours,
      };
    });
    return {
      facts,
      lines: facts.map(
        ({ id, title, room, time, places, signedUp, waiting, came, hours }) =>
          `${id}  ${inOneLine([title, time, room], 'en')}: signed up ${signedUp} of ${places}, waiting ${waiting}, came ${came}, hours ${hours}`,
      ),
      none: 'No item of agenda.yaml has places.',
    };
  },
});

const STATES: Record<SessionRow['state'], string> = {
  SIGNED_UP: 'signed up',
  WAITING: 'waits',
  NOT_SIGNED_UP: 'not signed up',
};

function lineOf({ reference = 'no order', name, email, state, position, hours }: SessionRow) {
  const about = position === undefined ? STATES[state] : `${STATES[state]} as number ${position}`;
  const presence = hours === undefined ? '' : `hours ${hours}`;
  return `${reference}  ${[name, email, about, presence].filter(Boolean).join(', ')}`;
}

export const commands: readonly Command[] = [sessions];
